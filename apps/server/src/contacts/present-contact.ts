import type { Contact } from '@waybill/contract/contacts/endpoints'
import type { Kysely } from 'kysely'
import { listMembers } from '../identity/accounts/index.ts'
import type { Database } from '../platform/database/schema.ts'
import type { ActorAccount } from '../platform/http/actor.ts'
import type { ContactRow, Keeper } from './contact-store.ts'

/** By the ids of their accounts: what members of a team are called. */
export type MemberNames = ReadonlyMap<string, string>

export const presentContact = (row: ContactRow, keeper: Keeper, names: MemberNames = new Map()): Contact => ({
  _id: row.id,
  email: row.email,
  name: row.name,
  company: row.company,
  lastSentAt: row.last_sent_at?.toISOString() ?? null,
  book: row.is_shared ? 'shared' : 'own',
  isEditable: row.account_id === keeper.id || keeper.memberRole !== 'member',
  sharedBy: row.is_shared && row.account_id !== keeper.id ? (names.get(row.account_id) ?? null) : null,
})

/** Reads names only where a row is somebody else's. */
export async function presentContacts(
  db: Kysely<Database>,
  account: Pick<ActorAccount, 'id' | 'memberRole' | 'workspaceId'>,
  rows: readonly ContactRow[],
): Promise<Contact[]> {
  const isOthers = rows.some(({ account_id: owner }) => owner !== account.id)
  const members = isOthers ? await listMembers(db, account.workspaceId) : []
  const names = new Map(members.map(({ id, full_name: name, email }) => [id, name || email]))
  return rows.map((row) => presentContact(row, account, names))
}
