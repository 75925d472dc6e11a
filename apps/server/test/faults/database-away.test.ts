/** Journeys with a database that is gone, hangs, or dies and is restarted. */
import { once } from 'node:events'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Answer, makeTestApp, type TestApp } from '#test/app/test-app'
import { databaseLine } from '#test/database/database-line'
import { cloneDatabase, type TestDatabase } from '#test/database/test-database'
import { planByEngine, startEngine, tellingParts } from '#test/people/engine'
import { makePerson, type SentFile } from '#test/people/people'
import { sendTo } from '#test/people/recipient'
import { bytesOf } from '#test/storage/blobs'
import { expectDelivered } from '#test/transfers/saved-transfer'
import { readPostmasterFile } from '../../src/platform/database/embedded/postmaster-file.ts'

const MIB = 2 ** 20
const bigFile = (seed: number): SentFile[] => [{ path: 'big.bin', content: bytesOf(14 * MIB + 9, seed) }]

/** Retries until the answer is not 503: the pool recovers by itself. */
async function untilBack(ask: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 0; tries < 200; tries++) {
    const answer = await ask()
    if (answer.status !== 503) return answer
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('The database did not come back')
}

describe('a broken connection to the database', () => {
  let database: TestDatabase
  let line: Awaited<ReturnType<typeof databaseLine>>
  let app: TestApp

  beforeAll(async () => {
    database = await cloneDatabase()
    line = await databaseLine(database)
    app = await makeTestApp({ env: { DATABASE_URL: line.url } })
  })
  afterEach(() => line.up())
  afterAll(async () => {
    await app.close()
    await line.down()
    await database.drop()
  })

  const failures: Array<[string, () => Promise<void> | void]> = [
    ['is cut and refused', () => line.down()],
    ['falls silent', () => line.hush()],
  ]
  test.each(failures)(
    'that %s: fails calls at once, continues an open download, and loses no acknowledged part',
    async (_, fail) => {
      const person = makePerson(app)
      await person.prove()
      const files = bigFile(3)
      const plan = await planByEngine(person, { files, emailTo: [`to-${person.address}`] })
      const [blob] = plan.blobs
      const part = (offset: number) => files[0]?.content.subarray(offset, offset + MIB) as Buffer
      for (const offset of [0, 3 * MIB, 9 * MIB]) {
        expect((await person.putPart(plan, blob?.path ?? '', offset, part(offset))).status).toBe(200)
      }
      const reader = await sendTo(app, [{ path: 'read.bin', content: bytesOf(24 * MIB, 5) }])
      const { links } = await reader.grant()
      const download = await reader.open(links[0]?.url ?? '')
      await once(download, 'readable')

      await fail()
      const bearer = { authorization: `Bearer ${plan.token}` }
      const answers = await Promise.all([
        person.call('readUpload', { params: { upload: plan.upload }, headers: bearer }),
        person.call('planTransfer', { body: person.draft({ files }) }),
        person.call('completeTransfer', { body: { upload: plan.upload, token: plan.token } }),
        person.putPart(plan, blob?.path ?? '', 5 * MIB, part(5 * MIB)),
        reader.browser.call('grantDownload', { body: { ...reader.link, files: 'all' } }),
      ])
      for (const { status, body, headers } of answers) {
        expect([status, body.code]).toEqual([503, 'database-unavailable'])
        expect(headers.get('retry-after')).toMatch(/^\d+$/)
        expect(headers.get('content-type')).toContain('application/problem+json')
      }
      const whole = Buffer.concat(await download.toArray())
      expect(whole.equals(bytesOf(24 * MIB, 5))).toBe(true)

      await line.up()
      const now = await untilBack(() => person.call('readUpload', { params: { upload: plan.upload }, headers: bearer }))
      expect(now.body.blobs[0].have).toEqual([
        [0, MIB],
        [3 * MIB, MIB],
        [9 * MIB, MIB],
      ])
      await reader.untilFinished(1)
      const engine = startEngine(person, now.body, files)
      await engine.finished
      await expectDelivered(app, {
        person,
        files,
        address: `to-${person.address}`,
        plan: { ...plan, token: engine.token() },
      })
    },
  )

  test('during an upload: the engine waits and continues', async () => {
    const person = makePerson(app)
    await person.prove()
    const files = bigFile(11)
    const plan = await planByEngine(person, { files, emailTo: [`to-${person.address}`] })
    const taken: number[] = []
    const environment = tellingParts((count) => {
      if (taken.push(count) === 2) void line.down().then(() => setTimeout(() => void line.up(), 400))
    })
    const engine = startEngine(person, plan, files, environment)
    await engine.finished
    expect(taken.length).toBeGreaterThan(2)
    await expectDelivered(app, {
      person,
      files,
      address: `to-${person.address}`,
      plan: { ...plan, token: engine.token() },
    })
  })
})

test('restarts the embedded server that is killed during an upload, and loses nothing acknowledged', {
  timeout: 60_000,
}, async () => {
  const app = await makeTestApp({ env: { DATABASE_URL: '' } })
  const person = makePerson(app)
  await person.prove()
  const files = bigFile(17)
  const plan = await planByEngine(person, { files, emailTo: [`to-${person.address}`] })
  const { pid = 0 } = readPostmasterFile(`${app.dataDir}/pg`) ?? {}
  const environment = tellingParts((count) => count === 2 && process.kill(pid, 'SIGKILL'))
  const engine = startEngine(person, plan, files, environment)
  await engine.finished
  expect(readPostmasterFile(`${app.dataDir}/pg`)?.pid).not.toBe(pid)
  await expectDelivered(app, {
    person,
    files,
    address: `to-${person.address}`,
    plan: { ...plan, token: engine.token() },
  })
  await app.close()
})
