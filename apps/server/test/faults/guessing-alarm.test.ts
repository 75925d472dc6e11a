/** Codes are guessed on two servers at once, from many networks: neither alone sees enough guesses for an alarm. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestApp, makeTwin, type TestApp } from '#test/app/test-app'
import { until } from '#test/app/until'
import { makePerson, type Person } from '#test/people/people'
import { addToAlarm } from '../../src/platform/http/operating/alarm-store.ts'

const HOUR_MS = 3_600_000
const PER_HOUR = 1_000
/** What the database has counted in the last hour before the tests continue guessing: each typed code costs a call. */
const COUNTED_BEFORE = 900
/** What a network may type in ten minutes. */
const PER_NETWORK = 20

let one: TestApp
let two: TestApp
beforeAll(async () => {
  one = await makeTestApp({ env: { LOG_LEVEL: 'error' }, logsToFile: true })
  two = await makeTwin(one, { env: { LOG_LEVEL: 'error' }, logsToFile: true })
})
afterAll(async () => {
  await two.close()
  await one.close()
})

/** Wrong codes, `count` of them, each network's on both servers in turn: none was requested, or it differs. */
async function guess(count: number): Promise<void> {
  for (let tried = 0; tried < count; tried += PER_NETWORK) {
    const guesser = makePerson(one)
    if (tried === 0) await guesser.call('requestSenderCode', { body: { email: guesser.address } })
    await Promise.all(
      Array.from({ length: Math.min(PER_NETWORK, count - tried) }, (_, nth) => typeWrong(guesser, nth % 2 ? one : two)),
    )
  }
}

async function typeWrong(guesser: Person, app: TestApp): Promise<void> {
  const body = { email: guesser.address, verifyId: '00000' }
  const answer = await app.call('confirmSenderCode', { body, headers: guesser.headers() })
  expect(answer.body.code).toMatch(/^code-(wrong|expired)$/)
}

/** The database's count for the last hour. */
async function counted(): Promise<number> {
  const rows = await one.ctx.db
    .selectFrom('alarm_counts')
    .select('count')
    .where('alarm', '=', 'code-failures')
    .where('counted_at', '>', sql<Date>`now() - interval '1 hour'`)
    .execute()
  return rows.reduce((sum, { count }) => sum + count, 0)
}
async function alarmLines(): Promise<unknown[]> {
  const logs = await Promise.all([one, two].map(({ dataDir }) => readFile(join(dataDir, 'test.log'), 'utf8')))
  const lines = logs.flatMap((log) => log.split('\n')).filter((line) => line.includes('code-failures'))
  return lines.map((line) => JSON.parse(line))
}
const warnings = async (app: TestApp) => (await app.call('readHealth')).body.warnings

test('raises no alarm for one less than the limit', async () => {
  await addToAlarm(one.ctx.db, 'code-failures', COUNTED_BEFORE)
  await guess(PER_HOUR - COUNTED_BEFORE - 1)
  await until(async () => (await counted()) === PER_HOUR - 1)
  expect(await warnings(one)).toEqual([])
  expect(await alarmLines()).toEqual([])
})

test('raises one for one more: one line from both together, and a warning on both, which stay healthy', async () => {
  await guess(1)
  await until(async () => (await warnings(two)).length > 0)
  await guess(100)
  await until(async () => (await counted()) === PER_HOUR + 100)
  for (const app of [one, two]) {
    const { status, body } = await app.call('readHealth')
    expect([status, body.status]).toEqual([200, 'ok'])
    expect(body.warnings).toMatchObject([{ alarm: 'code-failures', raisedAt: expect.stringMatching(/^\d{4}-/) }])
  }
  expect(await alarmLines()).toMatchObject([{ level: 50, perHour: PER_HOUR }])
})

test('ends it an hour later, and raises it again when guessing continues', async () => {
  await one.passTime(HOUR_MS)
  expect(await warnings(one)).toEqual([])
  await guess(PER_NETWORK)
  await until(async () => (await counted()) === PER_NETWORK)
  expect(await warnings(two)).toEqual([])
  await addToAlarm(one.ctx.db, 'code-failures', COUNTED_BEFORE)
  await guess(PER_HOUR - COUNTED_BEFORE - PER_NETWORK)
  await until(async () => (await warnings(one)).length > 0)
  expect(await alarmLines()).toHaveLength(2)
})
