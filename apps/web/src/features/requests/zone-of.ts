import type { User } from '@waybill/contract/identity/profile-endpoints'

/** The zone an account's owner reads times in. */
export const zoneOf = (account: Pick<User, 'timeZone'>): string =>
  account.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
