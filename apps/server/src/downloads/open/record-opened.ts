import type { Kysely } from 'kysely'
import type { Context } from '../../context.ts'
import type { Database } from '../../platform/database/schema.ts'
import { addJob } from '../../platform/jobs/add-job.ts'
import { momentOf, recordEventOnce, recordOpening } from '../../tracking/ledger/index.ts'
import { lockRecipient, markOpened, readAlertMode } from '../../transfers/index.ts'
import type { OpenedTransfer } from './open-link.ts'
import type { Visit } from './visit.ts'

const ONCE_PER_SECONDS = 1_800
/** As long as the proof of a code is valid. */
const PROVEN_ONCE_PER_SECONDS = 86_400
/** Openings within this time are reported in one mail. */
const GATHER_SECONDS = 120

/**
 * Records that the recipient's page was opened, once in half an hour; openings by a bot or the owner do not count.
 * Before that, once a day, records that the visitor was identified by their account: a code is on record since it was
 * typed.
 */
export async function recordOpened(
  tx: Kysely<Database>,
  ctx: Pick<Context, 'geo' | 'signer'>,
  eventContext: Visit,
  {
    transfer: { send_as },
    recipient: { id: linkedId },
    provenBy,
  }: { transfer: Pick<OpenedTransfer['transfer'], 'send_as'>; recipient: { id: string } } & Pick<
    OpenedTransfer,
    'provenBy'
  >,
): Promise<void> {
  await lockRecipient(tx, eventContext.recipientId)
  if (provenBy === 'account' && eventContext.judged.actorKind === 'human') {
    await recordEventOnce(tx, ctx, { ...eventContext, kind: 'proven', detail: provenBy }, PROVEN_ONCE_PER_SECONDS)
  }
  // The row has exactly the time of its entry.
  const opened = { ...eventContext, at: await momentOf(tx, 0) }
  const isFirst =
    eventContext.judged.actorKind === 'human' && (await markOpened(tx, eventContext.recipientId, opened.at))
  const isDevice = eventContext.recipientId !== linkedId
  await recordOpening(tx, ctx, opened, { isPersonal: send_as === 'email', isDevice, seconds: ONCE_PER_SECONDS })
  if (isFirst) await tellOpening(tx, eventContext.transferId)
}

async function tellOpening(tx: Kysely<Database>, transferId: string): Promise<void> {
  if ((await readAlertMode(tx, transferId)) !== 'opened') return
  const when = { delaySeconds: GATHER_SECONDS, keepsTime: true }
  await addJob(tx, 'tell-openings', { transferId }, { key: `tell-openings/${transferId}`, ...when })
}
