import type { Context } from '../../context.ts'
import { recordNotice } from '../../tracking/ledger/index.ts'
import { listArrivals, tellArrival } from '../../uploads/index.ts'
import { findTransferOfUpload, type Transfer } from '../transfer-store.ts'
import { markBroken, markGoingOn } from './arriving-store.ts'
import { finishArrived } from './make-whole.ts'
import { readArrivalOf } from './read-arrival.ts'
import { tellBrokenOff, tellRecipients } from './tell-arrival.ts'

const PER_RUN = 2_000

type Needs = Parameters<typeof finishArrived>[0]

/**
 * Looks after every arriving transfer: one without a part for `config.arrival.brokenMinutes` breaks off, one with parts
 * again goes on, and one whose last part came while its task was lost becomes whole.
 *
 * @throws the first failure, after all others were tried
 */
export async function watchArrivals(ctx: Needs): Promise<void> {
  const failures: unknown[] = []
  for (const arrival of await listArrivals(ctx.db, ctx.config.arrival.brokenMinutes * 60, PER_RUN)) {
    await watchOne(ctx, arrival).catch((error: unknown) => failures.push(error))
  }
  if (failures.length > 0) throw failures[0]
}

async function watchOne(ctx: Needs, { uploadId, isIdle }: { uploadId: string; isIdle: boolean }): Promise<void> {
  await finishArrived(ctx, uploadId, { isIdle })
  const transfer = await findTransferOfUpload(ctx.db, uploadId)
  if (transfer === null || transfer.deleted_at !== null) return
  if (isIdle && transfer.arrival === 'arriving') await breakOff(ctx, transfer)
  if (isIdle || transfer.arrival !== 'broken') return
  await markGoingOn(ctx.db, transfer.id)
  await tellArrival(ctx.db, uploadId)
}

/** Records that parts have stopped coming, and tells the sender, and once its recipients. */
async function breakOff(ctx: Pick<Context, 'db' | 'signer' | 'config' | 'masterKey'>, transfer: Transfer) {
  await ctx.db.transaction().execute(async (tx) => {
    const broken = await markBroken(tx, transfer.id)
    if (broken === null) return
    const arrival = await readArrivalOf(tx, { ...transfer, arrival: 'broken' })
    const detail = arrival && `${arrival.filesThere}/${arrival.fileCount}`
    await recordNotice(tx, ctx, { transferId: transfer.id, kind: 'broke_off', detail })
    await tellBrokenOff(ctx, tx, transfer)
    if (!broken.wasTold) await tellRecipients(ctx, tx, transfer, 'broken')
    await tellArrival(tx, transfer.upload_id)
  })
}
