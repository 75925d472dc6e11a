import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { until } from '#test/app/until'
import { makePerson } from '#test/people/people'
import { bytesOf } from '#test/storage/blobs'
import { putPart } from '#test/storage/part-put'

const INFO = 30

let app: TestApp
afterEach(() => app.close())

interface Line {
  level: number
  msg: string
  code?: string
  requestId?: string
  error?: unknown
}

async function linesOf(): Promise<Line[]> {
  const text = await readFile(join(app.dataDir, 'test.log'), 'utf8')
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
}

test.each([
  ['debug', ['refused']],
  ['info', []],
])('logs a refusal at LOG_LEVEL %s as %j, with the request’s id', async (level, told) => {
  app = await makeTestApp({ env: { LOG_LEVEL: level }, logsToFile: true })
  const { headers, status } = await app.call('describeDownload', { body: { grant: 'unknown' } })
  expect(status).toBe(404)
  const ofRequest = (await linesOf()).filter(({ requestId }) => requestId === headers.get('x-request-id'))
  expect(ofRequest.map(({ msg }) => msg).filter((msg) => msg !== 'answered')).toEqual(told)
})

test('does not log a stop during a part as a failure', async () => {
  app = await makeTestApp({ env: { LOG_LEVEL: 'info', STOP_SECONDS: '1' }, logsToFile: true })
  const person = makePerson(app)
  await person.prove()
  const content = bytesOf(3_000_000)
  const plan = await person.plan({ files: [{ path: 'big.bin', content }] })
  const half = { afterBytes: 300_000, goOn: new Promise<void>(() => {}) }
  const part = putPart(app.origin, plan, { offset: 0, bytes: content.subarray(0, 1_048_576) }, half)
  await part.begun
  await until(async () => (await app.ctx.db.selectFrom('part_leases').select('id').execute()).length === 1)
  await app.restart()
  expect(await part.answer).toBe('cut')
  const lines = await linesOf()
  expect(lines.filter(({ level }) => level > INFO)).toEqual([])
  const [refused, ...more] = lines.filter(({ code }) => code === 'stopping')
  expect(more).toEqual([])
  expect(refused).toMatchObject({ level: INFO, msg: 'refused while stopping' })
  expect(refused?.error).toBeUndefined()
})
