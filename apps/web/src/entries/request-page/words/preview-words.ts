import type { Language } from '@waybill/contract/core/fields'

/** For the server alone, which writes the tags of link previews. */
export const previewWords: Record<Language, { protectedRequest: string; howToSend: string }> = {
  en: {
    protectedRequest: 'A protected file request',
    howToSend: 'You can send the files from this page, without an account.',
  },
  zh: { protectedRequest: '受保护的文件请求', howToSend: '您可以在此页面直接提交文件，无需账户。' },
}
