import type { Language } from '@waybill/contract/core/fields'
import type { CountryCount } from '@waybill/contract/tracking/analytics-endpoints'
import { placeName } from '../../../shared/places/place-name.ts'
import { analyticsWords } from '../words/analytics-words.ts'

export const countryName = (country: string | null, language: Language): string =>
  placeName({ city: null, country }, language) || analyticsWords[language].unknownPlace

/** 'India: Downloads 2, Openings 1' */
export function countrySentence(count: CountryCount, language: Language, hasOpenings: boolean): string {
  const { country, downloads, openings } = count
  const words = analyticsWords[language]
  const told = [`${words.downloads} ${downloads}`, ...(hasOpenings ? [`${words.openings} ${openings}`] : [])]
  const name = countryName(country, language)
  return language === 'zh' ? `${name}：${told.join('，')}` : `${name}: ${told.join(', ')}`
}
