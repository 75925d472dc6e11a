import type { Kysely } from 'kysely'
import { workspaceKey } from '../../billing/index.ts'
import type { Database } from '../../platform/database/schema.ts'
import { listOwnOpenUploads, moveReservations, replaceUploadOwner } from '../upload-store.ts'
import { giveUp } from './give-up.ts'

/**
 * Everything that one account stores becomes another's, of the same workspace. What the first is sending ends; uploads
 * of suppliers go on.
 */
export async function handOverUploads(tx: Kysely<Database>, from: string, to: string): Promise<void> {
  for (const id of await listOwnOpenUploads(tx, from)) await giveUp(tx, id)
  await replaceUploadOwner(tx, from, to)
}

/** The account's uploads in progress go on in the workspace that it joins. */
export const moveUploads = (
  tx: Kysely<Database>,
  accountId: string,
  { from, to }: { from: string; to: string },
): Promise<void> => moveReservations(tx, accountId, workspaceKey(from), workspaceKey(to))
