import type { Kysely } from 'kysely'
import type { Context } from '../context.ts'
import type { Database } from '../database/schema.ts'
import { type EventEntry, type EventScene, recordEvents, tellMoved } from '../events/index.ts'
import { addJob } from '../jobs/add-job.ts'
import { readAlertMode } from '../transfers/index.ts'
import {
  addToCount,
  beginDeliveries,
  hasEveryFile,
  hasFinished,
  lockRecipient,
  markFinished,
  mergeDeliveries,
  type Stretch,
} from './delivery-store.ts'
import { moveTurns } from './download-turn-store.ts'
import { continueSendings, dropSending, keepSending, readClaims, type Sending } from './sending-store.ts'

/** A download without a byte for so long stands still. */
const STALLED_AFTER_SECONDS = 600
/** Files that come one after the other are told of in one mail. */
const GATHER_SECONDS = 60

export interface ByteRange {
  from: number
  to: number
}

/** What became of one answer since it was last saved; ranges are of its resource. */
export interface DeliveryStep {
  sending: Sending
  scene: EventScene
  /** The grant whose turns it moves; null where downloads are not limited. */
  grantId: string | null
  /** The files a range of the resource touches. */
  stretchesOf(range: ByteRange): Iterable<Stretch>
  /** Given to the kernel since. */
  written: ByteRange
  /** Known to have arrived since. */
  arrived: ByteRange
  /** First step of an answer that may go on where another broke off. */
  mayContinue: boolean
  /** Last step: nothing more will be written. */
  isOver: boolean
  /** How far it has come by claims that its sender has not heard of. */
  judgeLate(claims: readonly number[]): number
  /** More is written: still counted, or no more because the process ends. */
  goesOn: boolean
  /** The one file the resource is; null for an archive. */
  fileId: string | null
  /** Of the whole resource. */
  resourceBytes: number
  /** What saving the answer's first step has answered; null: this is it. */
  hadAll: boolean | null
}

/** How far a step has brought an answer. */
export interface Saved {
  /** Whether the recipient had every file of the resource before the answer, as far as it brings them whole. */
  hadAll: boolean
  arrivedTo: number
  writtenTo: number
  /** How far the recipient says to have it. */
  claims: readonly number[]
}

type Needs = Pick<Context, 'db' | 'geo' | 'nodeId'>

/**
 * Saves a step: ranges merged into deliveries, once per recipient and file however often and from wherever they are
 * sent; the events and the sender's mail in the same transaction.
 */
export async function saveDelivery(ctx: Needs, given: DeliveryStep): Promise<Saved> {
  const { recipientId } = given.sending
  return ctx.db.transaction().execute(async (tx) => {
    await lockRecipient(tx, recipientId)
    const { step, claims } = await withClaims(tx, given)
    const hadAll = step.hadAll ?? (await hadEveryFile(tx, step))
    const arrived = [step.arrived, ...(await continued(tx, step))]
    const touched = uniqueFiles([step.written, ...arrived].flatMap((range) => [...step.stretchesOf(range)]))
    const begun = touched.length > 0 ? await beginDeliveries(tx, recipientId, touched) : []
    const stretches = arrived.flatMap((range) => [...step.stretchesOf(range)])
    const finished = stretches.length > 0 ? await mergeDeliveries(tx, recipientId, stretches) : []
    if (step.grantId !== null && touched.length > 0) await moveTurns(tx, step.grantId, touched, stretches)
    if (finished.length > 0) await countFinished(tx, step.scene.transferId, finished.length)
    await recordEvents(tx, ctx, step.scene, entriesOf(step, hadAll, begun, finished))
    await keepOrDrop(ctx, tx, step)
    await tellSenderOf(tx, recipientId, touched.length > 0, finished.length > 0)
    if (finished.length > 0 || step.isOver) await tellDownload(tx, step.scene.transferId)
    if (touched.length > 0) await tellMoved(tx, step.scene.transferId)
    return { hadAll, claims, arrivedTo: step.arrived.to, writtenTo: step.written.to }
  })
}

/** At the end what was claimed just before it counts too. */
async function withClaims(tx: Kysely<Database>, step: DeliveryStep): Promise<{ step: DeliveryStep; claims: number[] }> {
  const { arrived, written } = step
  const claims = step.hadAll === null || arrived.to === written.to ? [] : await readClaims(tx, step.sending)
  const to = step.isOver ? Math.max(arrived.to, step.judgeLate(claims)) : arrived.to
  const reached = { arrived: { ...arrived, to }, written: { ...written, to: Math.max(written.to, to) } }
  return { step: { ...step, ...reached }, claims }
}

/** What a machine fetches is on record and counts for nobody, and yet goes no more often than the sender allows. */
export async function saveMachineDelivery(ctx: Needs, step: DeliveryStep, isFirst: boolean): Promise<void> {
  const { scene, fileId, isOver } = step
  const bytes = step.written.to - step.sending.startsAt
  const begun: EventEntry[] = isFirst ? [{ kind: 'begun', fileId }] : []
  const delivered: EventEntry[] = isOver ? [{ kind: 'delivered', fileId, bytes }] : []
  await ctx.db.transaction().execute(async (tx) => {
    await saveTurns(tx, step)
    await recordEvents(tx, ctx, scene, [...begun, ...delivered])
  })
}

async function saveTurns(tx: Kysely<Database>, step: DeliveryStep): Promise<void> {
  const { grantId, sending, arrived, written } = step
  if (grantId === null) return
  await lockRecipient(tx, sending.recipientId)
  const stretches = [...step.stretchesOf(arrived)]
  await moveTurns(tx, grantId, uniqueFiles([...step.stretchesOf(written), ...stretches]), stretches)
}

async function countFinished(tx: Kysely<Database>, transferId: string, files: number): Promise<void> {
  if (await addToCount(tx, transferId, files)) return
  await addJob(tx, 'count-downloads', { transferId }, { key: `count-downloads/${transferId}` })
}

async function continued(tx: Kysely<Database>, step: DeliveryStep): Promise<ByteRange[]> {
  if (!step.mayContinue) return []
  const { startsAt, endsAt } = step.sending
  return continueSendings(tx, step.sending, { from: startsAt, to: endsAt })
}

const wholeOf = ({ resourceBytes }: DeliveryStep): ByteRange => ({ from: 0, to: resourceBytes })

/** Asked before the first of its bytes is merged: what the answer itself makes whole was not there before. */
async function hadEveryFile(tx: Kysely<Database>, step: DeliveryStep): Promise<boolean> {
  const { recipientId, startsAt, endsAt } = step.sending
  if (startsAt > 0 || endsAt < step.resourceBytes) return false
  return hasFinished(tx, recipientId, uniqueFiles([...step.stretchesOf(wholeOf(step))]))
}

/** 'again', with how many files an archive has: the whole resource went to somebody who had all of it. */
function repeatOf(step: DeliveryStep, hadAll: boolean): string | null {
  if (!hadAll || step.arrived.to < step.resourceBytes) return null
  return step.fileId === null ? `again ${uniqueFiles([...step.stretchesOf(wholeOf(step))]).length}` : 'again'
}

function entriesOf(
  step: DeliveryStep,
  hadAll: boolean,
  begun: readonly string[],
  finished: readonly string[],
): EventEntry[] {
  const { fileId } = step
  const bytes = step.arrived.to - step.sending.startsAt
  const delivered: EventEntry[] =
    step.isOver && bytes > 0 ? [{ kind: 'delivered', fileId, bytes, detail: repeatOf(step, hadAll) }] : []
  return [
    ...begun.map((fileId): EventEntry => ({ kind: 'begun', fileId })),
    ...delivered,
    ...finished.map((fileId): EventEntry => ({ kind: 'finished', fileId })),
  ]
}

async function keepOrDrop(ctx: Needs, tx: Kysely<Database>, step: DeliveryStep): Promise<void> {
  const progress = { arrivedTo: step.arrived.to, writtenTo: step.written.to }
  if (!step.goesOn && progress.arrivedTo === progress.writtenTo) await dropSending(tx, step.sending)
  else await keepSending(tx, step.sending, progress, step.goesOn ? ctx.nodeId : null)
}

/** The look for a stall is put off with every step: there is one at a time, ten minutes after the last byte. */
async function tellSenderOf(
  tx: Kysely<Database>,
  recipientId: string,
  hasMoved: boolean,
  hasFinishedOne: boolean,
): Promise<void> {
  if (hasFinishedOne && (await hasEveryFile(tx, recipientId))) {
    await markFinished(tx, recipientId)
    await addJob(tx, 'tell-sender', { recipientId, kind: 'finished' }, { key: `tell-sender/finished/${recipientId}` })
    return
  }
  if (!hasMoved) return
  const key = `note-stall/${recipientId}`
  await addJob(tx, 'note-stall', { recipientId }, { key, delaySeconds: STALLED_AFTER_SECONDS })
}

/** The end of an answer may be a whole download of what was there already: the job finds out. */
async function tellDownload(tx: Kysely<Database>, transferId: string): Promise<void> {
  if ((await readAlertMode(tx, transferId)) !== 'every') return
  const when = { delaySeconds: GATHER_SECONDS, keepsTime: true }
  await addJob(tx, 'tell-downloads', { transferId }, { key: `tell-downloads/${transferId}`, ...when })
}

const uniqueFiles = (stretches: readonly Stretch[]) => [...new Set(stretches.map(({ fileId }) => fileId))]
