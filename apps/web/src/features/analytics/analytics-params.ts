import { periodDays } from '@waybill/contract/tracking/analytics-periods'
import { EVERYONE } from '@waybill/contract/transfers/views'

/** The parameters, as they are in the address: reloading and going back restore them. */
export interface AnalyticsParams {
  days?: (typeof periodDays)[number]
  from?: string
  to?: string
  each?: 'hour' | 'day' | 'week'
  contact?: string
  country?: string
  file?: string
  /** Whose: an account of the team, or `me`; absent: everyone's, where the account sees the team's. */
  member?: string
}

const DAY = /^\d{4}-\d{2}-\d{2}$/

/** The known queries of an address; others are ignored. */
export function readAnalyticsParams(search: Record<string, unknown>): AnalyticsParams {
  const days = periodDays.find((known) => known === search.days)
  const each = (['hour', 'day', 'week'] as const).find((known) => known === search.each)
  const day = (value: unknown) => (typeof value === 'string' && DAY.test(value) ? value : undefined)
  const [from, to] = [day(search.from), day(search.to)]
  const { contact, country, file, member } = search
  return {
    ...(days ? { days } : { ...(from ? { from } : {}), ...(to ? { to } : {}) }),
    ...(each ? { each } : {}),
    ...(typeof contact === 'string' ? { contact: contact.slice(0, 320) } : {}),
    ...(typeof country === 'string' && /^[A-Z]{2}$/.test(country) ? { country } : {}),
    ...(typeof file === 'string' && /^[\w-]{1,64}$/.test(file) ? { file } : {}),
    ...(typeof member === 'string' && /^[\w-]{1,64}$/.test(member) && member !== EVERYONE ? { member } : {}),
  }
}
