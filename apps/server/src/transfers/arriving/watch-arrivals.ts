import type { ArrivalState } from '@waybill/contract/transfers/arrival'
import type { Context } from '../../context.ts'
import { recordNotice } from '../../tracking/ledger/index.ts'
import { listArrivals, type OpenArrival, tellArrival } from '../../uploads/index.ts'
import { findTransferOfUpload, type Transfer } from '../transfer-store.ts'
import { markBroken, markGoingOn, readArrivalStates } from './arriving-store.ts'
import { finishArrived } from './make-whole.ts'
import { readArrivalOf } from './read-arrival.ts'
import { tellBrokenOff, tellRecipients } from './tell-arrival.ts'

const PER_PAGE = 500

type Needs = Parameters<typeof finishArrived>[0]

/**
 * Looks after every arriving transfer: one without a part for `config.arrival.brokenMinutes` breaks off, one with parts
 * again goes on, and one whose last part came while its task was lost becomes whole.
 *
 * @throws the first failure, after all others were tried
 */
export async function watchArrivals(ctx: Needs): Promise<void> {
  const failures: unknown[] = []
  const idleSeconds = ctx.config.arrival.brokenMinutes * 60
  for (let afterId = '', isLast = false; !isLast; ) {
    const page = await listArrivals(ctx.db, { idleSeconds, afterId, limit: PER_PAGE })
    const ids = page.map(({ uploadId }) => uploadId)
    const states = await readArrivalStates(ctx.db, ids)
    for (const arrival of page) {
      if (!needsLook(arrival, states.get(arrival.uploadId))) continue
      await watchOne(ctx, arrival).catch((error: unknown) => failures.push(error))
    }
    afterId = ids.at(-1) ?? ''
    isLast = page.length < PER_PAGE
  }
  if (failures.length > 0) throw failures[0]
}

/** Most arrive, and nothing is to be done about them. */
const needsLook = ({ isIdle, isReady }: OpenArrival, state: ArrivalState | undefined): boolean =>
  isReady || state === (isIdle ? 'arriving' : 'broken')

async function watchOne(ctx: Needs, { uploadId, isIdle }: OpenArrival): Promise<void> {
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
    const arrival = await readArrivalOf(tx, { ...transfer, arrival: 'broken' })
    // Nothing is missing: the job that reads what may be blocked is late.
    if (arrival?.filesThere === arrival?.fileCount) return
    const broken = await markBroken(tx, transfer.id)
    if (broken === null) return
    const detail = arrival && `${arrival.filesThere}/${arrival.fileCount}`
    await recordNotice(tx, ctx, { transferId: transfer.id, kind: 'broke_off', detail })
    await tellBrokenOff(ctx, tx, transfer)
    if (!broken.wasTold) await tellRecipients(ctx, tx, transfer, 'broken')
    await tellArrival(tx, transfer.upload_id)
  })
}
