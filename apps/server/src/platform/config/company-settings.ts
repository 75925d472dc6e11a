import { ConfigError } from './config-error.ts'
import type { Get } from './env.ts'

/** What the pages say about who runs this service. */
export interface CompanySettings {
  /** The postal address, on one line; null: pages show none. */
  companyAddress: string | null
  /** Where that is, in degrees; null: pages show no map. */
  companyPlace: { latitude: number; longitude: number } | null
}

const MOST_CHARS = 300

export const readCompany = (get: Get): CompanySettings => ({
  companyAddress: readAddress(get('COMPANY_ADDRESS')),
  companyPlace: readPlace(get('COMPANY_PLACE')),
})

function readAddress(text: string | undefined): string | null {
  if (text === undefined) return null
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
  if (text.length > MOST_CHARS || /[\x00-\x1f\x7f]/.test(text)) {
    throw new ConfigError('COMPANY_ADDRESS', `must be one line of at most ${MOST_CHARS} characters.`)
  }
  return text
}

function readPlace(text: string | undefined): CompanySettings['companyPlace'] {
  if (text === undefined) return null
  const [, latitude, longitude] = /^(-?\d{1,2}(?:\.\d{1,7})?)\s*,\s*(-?\d{1,3}(?:\.\d{1,7})?)$/.exec(text) ?? []
  const place = { latitude: Number(latitude), longitude: Number(longitude) }
  if (!(Math.abs(place.latitude) <= 90 && Math.abs(place.longitude) <= 180)) {
    throw new ConfigError(
      'COMPANY_PLACE',
      `must be a latitude and a longitude such as 22.2819,114.1582, not '${text}'.`,
    )
  }
  return place
}
