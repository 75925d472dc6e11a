import type { User } from '@waybill/contract/identity/profile-endpoints'

/** The time zone of the account's owner. */
export const zoneOf = (account: Pick<User, 'timeZone'>): string =>
  account.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
