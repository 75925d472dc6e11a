import { eventKinds } from '@waybill/contract/notifications/endpoints'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { type AccountPerson, makeAccount, PASSWORD } from '#test/people/account-person'
import { forgetDeliveriesBefore } from './delivery-store.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeTestApp()
})
afterAll(() => app?.close())

const url = 'https://hooks.example.com/in?key=quince'
const add = (person: AccountPerson, body: object = {}) =>
  person.call('addWebhook', { body: { url, kinds: ['finished'], ...body } })
const listOf = async (person: AccountPerson) => (await person.call('listWebhooks')).body

describe('an account’s webhooks', () => {
  test('are added, listed without their secrets, changed and deleted', async () => {
    const person = await makeAccount(app)
    expect(await listOf(person)).toEqual({ webhooks: [], limit: 5 })
    const added = await add(person, { url: 'https://Hooks.Example.com#top', kinds: ['opened', 'opened', 'finished'] })
    expect(added.status).toBe(201)
    const { webhook, secret } = added.body
    expect(secret).toMatch(/^whsec_[\w-]{43}$/)
    expect(webhook).toMatchObject({ url: 'https://hooks.example.com/', kinds: ['opened', 'finished'], pausedAt: null })
    expect(JSON.stringify(await listOf(person))).not.toContain('whsec_')
    const params = { webhook: webhook._id }
    const changed = await person.call('editWebhook', { params, body: { url, kinds: ['stalled'] } })
    expect(changed.body.webhook).toMatchObject({ url, kinds: ['stalled'] })
    expect((await person.call('editWebhook', { params, body: {} })).body.webhook).toMatchObject({ url })
    expect((await person.call('deleteWebhook', { params })).status).toBe(204)
    expect((await person.call('deleteWebhook', { params })).body.code).toBe('webhook-not-found')
    expect((await listOf(person)).webhooks).toEqual([])
  })

  test('are at most five, however many are added at once, on every plan', async () => {
    for (const role of ['free', 'teamelite'] as const) {
      const person = await makeAccount(app, { role })
      const answers = await Promise.all(Array.from({ length: 8 }, () => add(person)))
      expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 201, 201, 201, 403, 403, 403])
      expect(answers.find(({ status }) => status === 403)?.body).toMatchObject({
        code: 'too-many-webhooks',
        facts: { limit: 5 },
      })
      expect((await listOf(person)).webhooks).toHaveLength(5)
    }
  })

  test('are added once by a repeated call, which returns the same secret', async () => {
    const person = await makeAccount(app)
    const again = () =>
      person.call('addWebhook', { body: { url, kinds: ['opened'] }, headers: { 'idempotency-key': 'once' } })
    const [first, second] = [await again(), await again()]
    expect(second.body).toEqual(first.body)
    expect((await listOf(person)).webhooks).toHaveLength(1)
  })

  test.each([
    'http://hooks.example.com/',
    'https://localhost/',
    'https://127.0.0.1/',
    'https://0x7f.1/',
    'https://[::ffff:127.0.0.1]/',
    'https://hooks.example.com:8443/',
    'https://user:password@hooks.example.com/',
    'javascript:alert(1)',
    '',
  ])('do not go to %s', async (wrong) => {
    const person = await makeAccount(app)
    expect((await add(person, { url: wrong })).body.code).toBe('webhook-url-refused')
    const { body } = await add(person)
    const params = { webhook: body.webhook._id }
    expect((await person.call('editWebhook', { params, body: { url: wrong } })).body.code).toBe('webhook-url-refused')
    expect((await listOf(person)).webhooks).toMatchObject([{ url }])
  })

  test('need at least one event, and only existing ones', async () => {
    const person = await makeAccount(app)
    for (const kinds of [[], ['sent'], ['test'], [...eventKinds, 'opened'], 'opened', null]) {
      expect((await add(person, { kinds })).body.code).toBe('invalid-input')
    }
    expect((await add(person, { kinds: eventKinds })).status).toBe(201)
  })
})

test("do not share an idempotency key that rotated another webhook's secret", async () => {
  const person = await makeAccount(app)
  const [one, other] = [(await add(person)).body.webhook._id, (await add(person)).body.webhook._id]
  const rotate = (webhook: string) =>
    person.call('rotateWebhookSecret', { params: { webhook }, headers: { 'idempotency-key': 'one-key' } })
  const { secret } = (await rotate(one)).body
  expect((await rotate(other)).body).toMatchObject({ code: 'idempotency-mismatch' })
  expect((await rotate(one)).body.secret).toBe(secret)
})

test('have a log with pages, which is deleted after thirty days', async () => {
  const person = await makeAccount(app)
  const { body } = await add(person)
  const webhook = body.webhook._id
  const { db } = app.ctx
  await db
    .insertInto('webhook_deliveries')
    .values(
      Array.from({ length: 25 }, (_none, i) => ({
        id: `log-${i}`,
        webhook_id: webhook,
        kind: 'test',
        state: 'taken' as const,
      })),
    )
    .execute()
  const page = async (query: string) => {
    const answer = await person.fetch(`/webhooks/${webhook}/deliveries${query}`)
    return (await answer.json()) as { deliveries: Array<{ _id: string }>; next: string | null }
  }
  const first = await page('')
  const second = await page(`?before=${first.next}`)
  expect([first.deliveries.length, second.deliveries.length, second.next]).toEqual([20, 5, null])
  expect(new Set([...first.deliveries, ...second.deliveries].map(({ _id }) => _id)).size).toBe(25)
  expect((await page('?before=none-of-ours')).deliveries).toEqual([])
  const left = async () => (await db.selectFrom('webhook_deliveries').select('id').execute()).length
  await app.passTime(29 * 86_400_000)
  await forgetDeliveriesBefore(db, 30)
  expect(await left()).toBe(25)
  await app.passTime(2 * 86_400_000)
  await forgetDeliveriesBefore(db, 30)
  expect(await left()).toBe(0)
})

test('are exported without their secrets, and end with the account', async () => {
  const person = await makeAccount(app)
  const { body } = await add(person)
  await person.call('rotateWebhookSecret', { params: { webhook: body.webhook._id } })
  const exported = (await person.call('exportAccount')).body
  expect(exported.webhooks).toEqual([{ url, kinds: ['finished'], createdAt: body.webhook.createdAt, pausedAt: null }])
  expect(JSON.stringify(exported)).not.toContain('whsec_')
  expect((await person.call('deleteAccount', { body: { password: PASSWORD } })).status).toBeLessThan(300)
  const left = await app.ctx.db.selectFrom('webhooks').select('id').where('account_id', '=', person.accountId).execute()
  expect(left).toEqual([])
})
