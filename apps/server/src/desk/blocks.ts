import type { DeskBlock } from '@waybill/contract/operating/desk-block-endpoints'
import type { Context } from '../context.ts'
import { readCursor, writeCursor } from '../platform/cursor.ts'
import { liftHash, listBlocks } from '../uploads/index.ts'

const TAKE = 25

export async function listBlocksAtDesk(
  { db }: Pick<Context, 'db'>,
  { after }: { after?: string | undefined },
): Promise<{ blocks: DeskBlock[]; next: string | null }> {
  const found = await listBlocks(db, { after: readCursor(after), take: TAKE + 1 })
  const shown = found.slice(0, TAKE)
  const last = found.length > TAKE ? shown.at(-1) : undefined
  const blocks = shown.map(({ sha256, bytes, files, note, created_at }) => ({
    sha256: sha256.toString('hex'),
    ...{ bytes, files, note },
    blockedAt: created_at.toISOString(),
  }))
  const next = last === undefined ? null : writeCursor({ at: last.createdMicros, id: last.sha256.toString('hex') })
  return { blocks, next }
}

/** Lifts a block, which restores the files withdrawn for it. `by`: the operator's account, for the security log. */
export async function liftBlock({ db }: Pick<Context, 'db'>, sha256: string, by: string): Promise<boolean> {
  return liftHash(db, Buffer.from(sha256, 'hex'), by)
}
