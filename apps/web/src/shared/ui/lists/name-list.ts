import type { Language } from '@waybill/contract/core/fields'

/**
 * Names one after the other, with the mark that stands between them in the language: `Intl` of type 'unit' sets none in
 * Chinese.
 */
export const nameList = (names: readonly string[], language: Language): string =>
  names.join(language === 'zh' ? '、' : ', ')
