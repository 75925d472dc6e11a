import { ConfigError } from './config-error.ts'
import type { Get } from './env.ts'
import { parseLine } from './setting-forms.ts'

/** What the pages say about who runs this service. */
export interface CompanySettings {
  /** As the legal texts name it; null: they name the server's host. */
  companyName: string | null
  /** The postal address, on one line; null: pages show none. */
  companyAddress: string | null
  /** Where that is, in degrees; null: pages show no map. */
  companyPlace: { latitude: number; longitude: number } | null
}

export const readCompany = (get: Get): CompanySettings => ({
  companyName: parseLine('COMPANY_NAME', get('COMPANY_NAME'), 200),
  companyAddress: parseLine('COMPANY_ADDRESS', get('COMPANY_ADDRESS'), 300),
  companyPlace: readPlace(get('COMPANY_PLACE')),
})

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
