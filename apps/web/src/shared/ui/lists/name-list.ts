import type { Language } from '@waybill/contract/core/fields'

/** Names one after the other, with the language's separator: `Intl` of type 'unit' sets none in Chinese. */
export const nameList = (names: readonly string[], language: Language): string =>
  names.join(language === 'zh' ? '、' : ', ')
