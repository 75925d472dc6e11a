import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { until } from '#test/app/until'
import { LiveStream } from '#test/http/live-stream'
import { buyingAt } from '#test/payments/buying'
import { type AccountPerson, makeAccount } from '#test/people/account-person'
import { noise } from '#test/people/recipient'

let app: TestApp
const streams: LiveStream[] = []
beforeAll(async () => {
  app = await makeTestApp()
})
afterEach(() => {
  for (const stream of streams.splice(0)) stream.close()
})
afterAll(() => app?.close())

const { billing, buy } = buyingAt(() => app)

async function follow(person: AccountPerson): Promise<LiveStream> {
  const { ticket } = (await person.call('makeLiveTicket')).body
  const stream = new LiveStream(app.origin, ticket)
  streams.push(stream)
  await until(() => stream.of('hello').length === 1)
  return stream
}

const mailsADay = async (person: AccountPerson): Promise<number> => (await billing(person)).usage.mails.limit

test('the limit of the first week ends with the first payment, and not with a trial', async () => {
  const [trying, buying, prepaying] = [await makeAccount(app), await makeAccount(app), await makeAccount(app)]
  expect(await mailsADay(buying)).toBe(50)
  await buy(trying, 'sandbox_pro_monthly')
  expect(await billing(trying)).toMatchObject({ status: 'trialing', usage: { mails: { limit: 50 } } })
  await buy(buying, 'sandbox_pro_monthly', { trial: false })
  expect(await billing(buying)).toMatchObject({ status: 'active', usage: { mails: { limit: 1_000 } } })
  await buy(prepaying, 'sandbox_personal_monthly_prepaid')
  expect(await mailsADay(prepaying)).toBe(420)
})

test('the use of every limit comes with the time at which its count restarts', async () => {
  const person = await makeAccount(app)
  await person.send({
    files: [{ path: 'a.txt', content: noise(10) }],
    emailTo: ['asha@rao-forge.example', 'ben@rao-forge.example'],
  })
  await app.runJobs()
  const { usage } = await billing(person)
  const midnight = (day: Date) => new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate() + 1))
  const month = (day: Date) => new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 1))
  const now = new Date()
  expect(usage).toMatchObject({
    storageBytes: { limit: 10e9, renewsAt: null },
    transfers: { used: 1, limit: 10, renewsAt: month(now).toISOString() },
    requests: { used: 0, limit: 10, renewsAt: month(now).toISOString() },
    mails: { used: 2, limit: 50, renewsAt: midnight(now).toISOString() },
  })
  expect(usage.storageBytes.used).toBeGreaterThan(0)
})

test('open pages hear of a new plan, and nobody else does', async () => {
  const [person, other] = [await makeAccount(app), await makeAccount(app)]
  const [own, foreign] = [await follow(person), await follow(other)]
  await buy(person, 'sandbox_pro_monthly', { trial: false })
  await until(() => own.of('plan').length > 0)
  const before = own.of('plan').length
  await person.call('cancelPlan')
  await until(() => own.of('plan').length > before)
  expect(foreign.of('plan')).toEqual([])
})
