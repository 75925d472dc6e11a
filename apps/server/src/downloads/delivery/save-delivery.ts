import {
  type Asking,
  type ConnectionEnd,
  type EvidenceKind,
  evidenceOf,
  judgeFile,
  LATE_AFTER_MS,
  mayJump,
  QUIET_SECONDS,
  readTo,
} from '@waybill/contract/tracking/evidence'
import type { Kysely } from 'kysely'
import type { Context } from '../../context.ts'
import type { Database } from '../../platform/database/schema.ts'
import { addJob } from '../../platform/jobs/add-job.ts'
import {
  type EventContext,
  type EventEntry,
  momentOf,
  notifyChanged,
  recordEvents,
} from '../../tracking/ledger/index.ts'
import { lockRecipient, readAlertMode } from '../../transfers/index.ts'
import { useQuota } from '../grant/download-quota-store.ts'
import {
  beginDeliveries,
  type FileRange,
  type FinishedFile,
  hasFinished,
  type MergedFile,
  markCutWhole,
  mergeDeliveries,
  unmarkCutWhole,
} from './delivery-store.ts'
import { finishFiles } from './finish-files.ts'
import {
  dropSending,
  hasJumped,
  keepSending,
  listCutBehind,
  listNeighbours,
  pruneSendings,
  type Sending,
  settleCut,
} from './sending-store.ts'

/** A download without a byte for this long has stalled. */
const STALLED_AFTER_SECONDS = 600
/** Files finished within this time are reported in one mail. */
const GATHER_SECONDS = 60
const MOMENT_TRIES = 5

export interface ByteRange {
  from: number
  to: number
}

/** What happened to one answer since it was last saved; ranges refer to its resource. */
export interface DeliveryStep {
  sending: Sending
  eventContext: EventContext
  /** The grant whose quota it uses; null where downloads are not limited. */
  grantId: string | null
  /** The files that a range of the resource touches. */
  fileRangesOf(range: ByteRange): Iterable<FileRange>
  /** The one file that the resource is; null for an archive. */
  fileId: string | null
  /** Of the whole resource. */
  resourceBytes: number
  asking: Asking
  /** The evidence that anything has arrived. */
  evidence: EvidenceKind
  /** The kernel has taken everything before it. */
  writtenTo: number
  /** Arrived since the last step; at an end that a proxy reports, all that it has sent. */
  arrived: ByteRange
  /** Counted as arrived in earlier steps, but had not. */
  takenBack: ByteRange
  isFirst: boolean
  /** How the connection ended; null while it runs, and where the process ends before the answer does. */
  end: ConnectionEnd | null
  /** When the step happened, by `performance.now()`: saving may have been delayed. */
  happenedAtMs: number
  /** It is time to tell observers that it moves, and to postpone the check for a stall. */
  isTellDue: boolean
  isStallDue: boolean
  /** The result of saving the answer's first step; null: this is it. */
  hadAll: boolean | null
}

type Needs = Pick<Context, 'db' | 'geo' | 'signer' | 'nodeId'>
type Tx = Kysely<Database>

/**
 * Saves a step by the rules of evidence: merges ranges into deliveries, once per recipient and file however often and
 * from wherever they are sent; records the events and queues the sender's mail in the same transaction.
 *
 * @returns whether the recipient had every file of the resource before the answer, as far as it delivers them whole
 */
export async function saveDelivery(ctx: Needs, step: DeliveryStep): Promise<{ hadAll: boolean }> {
  const { recipientId } = step.sending
  return ctx.db.transaction().execute(async (tx) => {
    await lockRecipient(tx, recipientId)
    const at = step.isFirst || step.end !== null ? await momentOfStep(tx, step) : null
    const hadAll = step.hadAll ?? (await hadEveryFile(tx, step))
    const begun = at === null ? [] : await begin(tx, step, at)
    const jumps = await judgeJumping(tx, step)
    const read = [...(await settleBehind(tx, step, jumps)), ...(await readAtEnd(tx, step, jumps))]
    const brought = {
      arrived: fileRangesIn(step, [step.arrived]),
      read: fileRangesIn(step, read),
      takenBack: step.takenBack.to > step.takenBack.from ? fileRangesIn(step, [step.takenBack]) : [],
      evidence: step.evidence,
    }
    const hasMoved = brought.arrived.length + brought.read.length + brought.takenBack.length > 0
    const merged = hasMoved ? await mergeDeliveries(tx, recipientId, brought) : []
    if (step.grantId !== null) await useQuota(tx, step.grantId, touchedBy(step), brought.read)
    await keepOrDrop(ctx, tx, { ...step, sending: { ...step.sending, mayJump: jumps } }, read)
    if (at !== null) await recordEvents(tx, ctx, step.eventContext, entriesOf(step, { at, hadAll, begun }))
    const finished = judge(merged, step.evidence)
    if (finished.length > 0)
      await finishFiles(tx, ctx, step.eventContext, finished, at ?? (await momentOfStep(tx, step)))
    // Everything that a connection delivered may have been saved before it broke off: its end then merges nothing.
    if (step.end === 'cut' || (step.end !== null && merged.some(isDoubtful))) {
      await lookAgain(tx, step, merged.filter(isDoubtful))
    }
    if (hasMoved || begun.length > 0) await noteMovement(tx, step)
    if (finished.length > 0 || step.end !== null) await tellDownload(tx, step.eventContext.transferId)
    return { hadAll }
  })
}

/** A bot's download is on record and counts for nobody, but still cannot exceed the sender's limit. */
export async function saveMachineDelivery(ctx: Needs, step: DeliveryStep): Promise<void> {
  const { eventContext, fileId, sending, grantId, arrived, end, isFirst } = step
  const bytes = arrived.to - sending.startsAt
  await ctx.db.transaction().execute(async (tx) => {
    if (grantId !== null) {
      await lockRecipient(tx, sending.recipientId)
      const read = end === 'read' ? fileRangesIn(step, [{ from: sending.startsAt, to: arrived.to }]) : []
      await useQuota(tx, grantId, touchedBy(step), read)
    }
    const at = await momentOfStep(tx, step)
    const begun: EventEntry[] = isFirst ? [{ kind: 'begun', fileId, at }] : []
    const delivered: EventEntry[] = end !== null ? [{ kind: 'delivered', fileId, bytes, at }] : []
    await recordEvents(tx, ctx, eventContext, [...begun, ...delivered])
  })
}

/** Notes the files of the answer, once: all files of an archive begin with its first byte. */
async function begin(tx: Tx, step: DeliveryStep, at: Date): Promise<string[]> {
  const { startsAt, endsAt, recipientId } = step.sending
  if (!step.isFirst) return []
  await pruneSendings(tx, recipientId)
  const files = uniqueFiles(fileRangesIn(step, [{ from: startsAt, to: endsAt }]))
  return files.length > 0 ? beginDeliveries(tx, recipientId, files, at) : []
}

/** Whether the reader may seek, as far as that matters to the step. */
async function judgeJumping(tx: Tx, { isFirst, end, sending, asking }: DeliveryStep): Promise<boolean> {
  if (!isFirst && end === null) return false
  return mayJump(asking, await hasJumped(tx, sending))
}

/** Other answers that were cut just before the start of this one are now known to have been read. */
async function settleBehind(tx: Tx, { isFirst, sending, asking }: DeliveryStep, jumps: boolean): Promise<ByteRange[]> {
  if (!isFirst || sending.startsAt === 0 || jumps) return []
  const isResumed = asking === 'resumed'
  const settled: ByteRange[] = []
  for (const cut of await listCutBehind(tx, sending, sending.startsAt, isResumed)) {
    const to = readTo(cut, 'cut', [sending.startsAt])
    if (to <= cut.readTo) continue
    await settleCut(tx, cut.id, to)
    settled.push({ from: cut.startsAt, to })
  }
  return settled
}

/** What is known to have been read of the answer itself, now that its connection has ended. */
async function readAtEnd(tx: Tx, { sending, arrived, end }: DeliveryStep, jumps: boolean): Promise<ByteRange[]> {
  if (end === null) return []
  const carried = { startsAt: sending.startsAt, arrivedTo: arrived.to }
  const to = readTo(carried, end, end === 'cut' && !jumps ? await listNeighbours(tx, sending) : [])
  return to > sending.startsAt || end === 'read' ? [{ from: sending.startsAt, to }] : []
}

const isDoubtful = ({ bytes, arrivedBytes, readBytes }: MergedFile) => arrivedBytes === bytes && readBytes < bytes

/** An empty file is finished by an answer that was read, with that answer's evidence; any other file by its bytes. */
function judge(merged: readonly MergedFile[], ofAnswer: EvidenceKind): FinishedFile[] {
  return merged.flatMap(({ fileId, wasRead, ...file }) => {
    const verdict = judgeFile({ ...file, isQuiet: false, isCutWhole: false })
    const isFinished = verdict.state === 'finished' && (file.bytes > 0 || wasRead)
    const evidence = file.bytes > 0 ? evidenceOf(file) : ofAnswer
    return isFinished ? [{ fileId, doubtBytes: verdict.doubtBytes, evidence }] : []
  })
}

/**
 * Everything arrived, and not everything is known to have been read: within a minute it shows whether anybody asks
 * again.
 */
async function lookAgain(tx: Tx, step: DeliveryStep, files: readonly MergedFile[]): Promise<void> {
  const { recipientId } = step.sending
  const { transferId, ip, userAgent = null } = step.eventContext
  const brought = files.map(({ fileId }) => fileId)
  if (step.end === 'read' && step.arrived.to > step.sending.startsAt) await unmarkCutWhole(tx, recipientId, brought)
  const key = `settle-doubt/${recipientId}`
  await addJob(tx, 'settle-doubt', { transferId, recipientId, ip, userAgent }, { key, delaySeconds: QUIET_SECONDS })
}

const wholeOf = ({ resourceBytes }: DeliveryStep): ByteRange => ({ from: 0, to: resourceBytes })

/** Runs before the first of its bytes is merged: what the answer itself completes was not complete before. */
async function hadEveryFile(tx: Tx, step: DeliveryStep): Promise<boolean> {
  const { recipientId, startsAt, endsAt } = step.sending
  if (startsAt > 0 || endsAt < step.resourceBytes) return false
  return hasFinished(tx, recipientId, uniqueFiles(fileRangesIn(step, [wholeOf(step)])))
}

/**
 * 'again', with the number of files for an archive: the whole resource was sent to somebody who already had all of it.
 */
function repeatOf(step: DeliveryStep, hadAll: boolean): string | null {
  if (!hadAll || step.end !== 'read' || step.arrived.to < step.resourceBytes) return null
  return step.fileId === null ? `again ${uniqueFiles(fileRangesIn(step, [wholeOf(step)])).length}` : 'again'
}

function entriesOf(
  step: DeliveryStep,
  { at, hadAll, begun }: { at: Date; hadAll: boolean; begun: readonly string[] },
): EventEntry[] {
  const { fileId, sending, arrived, end, evidence } = step
  const bytes = arrived.to - sending.startsAt
  const detail = repeatOf(step, hadAll)
  const delivered: EventEntry[] =
    end !== null && bytes > 0 ? [{ kind: 'delivered', fileId, bytes, detail, evidence, at }] : []
  return [...(begun.length > 0 ? [{ kind: 'begun' as const, ...filesOf(step, begun), at }] : []), ...delivered]
}

/** One file by its id, the files of an archive as a list. */
const filesOf = ({ fileId }: DeliveryStep, files: readonly string[]): Pick<EventEntry, 'fileId' | 'files'> =>
  fileId === null ? { files } : { fileId }

type KeptStep = DeliveryStep & { sending: Sending & { mayJump: boolean } }

/**
 * A row is useful while the answer runs, while something of it is in doubt, and as the neighbour of one that is cut.
 */
async function keepOrDrop(ctx: Needs, tx: Tx, step: KeptStep, read: readonly ByteRange[]): Promise<void> {
  const { sending, arrived, end } = step
  const arrivedTo = arrived.to
  const readOwn = read.findLast(({ from }) => end !== null && from === sending.startsAt)?.to ?? sending.startsAt
  const isOfUse = end === null || readOwn < arrivedTo || sending.startsAt > 0 || sending.mayJump
  if (!isOfUse) return dropSending(tx, sending.id)
  const progress = { writtenTo: Math.max(step.writtenTo, arrivedTo), arrivedTo, readTo: readOwn }
  await keepSending(tx, sending, progress, end === null ? ctx.nodeId : null)
  if (end !== 'cut' || readOwn === arrivedTo) return
  const rangesTo = (to: number) => fileRangesIn(step, [{ from: sending.startsAt, to }])
  await markCutWhole(tx, sending.recipientId, { fileRanges: rangesTo(arrivedTo), read: rangesTo(readOwn) })
}

/** There is one check for a stall at a time, ten minutes after the last byte; an early one postpones itself. */
async function noteMovement(tx: Tx, { sending: { recipientId }, eventContext, isStallDue, isTellDue }: DeliveryStep) {
  const when = { key: `note-stall/${recipientId}`, delaySeconds: STALLED_AFTER_SECONDS }
  if (isStallDue) await addJob(tx, 'note-stall', { recipientId }, when)
  if (isTellDue) await notifyChanged(tx, eventContext.transferId)
}

/** By the database's clock. If that took long to answer, the result does not say when it was read: it is read again. */
async function momentOfStep(tx: Tx, { happenedAtMs }: DeliveryStep): Promise<Date> {
  for (let tries = 1; ; tries++) {
    const askedAtMs = performance.now()
    const at = await momentOf(tx, askedAtMs - happenedAtMs)
    if (performance.now() - askedAtMs < LATE_AFTER_MS || tries === MOMENT_TRIES) return at
  }
}

/** The end of an answer may complete a repeated download: the job finds out. */
async function tellDownload(tx: Tx, transferId: string): Promise<void> {
  if ((await readAlertMode(tx, transferId)) !== 'every') return
  const when = { delaySeconds: GATHER_SECONDS, keepsTime: true }
  await addJob(tx, 'tell-downloads', { transferId }, { key: `tell-downloads/${transferId}`, ...when })
}

const fileRangesIn = (step: Pick<DeliveryStep, 'fileRangesOf'>, ranges: readonly ByteRange[]): FileRange[] =>
  ranges.flatMap((range) => [...step.fileRangesOf(range)])

const touchedBy = (step: DeliveryStep): string[] =>
  uniqueFiles(fileRangesIn(step, [{ from: step.sending.startsAt, to: Math.max(step.writtenTo, step.arrived.to) }]))

const uniqueFiles = (fileRanges: readonly FileRange[]) => [...new Set(fileRanges.map(({ fileId }) => fileId))]
