import { plans, type Role } from '@waybill/contract/billing/plans'
import type { Problem } from '@waybill/contract/core/problems'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestContext, type TestContext } from '#test/app/test-context'
import { changeAccount } from '#test/people/put-account'
import { makeSendingAccount } from '#test/people/sending-account'
import {
  countTransfer,
  holdStanding,
  monthKey,
  readUsage,
  requireRoom,
  requireStanding,
  reserveBytes,
  useBytes,
  workspaceKey,
} from './index.ts'

let ctx: TestContext
let close: () => Promise<void>

beforeAll(async () => {
  ;({ ctx, close } = await openTestContext())
})
afterAll(() => close())

type AccountOptions = NonNullable<Parameters<typeof makeSendingAccount>[1]>
const makeAccount = async (options?: AccountOptions) => (await makeSendingAccount(ctx, options)).actor.account.id
const set = (id: string, row: object) => changeAccount(ctx.db, id, row)
const use = (id: string, bytes: number) =>
  sql`insert into allowances (key, used_bytes) values (${workspaceKey(id)}, ${bytes})
    on conflict (key) do update set used_bytes = excluded.used_bytes`.execute(ctx.db)
const send = (id: string) => ctx.db.transaction().execute(async (tx) => countTransfer(tx, await holdStanding(tx, id)))
const codes = (results: PromiseSettledResult<unknown>[]) =>
  results.flatMap((result) => (result.status === 'rejected' ? [(result.reason as Problem).code] : []))

test('an account that never sent uses nothing', async () => {
  expect(await readUsage(ctx.db, await makeAccount())).toEqual({ usedBytes: 0, reservedBytes: 0, monthTransfers: 0 })
})

test('reports what it stores, what is reserved, and the transfers of this month', async () => {
  const id = await makeAccount({ role: 'pro' })
  await reserveBytes(ctx.db, [workspaceKey(id)], 700, 1_000)
  await useBytes(ctx.db, [workspaceKey(id)], 300)
  await send(id)
  await send(id)
  expect(await readUsage(ctx.db, id)).toEqual({ usedBytes: 300, reservedBytes: 400, monthTransfers: 2 })
})

describe('standing', () => {
  const storageBytes = plans.free.storageBytes
  test.each([
    ['account-suspended', {}, { suspended_at: new Date(), subscription: 'unpaid' }, storageBytes],
    ['subscription-due', {}, { subscription: 'past_due' }, storageBytes],
    ['subscription-due', {}, { subscription: 'unpaid' }, 0],
    ['storage-full', { limitBytes: storageBytes }, { subscription: 'active' }, storageBytes],
    ['storage-full', { limitBytes: storageBytes }, { subscription: 'trialing' }, storageBytes + 1],
    ['month-full', { limit: 10 }, { suspended_at: null }, storageBytes - 1],
  ] as const)('%s %j', async (code, facts, row, usedBytes) => {
    const id = await makeAccount()
    for (let sent = 0; sent < 10; sent++) await send(id)
    await set(id, row)
    await use(id, usedBytes)
    await expect(requireStanding(ctx.db, id)).rejects.toMatchObject({ code, facts })
    await expect(send(id)).rejects.toMatchObject({ code, facts })
    expect((await readUsage(ctx.db, id)).monthTransfers).toBe(10)
  })

  test('applies as soon as the row says so, and no longer', async () => {
    const id = await makeAccount()
    await requireStanding(ctx.db, id)
    await set(id, { suspended_at: new Date() })
    await expect(requireStanding(ctx.db, id)).rejects.toMatchObject({ code: 'account-suspended' })
    await set(id, { suspended_at: null, role: 'teamelite' })
    expect(await requireStanding(ctx.db, id)).toMatchObject({ role: 'teamelite', isNew: false })
  })

  test('an account that is gone counts as nobody', async () => {
    const id = await makeAccount()
    await set(id, { deleted_at: new Date() })
    await expect(requireStanding(ctx.db, id)).rejects.toMatchObject({ code: 'unauthenticated' })
  })
})

describe('months', () => {
  test.each(
    (Object.keys(plans) as Role[])
      .filter((role) => role !== 'undefined' && role !== 'anon')
      .map((role) => [role, plans[role].monthlyTransfers] as const),
  )('of %s: %s', async (role, limit) => {
    const id = await makeAccount({ role })
    const month = (await requireStanding(ctx.db, id)).day.slice(0, 7)
    const before = (limit ?? 1_000_000) - 1
    await sql`insert into allowances (key, sends) values (${monthKey(id, month)}, ${before})`.execute(ctx.db)
    await send(id)
    const next = send(id)
    if (limit === null) await next
    else await expect(next).rejects.toMatchObject({ code: 'month-full', facts: { limit } })
    expect((await readUsage(ctx.db, id)).monthTransfers).toBe(limit ?? before + 2)
  })

  test("start again on the first, by the database's clock", async () => {
    const id = await makeAccount()
    for (let sent = 0; sent < 10; sent++) await send(id)
    const { rows } = await sql<{ month: string; before: string }>`
      select to_char(now() at time zone 'utc', 'YYYY-MM') as month,
        to_char((now() at time zone 'utc') - interval '1 month', 'YYYY-MM') as before`.execute(ctx.db)
    const { month, before } = rows[0] as { month: string; before: string }
    await sql`update allowances set key = ${monthKey(id, before)} where key = ${monthKey(id, month)}`.execute(ctx.db)
    await send(id)
    expect((await readUsage(ctx.db, id)).monthTransfers).toBe(1)
  })

  test('count once for 64 concurrent sends of an account with one left', async () => {
    const id = await makeAccount()
    for (let sent = 0; sent < 9; sent++) await send(id)
    const results = await Promise.allSettled(Array.from({ length: 64 }, () => send(id)))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(new Set(codes(results))).toEqual(new Set(['month-full']))
    expect((await readUsage(ctx.db, id)).monthTransfers).toBe(10)
  })
})

describe('storage', () => {
  test('is checked together with what is already stored', async () => {
    const id = await makeAccount()
    await use(id, 9e9)
    const live = await requireStanding(ctx.db, id)
    requireRoom(live, 1e9)
    expect(() => requireRoom(live, 1e9 + 1)).toThrow('storage-full')
  })

  test('reserved under a larger plan must fit the smaller one when it is used', async () => {
    const key = workspaceKey(await makeAccount())
    await reserveBytes(ctx.db, [key], 600, 1_000)
    await reserveBytes(ctx.db, [key], 300, 1_000)
    await useBytes(ctx.db, [key], 300, 500)
    await expect(useBytes(ctx.db, [key], 600, 500)).rejects.toMatchObject({
      code: 'storage-full',
      facts: { limitBytes: 500 },
    })
    const row = await ctx.db.selectFrom('allowances').selectAll().where('key', '=', key).executeTakeFirst()
    expect(row).toMatchObject({ used_bytes: 300, reserved_bytes: 600 })
  })
})
