import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { runAgain } from '#test/app/ask-again'
import { rounds } from '#test/app/rounds'
import { makeTestEnvironment, type TestEnvironment } from '#test/app/test-environment'
import { makeSendingAccount } from '#test/people/sending-account'
import { insertListed } from '#test/transfers/listed-transfers'
import type { Context } from '../../context.ts'
import { newId } from '../../platform/ids.ts'
import { extendTransfers } from '../expire/extend-transfers.ts'
import { shelveEnded } from '../expire/shelve-ended.ts'
import { readCounts } from '../list/transfer-list-store.ts'
import { ofAccount } from '../list/whose.ts'
import { deleteTransfers } from '../manage/delete-transfers.ts'
import { editTransfer } from '../manage/edit-transfer.ts'
import { restoreTransfers } from '../manage/restore-transfers.ts'
import { listDrift } from '../sweep-store.ts'

vi.setConfig({ testTimeout: 120_000 })

const ROUNDS = rounds(10, 50)
const AT_ONCE = 64

let environment: TestEnvironment
let nodes: Array<{ ctx: Context; close(): Promise<void> }>
beforeAll(async () => {
  environment = await makeTestEnvironment()
  nodes = await Promise.all([environment.open(), environment.open()])
})
afterAll(async () => {
  for (const { close } of nodes) await close()
  await environment.drop()
})

/** A finished file, as a delivery writes it. */
async function finish({ db }: Context, transferId: string, recipientId: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`
      with file as (
        insert into files (id, upload_id, position, path, bytes, modified_at, fingerprint)
        select ${newId()}, upload_id, 1 + (random() * 1e9)::int, ${newId()}, 0, now(), '' from transfers where id = ${transferId}
        returning id
      )
      insert into deliveries (recipient_id, file_id, finished_at) select ${recipientId}, id, now() from file`.execute(
      tx,
    )
    await sql`update transfers set download_count = download_count + 1 where id = ${transferId}`.execute(tx)
  })
}

test(`keeps list counts exact, after ${ROUNDS} rounds of ${AT_ONCE} concurrent changes on two servers`, async () => {
  const { ctx } = nodes[0] as { ctx: Context }
  const who = await makeSendingAccount(ctx, { role: 'business' })
  const accountId = who.actor.account.id
  const made = await Promise.all(
    Array.from({ length: 12 }, (_, nth) =>
      insertListed(ctx, { accountId, endsInMinutes: nth - 4, sentMinutesAgo: nth * 9_000 }),
    ),
  )
  const ids = made.map(({ transferId }) => transferId)
  const some = (nth: number) => ids.filter((_, at) => (at + nth) % 3 === 0)
  const changes = [
    (on: Context, nth: number) => deleteTransfers(on, accountId, some(nth)),
    (on: Context, nth: number) => restoreTransfers(on, { id: accountId, role: 'business' }, some(nth)),
    (on: Context, nth: number) => extendTransfers(on, who.actor, { ids: some(nth), expirySeconds: 604_800 }),
    (on: Context, nth: number) =>
      editTransfer(on, who.actor, ids[nth % 12] as string, { expirySeconds: 3_153_600_000 }),
    (on: Context, nth: number) => finish(on, ids[nth % 12] as string, made[nth % 12]?.recipientIds[0] as string),
    (on: Context, nth: number) =>
      sql`update transfers set expires_at = now() - interval '1 minute' where id = ${ids[nth % 12]}`.execute(on.db),
    (on: Context) => shelveEnded(on),
  ]
  for (let round = 0; round < ROUNDS; round += 1) {
    const outcomes = await Promise.allSettled(
      Array.from({ length: AT_ONCE }, async (_, nth) =>
        runAgain(async () =>
          changes[(nth + round) % changes.length]?.((nodes[nth % 2] ?? nodes[0])?.ctx as Context, nth),
        ),
      ),
    )
    // A thing that does not exist at the moment is refused, and nothing else goes wrong.
    const reasons = outcomes.flatMap((one) =>
      one.status === 'rejected' ? [String(one.reason.code ?? one.reason)] : [],
    )
    expect(reasons.filter((code) => code !== 'transfer-not-found')).toEqual([])
    expect(await listDrift(ctx.db)).toEqual([])
  }
  const { rows } = await sql<{ standing: number }>`
    select count(*)::int as standing from transfers where account_id = ${accountId} and deleted_at is null`.execute(
    ctx.db,
  )
  expect((await readCounts(ctx.db, ofAccount(accountId), accountId)).all).toBe(rows[0]?.standing)
})
