import type { Language } from '@waybill/contract/core/fields'

/**
 * 'Bengaluru, India', '印度 Bengaluru'; '' where nothing is known. It names a country's code in the reader's language.
 */
export function placeName(
  { city, country }: { city: string | null; country: string | null },
  language: Language,
): string {
  const named = country === null ? null : countryName(country, language)
  const known = [city, named === city ? null : named].filter(Boolean)
  return language === 'zh' ? known.reverse().join(' ') : known.join(', ')
}

function countryName(code: string, language: Language): string {
  try {
    const names = new Intl.DisplayNames(language === 'zh' ? 'zh-CN' : 'en', { type: 'region', style: 'short' })
    return names.of(code) ?? code
  } catch {
    // Not a country code.
    return code
  }
}
