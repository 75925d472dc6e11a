import { isUnpaid, type Role } from '@waybill/contract/billing/plans'
import { Problem } from '@waybill/contract/core/problems'
import type { LedgerKind } from '@waybill/contract/tracking/endpoints'
import type { editTransfer as endpoint } from '@waybill/contract/transfers/edit-endpoints'
import { expiryAllowed, isExpirySeconds } from '@waybill/contract/transfers/expiry'
import { holdsLink, MESSAGE_MAX_CHARS, messageLength, TITLE_MAX_CHARS } from '@waybill/contract/transfers/message-links'
import type { Kysely } from 'kysely'
import type { LiveAccount } from '../../billing/index.ts'
import type { Context } from '../../context.ts'
import { hashPassword, holdAccount } from '../../identity/accounts/index.ts'
import type { Database } from '../../platform/database/schema.ts'
import { accountOf, type OwnActor } from '../../platform/http/actor.ts'
import type { Call } from '../../platform/http/bind.ts'
import { addJob } from '../../platform/jobs/add-job.ts'
import { notifyChanged, recordOwnEvent } from '../../tracking/ledger/index.ts'
import { listExtensionRequested } from '../access-request-store.ts'
import { keepSearchText } from '../list/search-text.ts'
import { holdMailing } from '../recipients/added-recipients.ts'
import { changeSendTime } from '../schedule/change-send-time.ts'
import { judgeSendTime, type SendTime } from '../schedule/judge-send-time.ts'
import { requirePassword } from '../send/chosen-options.ts'
import { holdTeammates, requireTeammates, shareTransfer } from '../share/share-transfer.ts'
import { requireOwnTransfer } from './own-transfer.ts'
import { changeTransfer } from './transfer-change-store.ts'

type Body = Call<typeof endpoint>['body']

/**
 * Changes title, message, expiry and access restrictions of one of the account's transfers; only the given fields. A suspended
 * account may close its links, but neither mail anybody nor extend an expiry nor share anything.
 *
 * @throws Problem as the contract's `editTransfer` names them
 */
export async function editTransfer(
  ctx: Pick<Context, 'db' | 'geo' | 'signer' | 'clock'>,
  actor: OwnActor,
  transferId: string,
  { password, shareWith, title, sendLater, ...change }: Body,
): Promise<void> {
  const account = accountOf(actor)
  if (
    account.isSuspended &&
    (title ?? change.message ?? change.expirySeconds ?? shareWith ?? sendLater) !== undefined
  ) {
    throw new Problem('account-suspended')
  }
  if (title !== undefined) requireTitle(account.role, title)
  if (change.message !== undefined) requireMessage(account.role, change.message)
  if (change.expirySeconds !== undefined) requireExpiry(account.role, change.expirySeconds)
  if (typeof password === 'string') requirePassword(password)
  const time = sendLater && judgeSendTime(sendLater, ctx.clock.nowMs())
  // No password is hashed for a foreign transfer.
  const { slug } = await requireOwnTransfer(ctx.db, account.id, transferId)
  const sharedWith = shareWith && (await requireTeammates(ctx.db, account, shareWith))
  const passwordHash = typeof password === 'string' ? await hashPassword(password) : password
  await ctx.db.transaction().execute(async (tx) => {
    const live = await holdAccounts(tx, account.id, { sharedWith, time })
    if (
      !(await changeTransfer(tx, account.id, transferId, {
        ...change,
        passwordHash,
        title: title === undefined ? title : title.trim() || null,
      }))
    ) {
      throw new Problem('transfer-not-found')
    }
    if (title !== undefined) await keepSearchText(tx, { id: transferId, slug })
    if (sharedWith !== undefined) await shareTransfer(tx, transferId, sharedWith)
    const events = eventsOf({ ...change, title, password, shareWith })
    if (events.length === 0) await notifyChanged(tx, transferId)
    for (const event of events) {
      await recordOwnEvent(tx, ctx, actor, { transferId, ...event })
    }
    if (change.expirySeconds !== undefined || change.isPaused === false) await notifyAccessRequesters(tx, [transferId])
    if (time !== undefined) await changeSendTime(ctx, tx, actor, { transferId, time, live })
  })
}

/** Locks the accounts that a change concerns, before any other lock. Returns the sender's where it is sent now. */
async function holdAccounts(
  tx: Kysely<Database>,
  accountId: string,
  { sharedWith, time }: { sharedWith: readonly string[] | undefined; time: SendTime | null | undefined },
): Promise<LiveAccount | null> {
  if (sharedWith !== undefined || time) await holdAccount(tx, accountId)
  const live = time === null ? await holdMailing(tx, accountId) : null
  if (sharedWith !== undefined) await holdTeammates(tx, sharedWith)
  return live
}

/** Requesters of more time get it with the new expiry. */
export async function notifyAccessRequesters(tx: Kysely<Database>, transferIds: readonly string[]): Promise<void> {
  for (const transferId of await listExtensionRequested(tx, transferIds))
    await addJob(tx, 'notify-requesters', { transferId })
}

/** The record of a change: that a password was set, never which. The sender's alerts are private to them. */
function eventsOf({
  isPaused,
  expirySeconds,
  alerts: _alerts,
  ...others
}: Body): Array<{ kind: LedgerKind; detail?: string }> {
  const edited = Object.keys(others).filter((key) => others[key as keyof typeof others] !== undefined)
  return [
    ...(isPaused === undefined ? [] : [{ kind: isPaused ? ('paused' as const) : ('resumed' as const) }]),
    ...(expirySeconds === undefined ? [] : [{ kind: 'extended' as const, detail: String(expirySeconds) }]),
    ...(edited.length === 0 ? [] : [{ kind: 'edited' as const, detail: edited.sort().join(' ') }]),
  ]
}

/** @throws Problem 'invalid-input' for an unknown expiry; 'expiry-reserved' {role} */
export function requireExpiry(role: Role, seconds: number): void {
  if (!isExpirySeconds(seconds)) throw new Problem('invalid-input', { where: 'body', field: 'expirySeconds' })
  if (!expiryAllowed(role, seconds)) throw new Problem('expiry-reserved', { role })
}

function requireTitle(role: Role, title: string): void {
  if (messageLength(title) > TITLE_MAX_CHARS) throw new Problem('invalid-input', { where: 'body', field: 'title' })
  if (isUnpaid(role) && holdsLink(title)) throw new Problem('message-holds-link', { field: 'title' })
}

function requireMessage(role: Role, message: string): void {
  if (messageLength(message) > MESSAGE_MAX_CHARS)
    throw new Problem('invalid-input', { where: 'body', field: 'message' })
  if (isUnpaid(role) && holdsLink(message)) throw new Problem('message-holds-link')
}
