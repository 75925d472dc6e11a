import { Problem } from '@waybill/contract/core/problems'
import type { SendLater } from '@waybill/contract/transfers/send-later'
import type { Kysely } from 'kysely'
import type { Context } from '../../context.ts'
import { lockAccount } from '../../identity/accounts/index.ts'
import type { Database } from '../../platform/database/schema.ts'
import { accountOf, type OwnActor } from '../../platform/http/actor.ts'
import { addJob } from '../../platform/jobs/add-job.ts'
import { recordOwnEvent } from '../../tracking/ledger/index.ts'
import { holdMailing } from '../recipients/added-recipients.ts'
import { judgeSendTime, type SendTime } from './judge-send-time.ts'
import { releaseTransfer } from './release-transfer.ts'
import { setSendTime } from './schedule-store.ts'

/**
 * Another time for one of the account's scheduled transfers; null sends it now.
 *
 * @throws Problem 'already-sent'; as `judgeSendTime`, `holdMailing` and `releaseTransfer` do
 */
export async function changeSendTime(
  ctx: Pick<Context, 'db' | 'geo' | 'signer' | 'clock'>,
  actor: OwnActor,
  transferId: string,
  typed: SendLater | null,
): Promise<void> {
  const { id: accountId } = accountOf(actor)
  const time = typed && judgeSendTime(typed, ctx.clock.nowMs())
  await ctx.db.transaction().execute(async (tx) => {
    if (time === null) {
      const live = await holdMailing(tx, accountId)
      if (!(await releaseTransfer(tx, live, { transferId, isDue: false }))) throw new Problem('already-sent')
      await recordOwnEvent(tx, ctx, actor, { transferId, kind: 'sent' })
      return
    }
    await lockAccount(tx, accountId)
    if (!(await setSendTime(tx, { transferId, accountId }, time))) throw new Problem('already-sent')
    await recordOwnEvent(tx, ctx, actor, {
      transferId,
      kind: 'scheduled',
      detail: `${time.localTime} ${time.timeZone}`,
    })
    await addScheduled(tx, transferId, time)
  })
}

/** One job a transfer: another time replaces it. */
export const addScheduled = (tx: Kysely<Database>, transferId: string, { atMs }: SendTime): Promise<void> =>
  addJob(tx, 'send-scheduled', { transferId }, { key: `send-scheduled/${transferId}`, runAt: new Date(atMs) })
