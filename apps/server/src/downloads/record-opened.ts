import type { Kysely } from 'kysely'
import type { Context } from '../context.ts'
import type { Database } from '../database/schema.ts'
import { type EventScene, recordEventOnce } from '../events/index.ts'
import { lockRecipient, markOpened } from './delivery-store.ts'

const ONCE_PER_SECONDS = 1_800

/** Records that the recipient's page was opened, once in half an hour; a machine's look opens nothing. */
export async function recordOpened(
  tx: Kysely<Database>,
  ctx: Pick<Context, 'geo'>,
  scene: EventScene & { recipientId: string },
): Promise<void> {
  await lockRecipient(tx, scene.recipientId)
  if (scene.lane.lane === 'human') await markOpened(tx, scene.recipientId)
  await recordEventOnce(tx, ctx, { ...scene, kind: 'opened' }, ONCE_PER_SECONDS)
}
