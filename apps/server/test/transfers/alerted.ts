/** Senders who chose their alerts, and recipients by the hundred, without their browsers. */
import type { AlertMode } from '@waybill/contract/tracking/alerts'
import { sql } from 'kysely'
import type { Context } from '../../src/context.ts'
import { saveDelivery } from '../../src/downloads/delivery/save-delivery.ts'
import { recordOpened } from '../../src/downloads/open/record-opened.ts'
import { newId } from '../../src/platform/ids.ts'
import type { TestContext } from '../app/test-context.ts'
import { putAccount } from '../people/put-account.ts'
import type { Tracked } from './tracked-transfer.ts'

export const BENGALURU = '49.207.0.1'
const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/146.0.0.0 Safari/537.36'

type Needs = Pick<Context, 'db' | 'geo' | 'signer' | 'nodeId'>

/** An account that made its choice this long ago. */
export async function insertAccount(
  ctx: Pick<TestContext, 'db'>,
  { alerts, timeZone = null, language = 'en' }: { alerts: AlertMode; timeZone?: string | null; language?: string },
): Promise<{ id: string; email: string }> {
  const id = newId()
  const email = `${id.toLowerCase()}@lovelace.example`
  await putAccount(ctx.db, { id, email, password_hash: '', alert_mode: alerts, time_zone: timeZone, language })
  await sql`update accounts set alerts_since = now() - interval '30 days' where id = ${id}`.execute(ctx.db)
  return { id, email }
}

export const peopleOf = (count: number) =>
  Array.from({ length: count }, (_, nth) => ({ address: `person-${nth}@rao-forge.example` }))

const eventContextOf = ({ transferId }: Tracked, recipientId: string) => ({
  transferId,
  recipientId,
  judged: { actorKind: 'human', reason: null } as const,
  ip: BENGALURU,
  userAgent: chrome,
})

/** A person opens their page. */
export async function open(ctx: Needs, sent: Tracked, recipientId: string): Promise<void> {
  await ctx.db.transaction().execute((tx) =>
    recordOpened(tx, ctx, eventContextOf(sent, recipientId), {
      transfer: { send_as: 'email' },
      recipient: { id: recipientId },
      provenBy: null,
    }),
  )
}

/** A person downloads one file, or several as one zip, at once; a part of it where `resourceBytes` are more. */
export async function fetchWhole(
  ctx: Needs,
  sent: Tracked,
  recipientId: string,
  what: { fileId: string; bytes: number } | Array<{ fileId: string; bytes: number }>,
  resourceBytes?: number,
): Promise<void> {
  const files = Array.isArray(what) ? what : [what]
  const size = files.reduce((sum, { bytes }) => sum + bytes, 0)
  const whole = { from: 0, to: size }
  await saveDelivery(ctx, {
    sending: { id: newId(), recipientId, resource: newId(), startsAt: 0, endsAt: size },
    eventContext: eventContextOf(sent, recipientId),
    grantId: null,
    fileRangesOf: ({ to }) => (to === 0 ? [] : files.map(({ fileId, bytes }) => ({ fileId, from: 0, to: bytes }))),
    writtenTo: size,
    arrived: whole,
    isFirst: true,
    end: 'read',
    happenedAtMs: performance.now(),
    isTellDue: true,
    isStallDue: true,
    asking: 'whole',
    evidence: 'received',
    takenBack: { from: size, to: size },
    fileId: Array.isArray(what) ? null : what.fileId,
    resourceBytes: resourceBytes ?? size,
    hadAll: null,
  })
}
