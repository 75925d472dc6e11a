import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { buyingAt } from '#test/payments/buying'
import { makeAccount } from '#test/people/account-person'
import type { SandboxParts } from '../platform/payments/sandbox/sandbox-calls.ts'
import { signBody } from '../platform/payments/sandbox/sandbox-signature.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeTestApp()
})
afterAll(() => app?.close())

const { buy, billing, customerOf } = buyingAt(() => app)
const secret = () => (app.ctx.payments as { sandbox: SandboxParts | null } | null)?.sandbox?.secret ?? new Uint8Array()
let nth = 0
const bodyOf = (more: object = {}): Buffer =>
  Buffer.from(
    JSON.stringify({
      version: 1,
      id: `evt_attack_${nth++}`,
      at: '2026-01-01T00:00:00.000Z',
      kind: 'subscription-changed',
      customer: 'cus_of_nobody',
      subscription: null,
      session: null,
      ...more,
    }),
  )
const signed = (body: Buffer, { seconds = 0, by = secret() } = {}): string =>
  signBody(body, by, app.ctx.clock.nowMs() + seconds * 1_000).signature

async function post(body: Buffer, headers: Record<string, string> = {}): Promise<[number, string | undefined]> {
  const answer = await app.fetch('/api/payments/events', {
    method: 'POST',
    body: new Uint8Array(body),
    headers: { 'content-type': 'application/json', 'x-no-origin': '1', ...headers },
  })
  const text = await answer.text()
  return [answer.status, text === '' ? undefined : JSON.parse(text).code]
}
const eventsKept = async (): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from payment_events`.execute(app.ctx.db)
  return rows[0]?.count ?? 0
}

test('what is not signed by the provider, now and in this version, is refused and kept nowhere', async () => {
  const body = bodyOf()
  const other = bodyOf({ version: 2 })
  const large = bodyOf({ kind: 'x'.repeat(1_000_000) })
  const foreign = Buffer.alloc(32, 9)
  const wrong: Array<[Buffer, string | undefined]> = [
    [body, undefined],
    [body, ''],
    [body, 'x'],
    [body, `t=1,v1=${'0'.repeat(64)}`],
    [body, signed(body, { seconds: -301 })],
    [body, signed(body, { seconds: 302 })],
    [body, signed(body, { seconds: 86_400 })],
    [body, signed(body, { by: foreign })],
    [body, signed(bodyOf())],
    [other, signed(other)],
    [large, signed(large, { by: foreign })],
    [Buffer.from(`${body.toString()}\n`), signed(body)],
    [Buffer.alloc(0), signed(body)],
  ]
  const before = await eventsKept()
  for (const [bytes, signature] of wrong) {
    const answer = await post(bytes, signature === undefined ? {} : { 'stripe-signature': signature })
    expect(answer).toEqual([400, 'webhook-refused'])
  }
  const tooLarge = Buffer.alloc(1_048_577, ' ')
  expect((await post(tooLarge, { 'stripe-signature': signed(body) }))[0]).toBe(413)
  expect(await eventsKept()).toBe(before)
})

test('a true event about a stranger, of a lie or of an odd kind changes nothing', async () => {
  const person = await makeAccount(app)
  await buy(person, 'sandbox_personal_monthly', { trial: false })
  const before = await billing(person)
  const customer = await customerOf(person)
  const lies = { role: 'teamelite', status: 'active', price: 'sandbox_business_yearly', metadata: { role: 'business' } }
  for (const more of [{}, { customer }, { customer, ...lies }, { customer, kind: 'refunded', payment: 'in_x' }]) {
    const body = bodyOf(more)
    for (const _ of [1, 2, 3]) expect(await post(body, { 'stripe-signature': signed(body) })).toEqual([204, undefined])
  }
  await app.runJobs()
  expect(await billing(person)).toEqual(before)
})

test('a thousand posts of garbage leave a few rows of the security log', async () => {
  const before = await eventsKept()
  const body = bodyOf()
  for (let round = 0; round < 20; round += 1) {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, at) =>
        post(
          body,
          at % 2 ? { 'stripe-signature': `t=${Math.floor(app.ctx.clock.nowMs() / 1_000)},v1=${'a'.repeat(64)}` } : {},
        ),
      ),
    )
    for (const answer of answers) expect(answer).toEqual([400, 'webhook-refused'])
  }
  expect(await eventsKept()).toBe(before)
  // A thousand refusals are a few rows of the security log, with their count.
  // What waits to be counted is written when the process stops.
  await app.restart()
  const { rows } = await sql<{ rows: number; told: number }>`
    select count(*)::int as rows, sum(count)::int as told from security_events
    where facts->>'code' = 'webhook-refused'`.execute(app.ctx.db)
  expect(rows[0]?.rows).toBeGreaterThan(0)
  expect(rows[0]?.rows).toBeLessThan(20)
  expect(rows[0]?.told).toBeGreaterThanOrEqual(1_000)
})
