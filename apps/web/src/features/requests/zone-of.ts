/** The time zone of the account's owner. */
export { accountZone as zoneOf } from '../../shared/time/clock.ts'
