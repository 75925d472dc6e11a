import { Problem } from '@waybill/contract/core/problems'
import type { User } from '@waybill/contract/identity/profile-endpoints'
import type { Kysely } from 'kysely'
import type { Database } from '../platform/database/schema.ts'
import { findCurrent } from './mail-domain-store.ts'
import { statusOf } from './read-mail-domain.ts'

/** The workspace's email domain as the user object has it; null where there is none. */
export async function findMailDomain(db: Kysely<Database>, workspaceId: string): Promise<User['pmDomain']> {
  const row = await findCurrent(db, workspaceId)
  return row && { ID: row.id, DKIMUpdateStatus: statusOf(row.status) }
}

/**
 * A call may name the email domain that its mails leave from. They leave from the workspace's own in any case.
 *
 * @throws Problem 'mail-domain-foreign'
 */
export async function requireOwnMailDomain(db: Kysely<Database>, workspaceId: string, id: string): Promise<void> {
  if ((await findCurrent(db, workspaceId))?.id !== id) throw new Problem('mail-domain-foreign')
}
