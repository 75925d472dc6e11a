import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestContext, type TestContext } from '#test/app/test-context'
import type { SecurityEvent } from './security-events.ts'
import { openSecurityLog } from './security-log.ts'
import { noteSecurityIn, onBehalfOf } from './security-scope.ts'
import { forgetNetworks, forgetSecurityRows } from './security-store.ts'

let ctx: TestContext
let close: () => Promise<void>
beforeAll(async () => {
  ;({ ctx, close } = await openTestContext())
})
afterAll(() => close())
beforeEach(async () => {
  await ctx.db.deleteFrom('security_events').execute()
})

const rows = () =>
  ctx.db.selectFrom('security_events').select(['event', 'outcome', 'address', 'network', 'count', 'facts']).execute()
const failed = (address: string, network: string): SecurityEvent => ({
  event: 'login',
  outcome: 'failed',
  address,
  network,
  facts: { code: 'login-refused', route: '/auth' },
})

test('folds repeats within a minute into one row with a count, even from two processes', async () => {
  const clock = { nowMs: () => 90_000 }
  const logs = [openSecurityLog({ ...ctx, clock }), openSecurityLog({ ...ctx, clock })]
  for (let turn = 0; turn < 50; turn += 1) for (const log of logs) log.note(failed('ada@x.example', '203.0.113.0/24'))
  for (const log of logs) log.note(failed('ada@x.example', '198.51.100.0/24'))
  await Promise.all(logs.map((log) => log.close()))
  expect(new Set((await rows()).map(({ network, count }) => `${network} ${count}`))).toEqual(
    new Set(['203.0.113.0/24 100', '198.51.100.0/24 2']),
  )
})

test('stores a bounded number of rows in a flood of different failures, counts the rest, and keeps all successes', async () => {
  const clock = { nowMs: () => 90_000 }
  const log = openSecurityLog({ ...ctx, clock })
  const flood = 20_000
  for (let nth = 0; nth < flood; nth += 1) log.note(failed(`a${nth}@x.example`, `10.${nth >> 8}.${nth & 255}.0/24`))
  for (let nth = 0; nth < 30; nth += 1) log.note({ event: 'login', outcome: 'ok', accountId: `account-${nth}` })
  await log.close()
  const kept = await rows()
  expect(kept.filter(({ outcome }) => outcome === 'ok')).toHaveLength(30)
  const refused = kept.filter(({ outcome }) => outcome === 'failed')
  expect(refused).toHaveLength(601)
  expect(refused.reduce((sum, { count }) => sum + count, 0)).toBe(flood)
  expect(refused.find(({ address }) => address === null)).toMatchObject({
    facts: { beyondBudget: true },
    network: null,
  })
})

test('stores events after the database was unavailable', async () => {
  let isAway = true
  const db = new Proxy(ctx.db, {
    get(target, name) {
      if (isAway && name === 'insertInto') throw new Error('away')
      const value = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  const log = openSecurityLog({ ...ctx, db })
  log.note(failed('ada@x.example', '203.0.113.0/24'))
  await log.close()
  expect(await rows()).toEqual([])
  isAway = false
  log.note(failed('ada@x.example', '203.0.113.0/24'))
  await log.close()
  expect((await rows()).reduce((sum, { count }) => sum + count, 0)).toBe(2)
})

test('records an event of a transaction exactly when it commits', async () => {
  const log = openSecurityLog(ctx)
  const scope = { log, who: { accountId: 'ada', network: '203.0.113.0/24', requestId: 'r' }, route: '/x' }
  const event = { event: 'account-deleted', outcome: 'ok' } as const
  const change = (isBroken: boolean) =>
    onBehalfOf(scope, () =>
      ctx.db.transaction().execute(async (tx) => {
        await noteSecurityIn(tx, event)
        if (isBroken) throw new Error('broken')
      }),
    )
  await expect(change(true)).rejects.toThrow('broken')
  await change(false)
  await log.close()
  expect(await rows()).toMatchObject([{ event: 'account-deleted', network: '203.0.113.0/24', count: 1 }])
})

test('deletes networks after the address retention, with the addresses of people without an account, and everything after a year', async () => {
  const log = openSecurityLog(ctx)
  log.note(failed('ada@x.example', '203.0.113.0/24'))
  log.note({ event: 'login', outcome: 'ok', accountId: 'bob', address: 'bob@x.example', network: '203.0.113.0/24' })
  await log.close()
  expect(await forgetNetworks(ctx.db, 30)).toBe(0)
  await sql`update security_events set at = at - interval '31 days'`.execute(ctx.db)
  expect(await forgetNetworks(ctx.db, 30)).toBe(2)
  expect(new Set((await rows()).map(({ address, network }) => `${address} ${network}`))).toEqual(
    new Set(['null null', 'bob@x.example null']),
  )
  expect(await forgetSecurityRows(ctx.db)).toBe(0)
  await sql`update security_events set at = at - interval '335 days'`.execute(ctx.db)
  expect(await forgetSecurityRows(ctx.db)).toBe(2)
})
