import { countries } from '@waybill/contract/billing/countries'
import { type Language, languageTags } from '../../../shared/words/language.tsx'

/** The name of a country in a language; its code where the browser knows none. */
export const countryName = (code: string, language: Language): string =>
  new Intl.DisplayNames(languageTags[language], { type: 'region' }).of(code) ?? code

/** Every country by its name, in the order of the language. */
export function countryNames(language: Language): string[] {
  const names = new Intl.DisplayNames(languageTags[language], { type: 'region' })
  return countries.map((code) => names.of(code) ?? code).sort(new Intl.Collator(languageTags[language]).compare)
}

/** The code of a typed country: its name in either language, or the code itself. Null: there is none. */
export function findCountry(typed: string): string | null {
  const wanted = fold(typed)
  const names = [languageTags.en, languageTags.zh].map((tag) => new Intl.DisplayNames(tag, { type: 'region' }))
  return (
    countries.find((code) => fold(code) === wanted || names.some((one) => fold(one.of(code) ?? '') === wanted)) ?? null
  )
}

const fold = (text: string): string => text.trim().toLowerCase()
