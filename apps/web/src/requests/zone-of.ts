import type { User } from '@waybill/contract/profile'

/** The zone an account's owner reads times in. */
export const zoneOf = (account: Pick<User, 'timeZone'>): string =>
  account.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
