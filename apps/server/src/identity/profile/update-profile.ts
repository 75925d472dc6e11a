import { isUnpaid } from '@waybill/contract/billing/plans'
import { Problem } from '@waybill/contract/core/problems'
import type { updateProfile as endpoint, User } from '@waybill/contract/identity/profile-endpoints'
import { expiryAllowed } from '@waybill/contract/transfers/expiry'
import type { Context } from '../../context.ts'
import type { ActorAccount } from '../../platform/http/actor.ts'
import type { Call } from '../../platform/http/bind.ts'
import { changeProfile, cleanedName, knownTimeZone, ownName } from '../accounts/index.ts'
import { readUser } from '../sessions/index.ts'

/**
 * Changes only the given fields.
 *
 * @throws Problem 'expiry-reserved' | 'message-holds-link' {field} | 'invalid-input' for an invalid time zone
 */
export async function updateProfile(
  { db, config }: Pick<Context, 'db' | 'config'>,
  { id, role }: Pick<ActorAccount, 'id' | 'role'>,
  body: Call<typeof endpoint>['body'],
): Promise<{ user: User }> {
  const { fullName, company, lang, timeZone, isLed, transferSettings, requestSettings } = body
  const nameOf = (typed: string | undefined, field: 'fullName' | 'company') =>
    typed === undefined ? undefined : isUnpaid(role) ? ownName(typed, field) : cleanedName(typed)
  for (const seconds of [transferSettings?.expirySeconds, requestSettings?.expirySeconds]) {
    if (seconds !== undefined && !expiryAllowed(role, seconds)) throw new Problem('expiry-reserved')
  }
  const changed = await changeProfile(db, id, {
    fullName: nameOf(fullName, 'fullName'),
    company: nameOf(company, 'company'),
    language: lang,
    timeZone: typeof timeZone === 'string' ? zoneOf(timeZone) : timeZone,
    isLed,
    transferSettings,
    requestSettings,
  })
  if (!changed) throw new Problem('unauthenticated')
  return { user: await readUser(db, config, id) }
}

/** @throws Problem 'invalid-input' */
function zoneOf(typed: string): string {
  const zone = knownTimeZone(typed)
  if (zone === null) throw new Problem('invalid-input', { where: 'body', field: 'timeZone' })
  return zone
}
