import type { Context } from '../context.ts'
import type { TimeCursor } from '../platform/cursor.ts'
import { noteSecurityIn } from '../platform/security-log/security-scope.ts'
import { findSendingOf, tellCleared } from '../transfers/index.ts'
import { clearInfectedFiles, type InfectedFile, liftHashIn, listInfectedFiles } from '../uploads/index.ts'

/** An infected file, with its owner's first transfer of it; null where it was only submitted to a request. */
export interface InfectedOfSender extends InfectedFile {
  sending: { slug: string; address: string } | null
}

export async function listInfected(
  { db }: Pick<Context, 'db'>,
  page: { after: TimeCursor | null; take: number },
): Promise<InfectedOfSender[]> {
  const files = await listInfectedFiles(db, page)
  const sendings = await Promise.all(files.map(({ id }) => findSendingOf(db, id)))
  return files.map((file, nth) => {
    const sending = sendings[nth]
    return { ...file, sending: sending ? { slug: sending.slug, address: sending.sender_mailbox } : null }
  })
}

/**
 * An operator's decision that the scanner was wrong about a file: it opens again with every file of the same content, a
 * block of the content is lifted, and their proven senders are told. None of them is scanned again. A scan with other
 * signatures opens no file by itself: it may have lost what an earlier one saw.
 *
 * @param by the account of the operator at the desk; absent: the command line
 * @returns how many files this opened; 0 where there is no such infected file, or its bytes are gone
 */
export async function clearInfected(
  ctx: Pick<Context, 'db' | 'masterKey' | 'config'>,
  fileId: string,
  { because, by }: { because: string; by?: string },
): Promise<number> {
  return ctx.db.transaction().execute(async (tx) => {
    const cleared = await clearInfectedFiles(tx, fileId)
    if (cleared.length === 0) return 0
    const sha256 = cleared.find(({ id }) => id === fileId)?.sha256 ?? null
    if (sha256 !== null) await liftHashIn(tx, sha256, by)
    const facts = { file: fileId, files: cleared.length, because, ...(by === undefined ? {} : { by }) }
    await noteSecurityIn(tx, { event: 'file-cleared', outcome: 'ok', facts })
    for (const file of cleared) await tellCleared(ctx, tx, file)
    return cleared.length
  })
}
