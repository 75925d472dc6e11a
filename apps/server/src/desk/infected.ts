import { Problem } from '@waybill/contract/core/problems'
import type { DeskInfected } from '@waybill/contract/operating/desk-infected-endpoints'
import { type Cleared, clearInfected, listInfected } from '../abuse/index.ts'
import type { Context } from '../context.ts'
import { readCursor, writeCursor } from '../platform/cursor.ts'

const TAKE = 25

export async function listInfectedAtDesk(
  { db }: Pick<Context, 'db'>,
  { after }: { after?: string | undefined },
): Promise<{ files: DeskInfected[]; next: string | null }> {
  const found = await listInfected({ db }, { after: readCursor(after), take: TAKE + 1 })
  const shown = found.slice(0, TAKE)
  const last = found.length > TAKE ? shown.at(-1) : undefined
  const files = shown.map(({ id, bytes, sha256, finding, scannedAt, sending }) => ({
    _id: id,
    ...{ bytes, finding, sending },
    sha256: sha256?.toString('hex') ?? null,
    scannedAt: scannedAt.toISOString(),
  }))
  return { files, next: last === undefined ? null : writeCursor({ at: last.scannedMicros, id: last.id }) }
}

/** @throws Problem 'not-found' */
export async function clearAtDesk(
  ctx: Pick<Context, 'db' | 'masterKey' | 'config'>,
  file: string,
  { reason, by }: { reason: string; by: string },
): Promise<Cleared> {
  const cleared = await clearInfected(ctx, file, { because: reason.trim(), by })
  if (cleared === null) throw new Problem('not-found')
  return cleared
}
