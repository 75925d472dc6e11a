import type { Kysely } from 'kysely'
import type { Context } from '../../context.ts'
import type { Database } from '../../platform/database/schema.ts'
import { addJob } from '../../platform/jobs/add-job.ts'
import {
  MAX_LISTED_FILES,
  type MailFacts,
  type MailPlace,
  queueMail,
  senderLink,
} from '../../platform/mail-transport/index.ts'
import {
  type AlertKind,
  claimAlert,
  type FileProgress,
  isAlerted,
  lockToldTransfer,
  readPlaces,
  readProgress,
  type ToldTransfer,
} from '../tracking-store.ts'
import { readKnown } from './alert-store.ts'
import { muteLink } from './mute-token.ts'
import { hasEverything, idleSecondsOf, isFinished, lastByteAt, sumBytes } from './recipient-progress.ts'

/** A download without a byte for this long has stopped. */
const STOPPED_AFTER_SECONDS = 3_600
const nowhere: MailPlace = { country: null, city: null, timeZone: null }

type Needs = Pick<Context, 'db' | 'masterKey' | 'config'>

/**
 * Tells the sender that a recipient has every file, or stopped before the end an hour ago; each once, "stopped" never
 * after "finished", and nothing where they chose other alerts. Of an open link's devices only the first is reported:
 * the record has all. Where bytes were still sent within the hour it checks again when that hour has passed.
 */
export async function tellSender(
  ctx: Needs,
  { recipientId, kind }: { recipientId: string; kind: AlertKind },
): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    const transfer = await lockToldTransfer(tx, recipientId)
    if (!transfer) return
    const files = await readProgress(tx, { recipientId, transferId: transfer.transferId })
    if (kind === 'finished') await tellFinished(ctx, tx, recipientId, transfer, files)
    else await tellStopped(ctx, tx, recipientId, transfer, files)
  })
}

async function tellFinished(
  ctx: Needs,
  tx: Kysely<Database>,
  recipientId: string,
  transfer: ToldTransfer,
  files: FileProgress[],
): Promise<void> {
  if (!hasEverything(files) || !isToldSingly(transfer)) return
  if (
    !(await claimAlert(tx, {
      transferId: transfer.transferId,
      recipientId: transfer.linkId ?? recipientId,
      kind: 'finished',
    }))
  )
    return
  const whose = { recipientId, transferId: transfer.transferId }
  const places = await readPlaces(tx, whose)
  const lastAt = lastByteAt(files) ?? new Date(0)
  const known = await readKnown(
    tx,
    whose,
    files.map(({ id }) => id),
  )
  await queueMail(tx, ctx, {
    template: 'downloads-finished',
    to: transfer.senderAddress,
    language: transfer.senderLanguage,
    muteLink: muteLink(ctx, 'transfer', transfer.transferId),
    facts: {
      ...headOf(ctx, transfer, files, recipientId),
      ...known,
      files: files.slice(0, MAX_LISTED_FILES).map((file) => ({
        path: file.path,
        bytes: file.bytes,
        finishedAt: (file.finishedAt ?? lastAt).toISOString(),
        at: places.get(file.id) ?? places.get('') ?? nowhere,
      })),
    },
  })
}

async function tellStopped(
  ctx: Needs,
  tx: Kysely<Database>,
  recipientId: string,
  transfer: ToldTransfer,
  files: FileProgress[],
): Promise<void> {
  const idleSeconds = idleSecondsOf(files)
  const lastAt = lastByteAt(files)
  if (idleSeconds === null || lastAt === null || hasEverything(files)) return
  if (await isAlerted(tx, transfer.linkId ?? recipientId, 'finished')) return
  if (idleSeconds < STOPPED_AFTER_SECONDS) {
    const delaySeconds = STOPPED_AFTER_SECONDS - idleSeconds
    await addJob(tx, 'tell-sender', { recipientId, kind: 'stopped' }, { key: stoppedKey(recipientId), delaySeconds })
    return
  }
  if (!isToldSingly(transfer)) return
  if (
    !(await claimAlert(tx, {
      transferId: transfer.transferId,
      recipientId: transfer.linkId ?? recipientId,
      kind: 'stopped',
    }))
  )
    return
  const places = await readPlaces(tx, { recipientId, transferId: transfer.transferId })
  const unfinished = files.filter((file) => !isFinished(file))
  await queueMail(tx, ctx, {
    template: 'download-stopped',
    to: transfer.senderAddress,
    language: transfer.senderLanguage,
    muteLink: muteLink(ctx, 'transfer', transfer.transferId),
    facts: {
      ...headOf(ctx, transfer, files, recipientId),
      finishedCount: files.length - unfinished.length,
      deliveredBytes: sumBytes(files, 'deliveredBytes'),
      totalBytes: sumBytes(files, 'bytes'),
      unfinishedCount: unfinished.length,
      files: unfinished
        .slice(0, MAX_LISTED_FILES)
        .map(({ path, bytes, deliveredBytes }) => ({ path, bytes, deliveredBytes })),
      lastByteAt: lastAt.toISOString(),
      at: places.get('') ?? nowhere,
    },
  })
}

/** Whether the sender gets a mail about each recipient who finished or stopped, as it happens. */
const isToldSingly = ({ alerts }: ToldTransfer) => alerts !== 'digest' && alerts !== 'none'

function headOf(
  ctx: Needs,
  transfer: ToldTransfer,
  files: FileProgress[],
  recipientId: string,
): Omit<MailFacts['downloads-finished'], 'files'> {
  const { recipient, slug, title, senderTimeZone, accountId, senderAddress } = transfer
  const follow = senderLink(ctx, { slug, accountId, address: senderAddress, recipientId })
  return { recipient, slug, title, senderTimeZone, fileCount: files.length, follow }
}

const stoppedKey = (recipientId: string) => `tell-sender/stopped/${recipientId}`
