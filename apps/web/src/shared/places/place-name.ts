import type { Language } from '@waybill/contract/core/fields'

/** 'Bengaluru, India'; '' where nothing is known. A country's code is named in the reader's language. */
export function placeName(
  { city, country }: { city: string | null; country: string | null },
  language: Language,
): string {
  const named = country === null ? null : countryName(country, language)
  return [city, named === city ? null : named].filter(Boolean).join(language === 'zh' ? '，' : ', ')
}

function countryName(code: string, language: Language): string {
  try {
    const names = new Intl.DisplayNames(language === 'zh' ? 'zh-CN' : 'en', { type: 'region', style: 'short' })
    return names.of(code) ?? code
  } catch {
    // Not a code of a country.
    return code
  }
}
