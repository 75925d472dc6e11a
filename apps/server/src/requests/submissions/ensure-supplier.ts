import { Problem } from '@waybill/contract/core/problems'
import { isTimeZone } from '@waybill/contract/core/zoned-time'
import { holdsLink } from '@waybill/contract/transfers/message-links'
import { parseAddress } from '@waybill/contract/transfers/recipients'
import type { Kysely } from 'kysely'
import type { Context } from '../../context.ts'
import { cleanedName, isAccountAddress, shareAccount } from '../../identity/accounts/index.ts'
import { isSenderProven } from '../../identity/mailed-codes/index.ts'
import type { Database } from '../../platform/database/schema.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { hashToken, newId } from '../../platform/ids.ts'
import { scheduleOf } from '../deadlines/deadlines.ts'
import type { OpenedRequest } from '../public-page/find-asked.ts'
import { may } from '../request-policy.ts'
import { databaseNow, findStandingRequest, lockRequest, type RequestRow } from '../request-store.ts'
import { settleSuppliers } from '../submission-progress-store.ts'
import { findByAddress, findByBrowser, renameSupplier } from '../supplier-identity-store.ts'
import { insertSuppliers, type SupplierRow } from '../supplier-store.ts'
import { requestToken } from '../suppliers/request-token.ts'
import { adoptClaim } from './adopt-claims.ts'

/** A supplier's statements about themselves. */
export interface Said {
  name: string
  company: string
  email: string
  timeZone?: string | undefined
}

interface Judged {
  name: string
  company: string
  address: string | null
  isProven: boolean
  timeZone: string | null
}

type Browser = Pick<Actor, 'account' | 'language'> & { deviceId: string | null }

/**
 * The supplier who sends, identified as the request requires. With a personal link it is the invited supplier; on the
 * open link it is the one whom the browser or account has proven to be, else the browser under its claimed name.
 *
 * @throws Problem 'identity-required' {fields} | 'sender-unproven' | 'invalid-recipient' | 'message-holds-link'
 */
export async function ensureSupplier(
  ctx: Pick<Context, 'db' | 'masterKey'>,
  { request, supplier }: OpenedRequest,
  said: Said,
  browser: Browser,
): Promise<SupplierRow> {
  if (supplier !== null && supplier.kind !== 'claimed') return supplier
  const judged = await judgeSaid(ctx.db, request, supplier, said, browser)
  if (judged.isProven) await adoptOwn(ctx.db, request, judged.address ?? '', browser)
  const known = judged.isProven ? await findByAddress(ctx.db, request.id, judged.address ?? '') : supplier
  if (known !== null) {
    await renameSupplier(ctx.db, known.id, judged)
    return { ...known, name: known.name || judged.name, company: known.company || judged.company }
  }
  return makeSupplier(ctx, request, judged, browser)
}

/**
 * What this browser sent before, under this name or none, belongs to the supplier whom it now names and proves to be.
 */
async function adoptOwn(db: Kysely<Database>, request: RequestRow, address: string, { deviceId }: Browser) {
  const claim = deviceId === null ? null : await findByBrowser(db, request.id, { deviceId, addresses: [] })
  if (claim === null) return
  await db.transaction().execute((tx) => adoptClaim(tx, request, { claimId: claim.id, address }))
}

async function judgeSaid(
  db: Kysely<Database>,
  request: RequestRow,
  supplier: SupplierRow | null,
  said: Said,
  { deviceId, account }: Browser,
): Promise<Judged> {
  const { identity } = request
  const zone = said.timeZone !== undefined && isTimeZone(said.timeZone) ? said.timeZone : null
  if (identity === 'hidden') return { name: '', company: '', address: null, isProven: false, timeZone: zone }
  const name = plain(said.name, 'name') || (supplier?.name ?? '')
  const company = plain(said.company, 'company') || (supplier?.company ?? '')
  const typed = said.email.trim() === '' ? (supplier?.address ?? '') : said.email
  const fields = [...(name === '' && identity === 'required' ? ['name'] : []), ...(typed === '' ? ['email'] : [])]
  if (fields.length > 0 && identity !== 'optional') throw new Problem('identity-required', { fields })
  if (typed === '') return { name, company, address: null, isProven: false, timeZone: zone }
  const parsed = parseAddress(typed)
  if ('problem' in parsed) throw new Problem('invalid-recipient', { address: typed })
  const { address } = parsed
  const isProven =
    (account !== null && (await isAccountAddress(db, account.id, address))) ||
    (deviceId !== null && (await isSenderProven(db, deviceId, address)))
  if (!may({ hasProven: isProven }, 'answer', request)) throw new Problem('sender-unproven')
  return { name, company, address, isProven, timeZone: zone }
}

/** Names that strangers type go into mails to the requester: they may hold no links. */
function plain(typed: string, field: string): string {
  if (holdsLink(typed)) throw new Problem('message-holds-link', { field })
  return cleanedName(typed)
}

async function makeSupplier(
  { db, masterKey }: Pick<Context, 'db' | 'masterKey'>,
  request: RequestRow,
  { name, company, address, isProven, timeZone }: Judged,
  { deviceId, language }: Browser,
): Promise<SupplierRow> {
  await db.transaction().execute(async (tx) => {
    // Before the request, as a handover locks them: the second update of the request's row checks its account again.
    await shareAccount(tx, request.account_id)
    const held = await lockRequest(tx, request.id, request.account_id)
    if (held === null) throw await lostRequest(tx, request)
    const id = newId()
    const schedule = scheduleOf(held, { timeZone, mayRemind: isProven }, await databaseNow(tx))
    const kind = isProven ? ('proven' as const) : ('claimed' as const)
    const tokenHash = hashToken(requestToken(masterKey, id))
    const own = { deviceId: isProven ? null : deviceId, ...schedule }
    const made = await insertSuppliers(tx, held.id, [
      { id, kind, address, name, company, timeZone, language, tokenHash, ...own },
    ])
    await settleSuppliers(tx, held.id, made)
  })
  const supplier = isProven
    ? await findByAddress(db, request.id, address ?? '')
    : await findByBrowser(db, request.id, { deviceId, addresses: [] })
  // The requester removed them: the request no longer exists for them.
  if (supplier === null) throw new Problem('request-not-found')
  return supplier
}

/** The request was deleted, or became another member's: the next try finds it. */
async function lostRequest(db: Kysely<Database>, { id }: RequestRow): Promise<Problem> {
  const isGone = (await findStandingRequest(db, { id })) === null
  return isGone ? new Problem('request-not-found') : new Problem('busy', { retryAfterSeconds: 1 })
}
