/** A valid ledger of a large transfer that one recipient has downloaded file by file. */
import type pg from 'pg'
import type { Context } from '../../apps/server/src/context.ts'
import { chainStart } from '../../apps/server/src/tracking/ledger/chain.ts'
import {
  type EventEntry,
  makeAnchor,
  momentOf,
  recordEvents,
  recordNotice,
} from '../../apps/server/src/tracking/ledger/index.ts'
import { recordSums } from '../../apps/server/src/transfers/check/record-sums.ts'
import type { Large } from '../attacks/large-rows.ts'

const AT_ONCE = 500

/** Replaces rows with invented hashes. */
export async function fetchAll(ctx: Context, client: pg.Client, { transfer, recipient }: Large): Promise<void> {
  await client.query('delete from events where transfer_id = $1', [transfer])
  await client.query('update ledgers set length = 0, head = $2 where transfer_id = $1', [
    transfer,
    chainStart(transfer),
  ])
  await client.query(`update files set checked_at = now() - interval '1 hour' where upload_id = 'large-upload'`)
  await ctx.db.transaction().execute((tx) => recordNotice(tx, ctx, { transferId: transfer, kind: 'sent' }))
  await recordSums(ctx, transfer)
  const { rows } = await client.query(
    `select f.id, f.bytes::int as bytes from transfer_files tf join files f on f.id = tf.file_id
     where tf.transfer_id = $1 order by tf.position`,
    [transfer],
  )
  const at = await momentOf(ctx.db, 0)
  const evidence = { at, evidence: 'received' as const }
  await append(ctx, { transfer, recipient }, [
    { kind: 'opened', at },
    ...rows.flatMap(({ id, bytes }: { id: string; bytes: number }): EventEntry[] => [
      { kind: 'begun', fileId: id, at },
      { kind: 'finished', fileId: id, bytes, ...evidence },
    ]),
  ])
  await client.query('update recipients set opened_at = $2, finished_at = $2 where id = $1', [recipient, at])
  await client.query(
    `insert into deliveries (recipient_id, file_id, began_at, finished_at, bytes, ranges, evidence)
     select $1, id, $2, $2, bytes, int8multirange(int8range(0, bytes)), 'received'
     from files where upload_id = 'large-upload'`,
    [recipient, at],
  )
  await makeAnchor(ctx, { apartSeconds: 0 })
}

/** Extends the ledger to this many entries, with an anchor now and then. */
export async function lengthen(ctx: Context, client: pg.Client, large: Large, entries: number): Promise<void> {
  const { rows } = await client.query('select length from ledgers where transfer_id = $1', [large.transfer])
  const more = Array.from({ length: entries - rows[0].length }, () => ({ kind: 'resent' as const }))
  await append(ctx, large, more)
}

async function append(
  ctx: Context,
  { transfer, recipient }: Pick<Large, 'transfer' | 'recipient'>,
  entries: readonly EventEntry[],
): Promise<void> {
  const judged = { actorKind: 'human', reason: null } as const
  const eventContext = { transferId: transfer, recipientId: recipient, judged, ip: '106.51.8.1', userAgent: 'Chrome' }
  for (let at = 0; at < entries.length; at += AT_ONCE) {
    await recordEvents(ctx.db, ctx, eventContext, entries.slice(at, at + AT_ONCE))
    await makeAnchor(ctx, { apartSeconds: 0 })
  }
}
