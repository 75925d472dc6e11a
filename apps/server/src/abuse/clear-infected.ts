import type { Context } from '../context.ts'
import type { TimeCursor } from '../platform/cursor.ts'
import { noteSecurityIn } from '../platform/security-log/security-scope.ts'
import { findSendingOf, tellCleared } from '../transfers/index.ts'
import { clearInfectedFiles, type InfectedFile, listInfectedFiles } from '../uploads/index.ts'

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

export interface Cleared {
  /** Files that can be downloaded again. */
  opened: number
  /** Files that stay withdrawn, because their content is blocked. */
  blocked: number
}

/**
 * An operator's decision that the scanner was wrong about a file: it opens again with every file of the same content, and
 * their proven senders are told. None of them is scanned again. A scan with other signatures opens no file by itself: it
 * may have lost what an earlier one saw. A block of the content is an operator's too, for another reason than malware: it
 * stays, and the files stay withdrawn for it.
 *
 * @param by the account of the operator at the desk; absent: the command line
 * @returns null where there is no such infected file, or its bytes are gone
 */
export async function clearInfected(
  ctx: Pick<Context, 'db' | 'masterKey' | 'config'>,
  fileId: string,
  { because, by }: { because: string; by?: string },
): Promise<Cleared | null> {
  return ctx.db.transaction().execute(async (tx) => {
    const cleared = await clearInfectedFiles(tx, fileId)
    if (cleared.length === 0) return null
    const facts = { file: fileId, files: cleared.length, because, ...(by === undefined ? {} : { by }) }
    await noteSecurityIn(tx, { event: 'file-cleared', outcome: 'ok', facts })
    const opened = cleared.filter(({ isBlocked }) => !isBlocked)
    for (const file of opened) await tellCleared(ctx, tx, file)
    return { opened: opened.length, blocked: cleared.length - opened.length }
  })
}
