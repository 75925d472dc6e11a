import { Problem } from '@waybill/contract/problems'
import type { Context } from '../context.ts'
import { isBlocked, listSuspects } from './blocked-hash-store.ts'
import { loadReadable } from './read-file.ts'
import { sumFile } from './sum-stored.ts'

/**
 * Refuses files whose content is blocked, before they are visible. Only what has the size and CRC-32 of a blocked content is
 * read; a content whose own are not known yet is withdrawn when the job that reads every file finds it.
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
  for (const file of await loadReadable(ctx.db, suspects)) {
    const found = await sumFile(ctx.hashing.sum, file)
    if ('sha256' in found && (await isBlocked(ctx.db, found.sha256))) {
      throw new Problem('file-blocked', { path: file.path })
    }
  }
}
