import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { noise, type Recipient, sendTo } from '#test/people/recipient'
import { forgetAddresses } from './event-tasks.ts'
import { type JudgedActor, recordEvent, recordEventOnce, recordEvents } from './index.ts'

let app: TestApp
let recipient: Recipient
let recipientId: string
beforeAll(async () => {
  app = await makeTestApp({ env: { IP_RETENTION_DAYS: '30' } })
  recipient = await sendTo(app, [{ path: 'a.txt', content: noise(10) }])
  const row = await app.ctx.db
    .selectFrom('recipients')
    .select('id')
    .where('transfer_id', '=', recipient.transferId)
    .executeTakeFirstOrThrow()
  recipientId = row.id
})
afterAll(() => app?.close())

const human: JudgedActor = { actorKind: 'human', reason: null }
const context = (ip: string) => ({
  transferId: recipient.transferId,
  recipientId,
  judged: human,
  ip,
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
})

it('knows place and device at the time of the event', async () => {
  await recordEvent(app.ctx.db, app.ctx, { ...context('47.75.18.65'), kind: 'opened' })
  await recordEvent(app.ctx.db, app.ctx, { ...context('::ffff:10.0.0.1'), kind: 'opened' })
  await recordEvent(app.ctx.db, app.ctx, { ...context('fe80::1%eth0'), kind: 'opened' })
  await recordEvent(app.ctx.db, app.ctx, { ...context('not an address'), kind: 'opened' })
  expect(await recipient.events()).toMatchObject([
    { ip: '47.75.18.65', country: 'HK', city: 'Hong Kong', time_zone: 'Asia/Hong_Kong', device: 'Firefox on Linux' },
    { ip: '10.0.0.1', country: null, city: null, time_zone: null },
    { ip: 'fe80::1', country: null },
    { ip: null, country: null },
  ])
})

it('deletes addresses after the retention and nothing else', async () => {
  const before = await recipient.events()
  await forgetAddresses(app.ctx)
  expect(await recipient.events()).toEqual(before)
  await app.passTime(30.1 * 86_400_000)
  await recordEvent(app.ctx.db, app.ctx, { ...context('81.2.69.160'), kind: 'opened' })
  await forgetAddresses(app.ctx)
  const after = await recipient.events()
  expect(after.map(({ ip }) => ip)).toEqual([null, null, null, null, '81.2.69.160'])
  expect(after.map(({ country, city }) => [country, city])).toEqual([
    ['HK', 'Hong Kong'],
    [null, null],
    [null, null],
    [null, null],
    ['GB', 'London'],
  ])
})

it('records a once-only event once for its actor kind and time', async () => {
  const machine: JudgedActor = { actorKind: 'bot', reason: 'prefetch' }
  const look = (judged: JudgedActor) =>
    recordEventOnce(app.ctx.db, app.ctx, { ...context('1.1.1.1'), judged, kind: 'visited' }, 60)
  expect([await look(machine), await look(machine), await look(human), await look(machine)]).toEqual([
    true,
    false,
    true,
    false,
  ])
  await app.passTime(61_000)
  expect(await look(machine)).toBe(true)
})

it('accepts thousands at once, or none', async () => {
  const before = (await recipient.events()).length
  await recordEvents(app.ctx.db, app.ctx, context('8.8.8.8'), [])
  const entries = Array.from({ length: 3_000 }, (_, bytes) => ({ kind: 'delivered' as const, bytes }))
  await recordEvents(app.ctx.db, app.ctx, context('8.8.8.8'), entries)
  expect((await recipient.events()).length).toBe(before + 3_000)
})
