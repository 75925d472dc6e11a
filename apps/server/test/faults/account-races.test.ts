/**
 * 64 concurrent calls in two processes compete for every counter of an account, again and again: nothing is exceeded.
 */
import { plans } from '@waybill/contract/billing/plans'
import { Problem } from '@waybill/contract/core/problems'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { runAgain } from '#test/app/ask-again'
import { rounds } from '#test/app/rounds'
import { makeTestEnvironment, openTwo, type TestEnvironment } from '#test/app/test-environment'
import { draftOf } from '#test/people/sender'
import { type AccountOptions, type AccountSender, makeSendingAccount } from '#test/people/sending-account'
import { readLiveAccount } from '../../src/billing/allowance-store.ts'
import { readUsage, workspaceKey } from '../../src/billing/index.ts'
import type { Context } from '../../src/context.ts'
import { checkTransfers } from '../../src/transfers/index.ts'
import { completeTransfer } from '../../src/transfers/send/complete-transfer.ts'
import { planTransfer } from '../../src/transfers/send/plan-transfer.ts'
import { checkUploads } from '../../src/uploads/index.ts'

// Ten thousand calls take time on a busy machine.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 60_000 })

const AT_ONCE = 64
const ROUNDS = rounds(4, 50)
let environment: TestEnvironment
let ctx: Context
let other: Context
let closeAll: () => Promise<void>

beforeAll(async () => {
  environment = await makeTestEnvironment()
  ;({ ctx, other, closeAll } = await openTwo(environment))
})
afterAll(async () => {
  await closeAll()
  await environment.drop()
})

type Seen = Record<string, number>

/**
 * Concurrent calls, every second one in the other process: how many succeeded, and how many were refused with which
 * code.
 */
async function atOnce(calls: ReadonlyArray<(at: Context) => Promise<unknown>>): Promise<Seen> {
  const results = await Promise.allSettled(calls.map((call, nth) => runAgain(() => call(nth % 2 ? ctx : other))))
  const told = results.map((result) => {
    if (result.status === 'fulfilled') return 'done'
    if (result.reason instanceof Problem) return result.reason.code
    throw result.reason
  })
  return Object.fromEntries([...Map.groupBy(told, (code) => code)].map(([code, { length }]) => [code, length]))
}

/** The results over all rounds, for readers of the run's output. */
function report(what: string, seen: readonly Seen[]): void {
  const sums: Seen = {}
  for (const round of seen) for (const [code, more] of Object.entries(round)) sums[code] = (sums[code] ?? 0) + more
  process.stdout.write(
    `${what}: ${seen.length} rounds of ${AT_ONCE} at once in two processes: ${JSON.stringify(sums)}\n`,
  )
}

const plan = (at: Context, who: AccountSender, name: string, bytes: number) => {
  const files = [{ path: `${name}.bin`, bytes, modifiedAt: 0, fingerprint: name }]
  return planTransfer(at, who.actor, draftOf(who, [], { files }), [])
}

test('storage: accepts as many of 64 concurrent plans as there is room for', async () => {
  const bytes = 1_000_000
  const seen: Seen[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const who = await makeSendingAccount(ctx)
    const { id } = who.actor.account
    const room = 1 + (round % 5)
    const usedBytes = plans.free.storageBytes - room * bytes
    await sql`insert into allowances (key, used_bytes) values (${workspaceKey(id)}, ${usedBytes})`.execute(ctx.db)
    const calls = Array.from({ length: AT_ONCE }, (_, n) => (at: Context) => plan(at, who, `${round}-${n}`, bytes))
    const answers = await atOnce(calls)
    expect(answers).toEqual({ done: room, 'storage-full': AT_ONCE - room })
    expect(await readUsage(ctx.db, id)).toEqual({ usedBytes, reservedBytes: room * bytes, monthTransfers: 0 })
    await sql`update allowances set used_bytes = 0 where key = ${workspaceKey(id)}`.execute(ctx.db)
    seen.push(answers)
  }
  report('storage', seen)
})

/** 64 uploads are saved at once although only one send is left; refused ones try again in the next round. */
async function raceForOneSend(
  options: AccountOptions,
  leaveOne: (id: string) => Promise<void>,
): Promise<[string, Seen[]]> {
  const who = await makeSendingAccount(ctx, options)
  const { id } = who.actor.account
  const names = Array.from({ length: AT_ONCE + ROUNDS - 1 }, (_, n) => `upload-${n}`)
  const waiting = await Promise.all(names.map(async (name) => (await plan(ctx, who, name, 0)).plan))
  const seen: Seen[] = []
  for (let round = 0; round < ROUNDS; round++) {
    await leaveOne(id)
    const ready = waiting.slice(0, AT_ONCE)
    const calls = ready.map(
      ({ upload, token }) =>
        (at: Context) =>
          completeTransfer(at, who.actor, { upload, token }),
    )
    seen.push(await atOnce(calls))
    const rows = await ctx.db.selectFrom('transfers').select('upload_id').where('account_id', '=', id).execute()
    expect(rows).toHaveLength(round + 1)
    const saved = new Set(rows.map(({ upload_id }) => upload_id))
    waiting.splice(
      ready.findIndex(({ upload }) => saved.has(upload)),
      1,
    )
  }
  return [id, seen]
}

const setSends = (pattern: string, sends: number) =>
  sql`update allowances set sends = ${sends} where key like ${pattern}`.execute(ctx.db)

test('the month: makes one of 64 concurrent saves with one transfer left', async () => {
  const [id, seen] = await raceForOneSend({ role: 'free' }, async (account) => {
    await sql`delete from mail_paces`.execute(ctx.db)
    await sql`
      insert into allowances (key, sends)
      values ('sends:' || ${account}::text || to_char(now() at time zone 'utc', ':YYYY-MM'), 9)
      on conflict (key) do update set sends = excluded.sends`.execute(ctx.db)
  })
  for (const round of seen) expect(round).toEqual({ done: 1, 'month-full': AT_ONCE - 1 })
  expect((await readUsage(ctx.db, id)).monthTransfers).toBe(10)
  await setSends(`sends:${id}:%`, ROUNDS)
  report('transfers of a month', seen)
})

test('the first week: makes one of 64 concurrent saves with one mail left', async () => {
  const key = sql`'mails:workspace:' || ${sql.ref('id')} || to_char(now() at time zone 'utc', ':YYYY-MM-DD')`
  const [id, seen] = await raceForOneSend(
    { role: 'business', subscription: 'trialing', isNew: true },
    async (account) => {
      await sql`
        insert into allowances (key, sends) select ${key}, 49 from accounts where id = ${account}
        on conflict (key) do update set sends = excluded.sends`.execute(ctx.db)
      await sql`delete from mail_paces`.execute(ctx.db)
    },
  )
  for (const round of seen) expect(round).toEqual({ done: 1, 'sending-paused': AT_ONCE - 1 })
  expect(await readLiveAccount(ctx.db, id)).toMatchObject({ monthTransfers: ROUNDS })
  report("a new account's mails of a day", seen)
})

test('afterwards rows, bytes and counters agree', async () => {
  expect(await checkUploads(ctx)).toEqual([])
  expect(await checkTransfers(ctx)).toEqual([])
})
