/** `npm run test:clamd`: what a real clamd finds, and what happens to files that it cannot judge. */
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { scanStream } from '../../src/platform/scanning/clamd.ts'
import { startScans } from '../../src/uploads/index.ts'
import { makeTestApp, type TestApp } from '../app/test-app.ts'
import { until } from '../app/until.ts'
import { noise, type Recipient, sendTo } from '../people/recipient.ts'
import { EICAR } from '../storage/fake-clamd.ts'
import { DebianClamd } from './debian-clamd.ts'
import { bombZip, encrypted7z, encryptedZip, wrappings } from './wrappings.ts'

let clamd: DebianClamd
let app: TestApp
beforeAll(async () => {
  clamd = new DebianClamd()
  await clamd.start()
  app = await makeTestApp({ env: { CLAMD: clamd.socket } })
})
afterAll(async () => {
  await app?.close()
  await clamd?.close()
})

async function scansOf({ uploadId }: Recipient): Promise<Record<string, string>> {
  const { rows } = await sql<{ path: string; scan: string }>`
    select path, concat_ws(' ', scan_state, scan_because) as scan from files where upload_id = ${uploadId}
    order by position`.execute(app.ctx.db)
  return Object.fromEntries(rows.map(({ path, scan }) => [path, scan]))
}
const wrapped = (content: Buffer) => Object.entries(wrappings).map(([path, wrap]) => ({ path, content: wrap(content) }))

test('finds EICAR in eight wrappings, and nothing in the same wrappings of something else', async () => {
  const bad = await sendTo(app, wrapped(EICAR))
  const good = await sendTo(
    app,
    wrapped(Buffer.from('an ordinary invoice over 68 bytes of steel, payable in thirty days.')),
  )
  await app.runJobs()
  const all = (scan: string) => Object.fromEntries(Object.keys(wrappings).map((path) => [path, scan]))
  expect(await scansOf(bad)).toEqual(all('infected'))
  await expect(bad.grant()).rejects.toThrow('file-withdrawn')
  expect(await scansOf(good)).toEqual(all('clean'))
  expect((await good.grant()).links).toHaveLength(8)
})

test('calls nothing clean that it could not look into', async () => {
  const sent = await sendTo(app, [
    { path: 'locked.zip', content: encryptedZip(EICAR) },
    { path: 'locked.7z', content: encrypted7z(EICAR) },
    { path: 'bomb.zip', content: bombZip() },
    { path: 'large.bin', content: noise(25_000_001, 3) },
  ])
  await app.runJobs()
  expect(await scansOf(sent)).toEqual({
    'locked.zip': 'not-scanned encrypted',
    'locked.7z': 'not-scanned encrypted',
    'bomb.zip': 'not-scanned too-large',
    'large.bin': 'not-scanned too-large',
  })
})

test('reads the refusal of a stream that is too long', async () => {
  const endless = Readable.from(
    (function* () {
      for (;;) yield Buffer.alloc(1_000_000)
    })(),
  )
  const answer = await scanStream({ path: clamd.socket }, endless).catch((error: Error) => error.name)
  // The kernel may drop the refusal with the connection.
  expect(['INSTREAM size limit exceeded. ERROR', 'ScannerAway']).toContain(answer)
})

test('gives no verdict when clamd is killed in the middle, and one when it is back', async () => {
  const source = new Readable({ read() {} })
  source.push(Buffer.alloc(100_000))
  const asked = scanStream({ path: clamd.socket }, source)
  const refused = expect(asked).rejects.toThrow(expect.objectContaining({ name: 'ScannerAway' }))
  // Its first bytes are on their way.
  await until(async () => source.readableLength === 0)
  await clamd.kill()
  source.push(Buffer.alloc(100_000))
  source.push(null)
  await refused

  const sent = await sendTo(app, [{ path: 'late.zip', content: wrappings['nested.zip']?.(EICAR) ?? EICAR }])
  await app.runJobs()
  expect(await scansOf(sent)).toEqual({ 'late.zip': 'not-scanned unavailable' })
  await expect(sent.grant()).rejects.toThrow('scan-pending')
  await clamd.start()
  await app.passTime(180_000)
  await startScans(app.ctx)
  await app.runJobs()
  expect(await scansOf(sent)).toEqual({ 'late.zip': 'infected' })
})
