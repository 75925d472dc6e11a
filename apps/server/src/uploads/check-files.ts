import type { Context } from '../context.ts'
import { listUncheckedFiles, markFileChecked } from './blob-row-store.ts'
import { loadReadable } from './read-file.ts'
import { requireStore } from './require-store.ts'
import { sumFile } from './sum-stored.ts'
import { type TellWithdrawn, withdrawDamaged } from './withdraw-damaged.ts'

/**
 * Reads each stored file of an upload once: checks its CRC-32 against the one its parts were acknowledged with and
 * keeps its SHA-256. A file that is not what was sent is taken back, and `tell` runs in the same transaction. Safe to
 * run again: files already checked are left alone.
 *
 * @throws what the store throws when it cannot be reached, or lacks what it should have; the job then runs again
 */
export async function checkFiles(
  ctx: Pick<Context, 'db' | 'stores' | 'log' | 'alarms'>,
  uploadId: string,
  tell: TellWithdrawn,
): Promise<void> {
  for (const { id } of await listUncheckedFiles(ctx.db, uploadId)) {
    const [file] = await loadReadable(ctx.db, [id])
    if (file === undefined) continue
    const found = await sumFile(ctx, file)
    if ('sha256' in found) await markFileChecked(ctx.db, id, found.sha256)
    else {
      if (found.because === 'gone' && file.source !== null) await requireStore(ctx, file.source)
      await withdrawDamaged(ctx, id, found, tell)
    }
  }
}
