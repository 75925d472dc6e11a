import { Problem } from '@waybill/contract/core/problems'
import type { Context } from '../../context.ts'
import { loadReadable } from '../read-file.ts'
import { isBlocked, listSuspects } from './file-store.ts'
import { sumPart } from './sum-stored.ts'

/**
 * Refuses files with a blocked content, before they are visible. Reads only files that match a blocked content in what
 * `listSuspects` compares. A blocked content that was never stored here has no size to compare: the job that reads
 * every file withdraws it.
 *
 * @throws Problem 'file-blocked' {path}
 */
export async function refuseBlocked(
  ctx: Pick<Context, 'db' | 'hashing'>,
  files: ReadonlyArray<{ id: string }>,
): Promise<void> {
  const suspects = await listSuspects(
    ctx.db,
    files.map(({ id }) => id),
  )
  if (suspects.length === 0) return
  for (const file of await loadReadable(ctx.db, suspects)) {
    // The claimed CRC-32 does not matter here: the job that checks the file finds a wrong one.
    const options = { crc32: 0, wantsSha256: true }
    const { sha256 } = await sumPart(ctx.hashing.sum, file, { offset: 0, bytes: file.bytes }, options)
    if (sha256 !== null && (await isBlocked(ctx.db, sha256))) throw new Problem('file-blocked', { path: file.path })
  }
}
