import type { Kysely } from 'kysely'
import type { Database } from '../../platform/database/schema.ts'
import { noteSecurityIn } from '../../platform/security-log/security-scope.ts'
import type { WithdrawnFile } from '../consistency/withdraw-damaged.ts'
import { deleteBlock, insertBlock, withdrawBlocked } from './file-store.ts'

const FILES_PER_PAGE = 100

/**
 * Blocks a content: it is refused from now on, and files that have it are withdrawn at once; `tell` runs in the
 * transaction that withdraws. Safe to run again: that withdraws what an earlier run left.
 *
 * @param by the account of the operator at the desk; absent: the command line
 * @returns how many files this withdrew
 */
export async function blockHash(
  db: Kysely<Database>,
  { sha256, note, by }: { sha256: Uint8Array; note: string; by?: string | undefined },
  tell: (tx: Kysely<Database>, file: WithdrawnFile) => Promise<void>,
): Promise<number> {
  await db.transaction().execute(async (tx) => {
    const facts = { sha256: Buffer.from(sha256).toString('hex'), ...(by === undefined ? {} : { by }) }
    if (await insertBlock(tx, sha256, note))
      await noteSecurityIn(tx, { event: 'content-blocked', outcome: 'ok', facts })
  })
  for (let total = 0; ; ) {
    const withdrawn = await db.transaction().execute(async (tx) => {
      const files = await withdrawBlocked(tx, sha256, FILES_PER_PAGE)
      for (const { id, path, bytes } of files) await tell(tx, { id, path, bytes, isBlocked: true })
      return files.length
    })
    if (withdrawn === 0) return total
    total += withdrawn
  }
}

/**
 * Lifts a block and restores the files that were withdrawn for it. False where there was none.
 *
 * @param by the account of the operator at the desk; absent: the command line
 */
export async function liftHash(db: Kysely<Database>, sha256: Uint8Array, by?: string): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const isLifted = await deleteBlock(tx, sha256)
    const facts = { sha256: Buffer.from(sha256).toString('hex'), ...(by === undefined ? {} : { by }) }
    if (isLifted) await noteSecurityIn(tx, { event: 'content-unblocked', outcome: 'ok', facts })
    return isLifted
  })
}
