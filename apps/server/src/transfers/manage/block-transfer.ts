import { isSlug } from '@waybill/contract/core/slugs'
import type { Kysely } from 'kysely'
import type { Context } from '../../context.ts'
import type { Database } from '../../platform/database/schema.ts'
import { noteSecurityIn } from '../../platform/security-log/security-scope.ts'
import { listHashesOf } from '../files/transfer-file-store.ts'
import { mailHeldBack } from '../recipients/mail-held-back.ts'
import { setBlocked } from './transfer-change-store.ts'

/** The slug in a slug or in any link to a transfer. */
const slugOf = (named: string): string =>
  /^(?:https?:\/\/[^/]+)?\/(?:w|d|downloads)\/([^/?#]+)/.exec(named)?.[1] ?? named

/**
 * Closes a transfer to everyone with its link, as if it did not exist, or opens it again: at once, even for granted
 * downloads. Mails that were due meanwhile are sent once it is open. `named` is its slug, or any link to it. False
 * where there is no such transfer.
 */
export async function blockTransfer({ db }: Pick<Context, 'db'>, named: string, isBlocked: boolean): Promise<boolean> {
  const slug = slugOf(named)
  if (!isSlug(slug)) return false
  return db.transaction().execute(async (tx) => {
    if (isBlocked) return blockTransferIn(tx, slug)
    const changed = await setBlocked(tx, slug, false)
    if (changed === null) return false
    const { id, accountId } = changed
    await mailHeldBack(tx, { transferId: id })
    await noteSecurityIn(tx, { event: 'transfer-unblocked', outcome: 'ok', accountId, facts: { transfer: id } })
    return true
  })
}

/** Closes it in the caller's transaction. `by`: the account of the operator at the desk; absent: the command line. */
export async function blockTransferIn(tx: Kysely<Database>, slug: string, by?: string): Promise<boolean> {
  const changed = await setBlocked(tx, slug, true)
  if (changed === null) return false
  const { id, accountId } = changed
  const facts = { transfer: id, ...(by === undefined ? {} : { by }) }
  await noteSecurityIn(tx, { event: 'transfer-blocked', outcome: 'ok', accountId, facts })
  return true
}

/** The SHA-256 of the contents of a transfer's files, and how many files no job has read yet. */
export async function hashesOfTransfer(
  { db }: Pick<Context, 'db'>,
  named: string,
): Promise<{ hashes: Buffer[]; unread: number }> {
  const all = await listHashesOf(db, slugOf(named))
  const hashes = all.flatMap((sha256) => sha256 ?? [])
  return { hashes, unread: all.length - hashes.length }
}
