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

/** Bytes of one turn at most: what is read at full speed before the pause that makes up for it. */
const TURN_BYTES = 64 * 1024 * 1024
const TURN_SECONDS = 10
/** Small files cost a look each. */
const TURN_FILES = 200
/** Findings after which nobody doubts: a bit that tipped over in memory is not there a second time. */
const CERTAIN = 2

type Needs = Pick<Context, 'db' | 'stores' | 'hashing' | 'log' | 'alarms' | 'config'>

/**
 * One turn of reading what was not read for long, the longest first, and of withdrawing what is rotten. Turns are taken
 * by one process at a time and follow each other at the rate the operator allows; a large file is read over many of
 * them, each going on where the last one ended. A store that cannot be reached, or lacks what it should have, proves
 * nothing of a file: it is tried again in a day. Safe to run at any time, in any number of processes.
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

/** Reads on in one file. How many bytes that were. */
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

/** @throws what the store throws when it is away */
async function readOn(
  ctx: Needs,
  due: DueFile,
  file: StoredFile,
  budget: number,
): Promise<{ read: number; damage: Damage | null }> {
  const offset = due.reread_bytes
  const bytes = Math.min(budget, file.bytes - offset)
  // A SHA-256 cannot be put down and taken up again: of a large file the CRC-32 is compared, beside what each record
  // proves.
  const wantsSha256 = bytes === file.bytes
  const wish = { crc32: due.reread_crc32, wantsSha256 }
  const { read, crc32, sha256, damage } = await sumPart(ctx.hashing.sum, file, { offset, bytes }, wish)
  if (damage !== null) return { read, damage: { because: damage } }
  if (offset + bytes < file.bytes) {
    await keepProgress(ctx.db, due, offset + bytes, crc32)
    return { read, damage: null }
  }
  const isSound = crc32 === file.crc32 && (!sha256 || !file.sha256 || file.sha256.equals(sha256))
  if (isSound) await markReread(ctx.db, file.id)
  return { read, damage: isSound ? null : { because: 'sum-differs' } }
}

/** What was found once is looked at again before it is believed. */
async function judge(ctx: Needs, file: StoredFile, damage: Damage, tell: TellWithdrawn): Promise<void> {
  if (damage.because === 'gone' && file.source !== null) await requireStorage(ctx, file.source)
  if ((await addDoubt(ctx.db, file.id)) < CERTAIN)
    ctx.log.warn({ file: file.id, ...damage }, 'a stored file is read again')
  else await withdrawDamaged(ctx, file.id, damage, tell)
}
