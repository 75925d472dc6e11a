import { Problem } from '@waybill/contract/core/problems'
import type { Kysely } from 'kysely'
import type { LiveAccount } from '../../billing/index.ts'
import type { Context } from '../../context.ts'
import type { Database } from '../../platform/database/schema.ts'
import { accountOf, type OwnActor } from '../../platform/http/actor.ts'
import { addJob } from '../../platform/jobs/add-job.ts'
import { recordOwnEvent } from '../../tracking/ledger/index.ts'
import type { SendTime } from './judge-send-time.ts'
import { releaseTransfer } from './release-transfer.ts'
import { setSendTime } from './schedule-store.ts'

/**
 * Another time for one of the account's scheduled transfers, in the caller's transaction, which holds the account; null
 * sends it now, as `live` may.
 *
 * @throws Problem 'already-sent'; as `releaseTransfer` does
 */
export async function changeSendTime(
  ctx: Pick<Context, 'geo' | 'signer'>,
  tx: Kysely<Database>,
  actor: OwnActor,
  { transferId, time, live }: { transferId: string; time: SendTime | null; live: LiveAccount | null },
): Promise<void> {
  const { id: accountId } = accountOf(actor)
  if (time === null) {
    if (live === null || !(await releaseTransfer(tx, live, { transferId, isDue: false }))) {
      throw new Problem('already-sent')
    }
    await recordOwnEvent(tx, ctx, actor, { transferId, kind: 'sent' })
    return
  }
  if (!(await setSendTime(tx, { transferId, accountId }, time))) throw new Problem('already-sent')
  await recordOwnEvent(tx, ctx, actor, { transferId, kind: 'scheduled', detail: `${time.localTime} ${time.timeZone}` })
  await addScheduled(tx, transferId, time)
}

/** One job a transfer: another time replaces it. */
export const addScheduled = (tx: Kysely<Database>, transferId: string, { atMs }: SendTime): Promise<void> =>
  addJob(tx, 'send-scheduled', { transferId }, { key: `send-scheduled/${transferId}`, runAt: new Date(atMs) })
