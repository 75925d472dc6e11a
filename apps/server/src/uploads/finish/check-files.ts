import type { Context } from '../../context.ts'
import { addJob } from '../../platform/jobs/add-job.ts'
import { nextTurn } from '../../platform/jobs/next-turn.ts'
import { listUnchecked, listUncheckedFiles } from '../blob-store.ts'
import { type TellWithdrawn, withdrawDamaged } from '../consistency/withdraw-damaged.ts'
import { requireStorage } from '../plan/require-storage.ts'
import { loadReadable } from '../read-file.ts'
import { senderFlag } from '../upload-store.ts'
import { keepHash } from './file-store.ts'
import { sumFile } from './sum-stored.ts'

/** Files in one job: small ones share a job up to this many bytes, because each job has a cost. */
const SHARED_BYTES = 64 * 1024 * 1024
const SHARED_FILES = 500

/**
 * Has the unchecked files of an upload checked, and scanned where there is a scanner, in separate jobs, which alternate
 * with those of other senders.
 */
export async function startChecks({ db, config }: Pick<Context, 'db' | 'config'>, uploadId: string): Promise<void> {
  const groups = inGroups(await listUncheckedFiles(db, uploadId))
  if (groups.length === 0) return
  const flag = await senderFlag(db, uploadId)
  await db.transaction().execute(async (tx) => {
    const turn = await nextTurn(tx, flag)
    for (const [nth, fileIds] of groups.entries()) {
      const key = `check-file/${fileIds[0]}`
      await addJob(tx, 'check-file', { fileIds }, { key, flags: [flag], priority: turn(nth) })
      if (config.scan === null) continue
      const scan = { key: `scan-files/${fileIds[0]}`, flags: [flag], priority: turn(nth) }
      await addJob(tx, 'scan-files', { fileIds }, scan)
    }
  })
}

function inGroups(files: ReadonlyArray<{ id: string; bytes: number }>): string[][] {
  const groups: string[][] = []
  let held = Number.POSITIVE_INFINITY
  for (const { id, bytes } of files) {
    held += bytes
    const last = groups.at(-1)
    if (last === undefined || held > SHARED_BYTES || last.length >= SHARED_FILES) {
      groups.push([id])
      held = bytes
    } else last.push(id)
  }
  return groups
}

/**
 * Reads stored files once: compares each one's CRC-32 with the acknowledged one of its parts and stores its SHA-256.
 * Withdraws a file that differs from what was sent, and `tell` runs in the same transaction. Safe to run again: skips
 * files that are already checked.
 *
 * @throws the store's error when it is unreachable, or lacks what it should have; the job then runs again
 */
export async function checkFiles(
  ctx: Pick<Context, 'db' | 'stores' | 'hashing' | 'log' | 'alarms'>,
  fileIds: readonly string[],
  tell: TellWithdrawn,
): Promise<void> {
  for (const id of await listUnchecked(ctx.db, fileIds)) {
    const [file] = await loadReadable(ctx.db, [id])
    if (file === undefined) continue
    const found = await sumFile(ctx.hashing.sum, file)
    if ('sha256' in found) {
      await ctx.db.transaction().execute(async (tx) => {
        const blocked = await keepHash(tx, id, found.sha256)
        if (blocked !== null) await tell(tx, { id, path: blocked.path, bytes: blocked.bytes, isBlocked: true })
      })
    } else {
      if (found.because === 'gone' && file.source !== null) await requireStorage(ctx, file.source)
      await withdrawDamaged(ctx, id, found, tell)
    }
  }
}
