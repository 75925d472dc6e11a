import type { CountryCount } from '@waybill/contract/analytics'
import type { Language } from '@waybill/contract/fields'
import { placeName } from '../ui/place-name.ts'
import { analyticsWords } from '../words/analytics.ts'

export const countryName = (country: string | null, language: Language): string =>
  placeName({ city: null, country }, language) || analyticsWords[language].unknownPlace

/** 'India: Downloads 2, Openings 1' */
export function countrySentence({ country, downloads, openings }: CountryCount, language: Language): string {
  const words = analyticsWords[language]
  return `${countryName(country, language)}: ${words.downloads} ${downloads}, ${words.openings} ${openings}`
}
