import type { Context } from '../context.ts'
import { lockAccount } from '../identity/accounts/index.ts'
import { newId } from '../platform/ids.ts'
import { listRecipients, type Recipient } from '../transfers/index.ts'
import { keptText } from './contact-fields.ts'
import { countContacts, holdSharedBook, knownAddresses, noteSharedSends, upsertContacts } from './contact-store.ts'
import { MAX_CONTACTS } from './max-contacts.ts'

/**
 * Adds a transfer's recipients to its sender's contacts, with the time of sending; those in the team's shared book get
 * the time there. Safe to run again.
 */
export async function saveContacts(
  { db, log }: Pick<Context, 'db' | 'log'>,
  { accountId, transferId }: { accountId: string; transferId: string },
): Promise<void> {
  const recipients = new Map(
    (await listRecipients(db, transferId)).flatMap((recipient) =>
      recipient.address === null || recipient.removed_at !== null ? [] : [[recipient.address, recipient]],
    ),
  )
  if (recipients.size === 0) return
  await db.transaction().execute(async (tx) => {
    if (!(await lockAccount(tx, accountId))) return
    const addresses = [...recipients.keys()]
    const known = await knownAddresses(tx, accountId, 'own', addresses)
    const shared = await knownAddresses(tx, accountId, 'shared', addresses)
    if (shared.size > 0) {
      await holdSharedBook(tx, accountId)
      const at = (email: string) => (recipients.get(email) as Recipient).created_at
      const sends = [...shared].map((email) => ({ email, at: at(email) }))
      await noteSharedSends(tx, accountId, sends)
    }
    const unknown = addresses.filter((address) => !known.has(address) && !shared.has(address))
    const room = MAX_CONTACTS - (await countContacts(tx, accountId))
    const fresh = unknown.slice(0, Math.max(0, room))
    const contacts = [...known, ...fresh].map((email) => {
      const { name, company, created_at } = recipients.get(email) as Recipient
      return {
        id: newId(),
        email,
        name: keptText(name ?? ''),
        company: keptText(company ?? ''),
        lastSentAt: created_at,
      }
    })
    await upsertContacts(tx, { id: accountId }, 'own', contacts)
    if (fresh.length < unknown.length) log.info({ accountId }, 'a contact book is full')
  })
}
