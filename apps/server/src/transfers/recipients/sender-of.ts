import { isUnpaid, type Role } from '@waybill/contract/billing/plans'
import { dropInvisible } from '@waybill/contract/core/invisible'
import { Problem } from '@waybill/contract/core/problems'
import { posesAsBrand } from '@waybill/contract/identity/brand-names'
import { holdsLink } from '@waybill/contract/transfers/message-links'
import { parseAddress } from '@waybill/contract/transfers/recipients'
import type { Kysely } from 'kysely'
import { type AnonymousSender, holdStanding, type LiveAccount, requireStanding } from '../../billing/index.ts'
import { isAccountAddress } from '../../identity/accounts/index.ts'
import { isSenderProven } from '../../identity/mailed-codes/index.ts'
import type { Database } from '../../platform/database/schema.ts'
import type { Actor, ActorAccount } from '../../platform/http/actor.ts'

/** An account that may send now, under any address it has proven. */
export interface SendingAccount {
  kind: 'account'
  role: Role
  account: ActorAccount
  /** Current role, standing and counters. */
  live: LiveAccount
}
/** A visitor without an account who sends under an address that this browser has proven. */
export interface SendingVisitor extends AnonymousSender {
  kind: 'visitor'
  role: 'anon'
}
export type Sender = SendingAccount | SendingVisitor

/**
 * The calling account; null for a visitor.
 *
 * @throws Problem as `requireStanding` does; 'message-holds-link' {field} where a name shown with the transfer contains
 * one
 */
export async function sendingAccount(db: Kysely<Database>, { account }: Actor): Promise<SendingAccount | null> {
  if (account === null) return null
  const live = await requireStanding(db, account.id)
  requirePlainNames(live.role, account)
  return { kind: 'account', role: live.role, account, live }
}

/**
 * The calling visitor, who has proven `address`.
 *
 * @throws Problem 'sender-unproven'
 */
export async function sendingVisitor(
  db: Kysely<Database>,
  { deviceId, network }: Actor,
  address: string,
): Promise<SendingVisitor> {
  if (deviceId === null || !(await isSenderProven(db, deviceId, address))) throw new Problem('sender-unproven')
  return { kind: 'visitor', role: 'anon', address, deviceId, network }
}

/**
 * The address that an account sends under: the typed one, or its own.
 *
 * @throws Problem 'not-yours' for one it has not proven; 'invalid-input' for none at all
 */
export async function ownAddress(db: Kysely<Database>, { account }: SendingAccount, typed: string): Promise<string> {
  if (typed.trim() === '') return account.email
  const parsed = parseAddress(typed)
  if ('problem' in parsed) throw new Problem('invalid-input', { where: 'body', field: 'senderEmail' })
  if (!(await isAddressOf(db, account, parsed.address))) throw new Problem('not-yours')
  return parsed.address
}

/** Whether the account has proven the address. */
export const isAddressOf = async (db: Kysely<Database>, account: Pick<ActorAccount, 'id' | 'email'>, address: string) =>
  address === account.email || (await isAccountAddress(db, account.id, address))

/** The sender's state in this transaction: locks an account's row until it ends. Call it before any other lock. */
export async function holdSender(tx: Kysely<Database>, sender: Sender): Promise<Sender> {
  if (sender.kind === 'visitor') return sender
  const live = await holdStanding(tx, sender.account.id)
  requirePlainNames(live.role, sender.account)
  return { ...sender, role: live.role, live }
}

/** Nobody who does not pay sends links in our name, not even in their own name field. */
function requirePlainNames(role: Role, account: ActorAccount): void {
  const field = (['fullName', 'company'] as const).find((name) => holdsLink(account[name]))
  if (field !== undefined && isUnpaid(role)) throw new Problem('message-holds-link', { field })
}

/**
 * A title as recipients see it. Of a sender who does not pay, null for one that imitates a known brand: it would stand
 * in the subject of our mail.
 */
export function titleForOthers(transfer: {
  title: string | null
  role: string
  sender_address: string
}): string | null {
  const { title, role, sender_address: address } = transfer
  return title !== null && isUnpaid(role as Role) && posesAsBrand(title, address) ? null : title
}

/** A name as recipients see it, on one line; null for none, and for one that imitates a known brand. */
export function shownName(typed: string, address: string): string | null {
  const name = dropInvisible(typed.replace(/\s+/g, ' ')).trim()
  return name === '' || posesAsBrand(name, address) ? null : name
}
