import { isUnpaid, plans, type Role } from '@waybill/contract/billing/plans'
import { judgeStanding } from '@waybill/contract/billing/standing'
import { Problem } from '@waybill/contract/core/problems'
import { holdsLink } from '@waybill/contract/transfers/message-links'
import { parseAddress } from '@waybill/contract/transfers/recipients'
import type { Kysely } from 'kysely'
import {
  accountSender,
  countMails,
  type LiveAccount,
  type MailSender,
  readLiveAccount,
  visitorSender,
} from '../../billing/index.ts'
import type { Context } from '../../context.ts'
import type { Database } from '../../platform/database/schema.ts'
import { hashToken, newId } from '../../platform/ids.ts'
import { addJob } from '../../platform/jobs/add-job.ts'
import { requireFewBounces } from '../../platform/mail-transport/index.ts'
import { keepSearchText } from '../list/search-text.ts'
import { holdMailable, type MailableTransfer, noteEdited } from '../manage/transfer-change-store.ts'
import { appendRecipients, listRecipientAddresses } from './recipient-store.ts'
import { recipientToken } from './recipient-token.ts'

export interface TypedRecipient {
  email: string
  name?: string | undefined
  company?: string | undefined
}

/** A new recipient, with the address parsed. */
export interface AddedRecipient {
  address: string
  name: string | null
  company: string | null
}

/** Each address once. @throws Problem 'invalid-recipient' {address} */
export function parseRecipients(typed: readonly TypedRecipient[]): AddedRecipient[] {
  const people = new Map<string, AddedRecipient>()
  for (const { email, name, company } of typed) {
    const parsed = parseAddress(email)
    if ('problem' in parsed) throw new Problem('invalid-recipient', { address: email })
    if (people.has(parsed.address)) continue
    people.set(parsed.address, { address: parsed.address, name: name || null, company: company || null })
  }
  return [...people.values()]
}

/**
 * The account and its transfer, both locked until the transaction ends, if mails may be sent for them now. Counts
 * neither as a transfer of the month nor towards the storage.
 *
 * @throws Problem 'account-suspended', 'subscription-due'; 'transfer-not-found', 'transfer-expired'; 'sending-paused'
 */
export async function holdForMail(
  tx: Kysely<Database>,
  accountId: string,
  named: { id: string } | { slug: string },
): Promise<{ live: LiveAccount; transfer: MailableTransfer }> {
  const live = await holdMailing(tx, accountId)
  const transfer = await holdMailable(tx, accountId, named)
  if (transfer === null) throw new Problem('transfer-not-found')
  if (transfer.isExpired) throw new Problem('transfer-expired')
  await requireFewBounces(tx, transfer.senderAddress)
  return { live, transfer }
}

/** The account, locked, if mails may be sent for it now. @throws Problem 'account-suspended', 'subscription-due' */
export async function holdMailing(tx: Kysely<Database>, accountId: string): Promise<LiveAccount> {
  const live = await readLiveAccount(tx, accountId, { hold: true })
  if (live === null) throw new Problem('unauthenticated')
  const code = judgeStanding({ ...live, usedBytes: 0, monthTransfers: 0 })
  if (code !== null) throw new Problem(code)
  return live
}

/** A locked transfer with its account; `live` null: a visitor sent it. */
export interface HeldTransfer {
  live: LiveAccount | null
  transfer: MailableTransfer
}

/** The sender of mails about a transfer: they count for the network that it was sent from. */
export const mailSenderOf = ({ live, transfer }: HeldTransfer): MailSender =>
  live === null
    ? visitorSender({ address: transfer.senderAddress, network: transfer.network })
    : accountSender(live, transfer.network)

/**
 * Adds those who are not recipients yet, and removed ones with a new link. A job mails them for an email transfer.
 * Counts all mails of this call: those, and the ones to `mailed`, whom the caller has mailed. Returns how many were
 * added.
 *
 * @throws Problem 'message-holds-link', 'too-many-recipients' {limit}; as `countMails` does
 */
export async function addPeople(
  { masterKey }: Pick<Context, 'masterKey'>,
  tx: Kysely<Database>,
  held: HeldTransfer,
  {
    people,
    language,
    mailed = [],
  }: { people: readonly AddedRecipient[]; language: string | null; mailed?: readonly string[] },
): Promise<number> {
  const { live, transfer } = held
  const role = live?.role ?? 'anon'
  requirePlainNames(role, people)
  const had = await listRecipientAddresses(tx, transfer.id)
  const added = people.filter(({ address }) => !had.includes(address))
  const { recipientLimit } = plans[role]
  if (added.length > 0 && had.length + added.length > recipientLimit) {
    throw new Problem('too-many-recipients', { limit: recipientLimit })
  }
  // The mails of a scheduled transfer count when they leave.
  const told = transfer.sendAs === 'email' && !transfer.isScheduled ? added.map(({ address }) => address) : []
  await countMails(tx, mailSenderOf(held), [...told, ...mailed], { id: transfer.id, recipientLimit })
  if (added.length === 0) return 0
  const recipients = added.map((person) => {
    const id = newId()
    return { id, ...person, tokenHash: hashToken(recipientToken(masterKey, id)) }
  })
  await appendRecipients(tx, transfer.id, recipients, language)
  await noteEdited(tx, transfer.id)
  await keepSearchText(tx, transfer)
  if (transfer.sendAs === 'email') {
    if (!transfer.isScheduled) await addJob(tx, 'tell-recipients', { transferId: transfer.id })
    if (live !== null) await addJob(tx, 'save-contacts', { accountId: live.id, transferId: transfer.id })
  }
  return added.length
}

/**
 * They are shown beside one of our links.
 *
 * @throws Problem 'message-holds-link' {field}
 */
export function requirePlainNames(role: Role, people: ReadonlyArray<Omit<AddedRecipient, 'address'>>): void {
  if (!isUnpaid(role)) return
  const names = people.flatMap(({ name, company }) => [name ?? '', company ?? ''])
  if (names.some(holdsLink)) throw new Problem('message-holds-link', { field: 'emailTo' })
}
