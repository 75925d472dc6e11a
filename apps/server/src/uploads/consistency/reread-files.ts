import { Problem } from '@waybill/contract/core/problems'
import type { Context } from '../../context.ts'
import { addJob } from '../../platform/jobs/add-job.ts'
import { type Damage, sumPart } from '../finish/sum-stored.ts'
import { requireStorage } from '../plan/require-storage.ts'
import { loadReadable, type StoredFile } from '../read-file.ts'
import {
  addDoubt,
  type DueFile,
  endTurn,
  findDueFile,
  keepProgress,
  markReread,
  postponeReread,
  takeTurn,
} from './consistency-store.ts'
import { type TellWithdrawn, withdrawDamaged } from './withdraw-damaged.ts'

/** The most bytes of one turn, read at full speed before the pause that compensates for it. */
const TURN_BYTES = 64 * 1024 * 1024
const TURN_SECONDS = 10
/** Small files cost one lookup each. */
const TURN_FILES = 200
/** Findings that make damage certain: a bit that flipped in memory is not there a second time. */
const CERTAIN = 2

type Needs = Pick<Context, 'db' | 'stores' | 'hashing' | 'log' | 'alarms' | 'config'>

/**
 * One turn of reading the files that were not read for longest, and of withdrawing damaged ones. One process at a time
 * takes a turn, and turns follow each other at the rate that the operator allows; a large file is read over many of
 * them, each continuing from the last. A store that is unreachable, or lacks what it should have, proves nothing about
 * a file: it is tried again in a day. Safe to run at any time, in any number of processes.
 */
export async function rereadFiles(ctx: Needs, tell: TellWithdrawn): Promise<void> {
  const { bytesPerSecond, days } = ctx.config.rereading
  if (bytesPerSecond === 0 || (await findDueFile(ctx.db, days)) === null || !(await takeTurn(ctx.db))) return
  const budget = Math.min(TURN_BYTES, bytesPerSecond * TURN_SECONDS)
  let read = 0
  let due: DueFile | null = null
  for (let files = 0; files < TURN_FILES && read < budget; files += 1) {
    due = await findDueFile(ctx.db, days)
    if (due === null) break
    read += await rereadSome(ctx, due, budget - read, tell)
  }
  const pauseSeconds = read / bytesPerSecond
  await endTurn(ctx.db, pauseSeconds)
  if (due !== null) await addJob(ctx.db, 'reread-files', {}, { key: 'reread-files', delaySeconds: pauseSeconds })
}

/** Continues reading one file. Returns how many bytes were read. */
async function rereadSome(ctx: Needs, due: DueFile, budget: number, tell: TellWithdrawn): Promise<number> {
  const [file] = await loadReadable(ctx.db, [due.id])
  if (file === undefined) return 0
  try {
    const { read, damage } = await readOn(ctx, due, file, budget)
    if (damage !== null) await judge(ctx, file, damage, tell)
    return read
  } catch (error) {
    if (error instanceof Problem && error.code === 'stopping') throw error
    ctx.log.warn({ error, file: file.id }, 'a stored file cannot be read just now')
    ctx.alarms.note('files-unreadable')
    await postponeReread(ctx.db, file.id, ctx.config.rereading.days)
    return 0
  }
}

/** @throws the store's error when it is unavailable */
async function readOn(
  ctx: Needs,
  due: DueFile,
  file: StoredFile,
  budget: number,
): Promise<{ read: number; damage: Damage | null }> {
  const offset = due.reread_bytes
  const bytes = Math.min(budget, file.bytes - offset)
  // A SHA-256 cannot be paused and resumed: for a large file the CRC-32 is compared, in addition to what each record
  // proves.
  const wantsSha256 = bytes === file.bytes
  const options = { crc32: due.reread_crc32, wantsSha256 }
  const { read, crc32, sha256, damage } = await sumPart(ctx.hashing.sum, file, { offset, bytes }, options)
  if (damage !== null) return { read, damage: { because: damage } }
  if (offset + bytes < file.bytes) {
    await keepProgress(ctx.db, due, offset + bytes, crc32)
    return { read, damage: null }
  }
  const isSound = crc32 === file.crc32 && (!sha256 || !file.sha256 || file.sha256.equals(sha256))
  if (isSound) await markReread(ctx.db, file.id)
  return { read, damage: isSound ? null : { because: 'sum-differs' } }
}

/** A first finding is checked again before it counts. */
async function judge(ctx: Needs, file: StoredFile, damage: Damage, tell: TellWithdrawn): Promise<void> {
  if (damage.because === 'gone' && file.source !== null) await requireStorage(ctx, file.source)
  if ((await addDoubt(ctx.db, file.id)) < CERTAIN)
    ctx.log.warn({ file: file.id, ...damage }, 'a stored file is read again')
  else await withdrawDamaged(ctx, file.id, damage, tell)
}
