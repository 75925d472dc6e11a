import type { Language } from '@waybill/contract/core/fields'

/** For the server alone, which writes the tags of link previews. */
export const previewWords: Record<Language, { protectedTransfer: string }> = {
  en: { protectedTransfer: 'A protected transfer' },
  zh: { protectedTransfer: '受保护的传输' },
}
