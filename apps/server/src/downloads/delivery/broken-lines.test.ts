import { execFile } from 'node:child_process'
import { mkdtemp, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rounds } from '#test/app/rounds'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { until } from '#test/app/until'
import { noise, type Recipient, sendTo, sha256 } from '#test/people/recipient'

const run = promisify(execFile)
const MIB = 1024 * 1024
const large = noise(24 * MIB)
const files = [
  { path: 'large.bin', content: large },
  ...Array.from({ length: 40 }, (_, i) => ({ path: `small/${i}.bin`, content: noise(i * 997, i + 2) })),
]

let app: TestApp
let folder: string
beforeAll(async () => {
  // No proxy in between: other rules apply to what a proxy was handed.
  app = await makeTestApp({ env: { TRUSTED_PROXIES: '' } })
  folder = await mkdtemp(join(tmpdir(), 'waybill-broken-'))
})
afterAll(async () => {
  await app?.close()
  await rm(folder, { recursive: true, force: true })
})

const toldTimes = async (recipient: Recipient) =>
  (await app.mails(recipient.sender.address)).filter(({ subject }) => !/code/i.test(subject)).length

describe('a connection that breaks', () => {
  it.each(['file', 'zip'] as const)('is resumed by curl -C - and the %s is finished once', async (kind) => {
    const recipient = await sendTo(app, files)
    const { links, zip } = await recipient.grant()
    const path = kind === 'zip' ? zip.url : (links[0]?.url ?? '')
    const whole = Buffer.from(await recipient.take(path, { 'user-agent': 'BarracudaCentral' }))
    const target = join(folder, `${kind}.part`)
    let have = Buffer.alloc(0)
    for (const stop of [3 * MIB, 9 * MIB]) {
      const headers: Record<string, string> = have.length > 0 ? { range: `bytes=${have.length}-` } : {}
      have = Buffer.concat([have, await recipient.readAndBreak(path, stop, headers)])
      await recipient.until(([row]) => row !== undefined && row.finished_at === null)
    }
    expect((await recipient.sendings()).length).toBeGreaterThan(0)
    await writeFile(target, have)
    await run('curl', ['-sS', '-C', '-', '-o', target, new URL(path, app.origin).href])
    expect(sha256(await readFile(target))).toBe(sha256(whole))
    await recipient.untilFinished(kind === 'zip' ? files.length : 1)
    const [row] = (await recipient.deliveries()).filter(({ file_id }) => file_id === links[0]?.file)
    expect(row).toMatchObject({ bytes: large.length, ranges: `{[0,${large.length})}` })
    expect(await toldTimes(recipient)).toBe(kind === 'zip' ? 1 : 0)
  })

  it('leaves what may not have arrived in doubt until the recipient continues after it', async () => {
    const recipient = await sendTo(app, [{ path: 'a.bin', content: noise(300_000) }])
    const { links } = await recipient.grant()
    const url = links[0]?.url ?? ''
    // The kernel takes everything; the client resets the connection and has read a part of it, or nothing.
    const answer = await recipient.open(url)
    await new Promise((resolve) => setTimeout(resolve, 200))
    answer.socket.resetAndDestroy()
    await recipient.until((deliveries) => deliveries.length === 1)
    expect(await recipient.deliveries()).toMatchObject([{ finished_at: null }])

    // An answer that nobody requested proves nothing.
    await recipient.take(url, { range: 'bytes=100-199' })
    await recipient.until(([row]) => row?.finished_at === null)

    await recipient.take(url, { range: 'bytes=250000-' })
    await recipient.untilFinished(1)
    expect(await toldTimes(recipient)).toBe(1)
  })

  it('never counts bytes in transit to a client that has left', async () => {
    const recipient = await sendTo(app, [{ path: 'a.bin', content: large }])
    const { links } = await recipient.grant()
    for (const leave of ['resetAndDestroy', 'destroy'] as const) {
      const answer = await recipient.open(links[0]?.url ?? '')
      answer.once('readable', () => {})
      await new Promise((resolve) => setTimeout(resolve, 300))
      answer.socket[leave]()
    }
    await recipient.until((deliveries) => deliveries.length === 1)
    const [row] = await recipient.deliveries()
    expect(row?.finished_at).toBeNull()
    expect(row?.bytes).toBeLessThan(20 * MIB)
  })

  it('counts as far as it was saved when the server dies, whatever is requested afterwards', async () => {
    const recipient = await sendTo(app, [{ path: 'a.bin', content: noise(2_500_000) }])
    const { links } = await recipient.grant()
    const { url = '', file = '' } = links[0] ?? {}
    const row = await app.ctx.db
      .selectFrom('recipients')
      .select('id')
      .where('transfer_id', '=', recipient.transferId)
      .executeTakeFirstOrThrow()
    await recipient.take(url, { range: 'bytes=0-1999999' })
    await recipient.until(([delivery]) => delivery?.bytes === 2_000_000)
    await app.ctx.db.deleteFrom('sendings').execute()
    await app.ctx.db
      .insertInto('sendings')
      .values({
        id: 'dead',
        recipient_id: row.id,
        resource: file,
        starts_at: 0,
        ends_at: 2_500_000,
        read_to: 0,
        arrived_to: 2_000_000,
        written_to: 2_400_000,
        node_id: 'a process that is gone',
      })
      .execute()
    // The last byte proves nothing about those before it; what was never saved is never claimed.
    await recipient.take(url, { range: 'bytes=2499999-' })
    const delivery = async () => (await recipient.deliveries())[0]
    await until(async () => (await delivery())?.ranges === '{[0,2000000),[2499999,2500000)}')
    await recipient.take(url, { range: 'bytes=2000000-2499998' })
    await until(async () => (await delivery())?.finished_at instanceof Date)
  })

  it('does not affect what had arrived when the server stopped', async () => {
    const recipient = await sendTo(app, [{ path: 'a.bin', content: noise(500_000) }])
    const { links } = await recipient.grant()
    await (await recipient.get(links[0]?.url ?? '')).bytes()
    await app.restart()
    expect(await recipient.deliveries()).toMatchObject([{ bytes: 500_000, finished_at: expect.any(Date) }])
    expect(await recipient.sendings()).toEqual([])
  })

  it('counts as a stop before the end: the sender is told an hour after the last byte, once', async () => {
    const recipient = await sendTo(app, [{ path: 'a.bin', content: large }])
    const { links } = await recipient.grant()
    await recipient.readAndBreak(links[0]?.url ?? '', 8 * MIB)
    await recipient.until((deliveries) => deliveries.length === 1)
    await app.passTime(50 * 60_000)
    expect(await toldTimes(recipient)).toBe(0)
    const [before] = await recipient.deliveries()
    await recipient.readAndBreak(links[0]?.url ?? '', 8 * MIB)
    await recipient.until(([now]) => now?.changed_at.getTime() !== before?.changed_at.getTime())
    await app.passTime(50 * 60_000)
    expect(await toldTimes(recipient)).toBe(0)
    await app.passTime(11 * 60_000)
    expect(await toldTimes(recipient)).toBe(1)
    await app.passTime(120 * 60_000)
    expect(await toldTimes(recipient)).toBe(1)
  })
})

describe('a source', () => {
  it('that is damaged fails the client, who never gets a short answer that looks complete', async () => {
    const recipient = await sendTo(app, files)
    const { links, zip } = await recipient.grant()
    await damage(12 * MIB)
    for (const path of [links[0]?.url ?? '', zip.url]) {
      const answer = await recipient.open(path)
      expect(answer.statusCode).toBe(200)
      let read = 0
      const reading = (async () => {
        for await (const chunk of answer) read += chunk.length
      })()
      await expect(reading).rejects.toThrow()
      expect(read).toBeLessThan(Number(answer.headers['content-length']))
    }
    await recipient.until((deliveries) => deliveries.length === files.length)
    expect((await recipient.deliveries()).every(({ finished_at }) => finished_at === null)).toBe(true)
  })
})

/** Flips a bit in the newest stored object larger than `offset`. */
async function damage(offset: number): Promise<void> {
  const root = join(app.dataDir, 'blobs')
  const found = await readdir(root, { recursive: true, withFileTypes: true })
  const stats = await Promise.all(
    found.flatMap((entry) => {
      const path = join(entry.parentPath, entry.name)
      return entry.isFile() ? [stat(path).then(({ size, mtimeMs }) => ({ path, size, mtimeMs }))] : []
    }),
  )
  const [newest] = stats.filter(({ size }) => size > offset).toSorted((one, other) => other.mtimeMs - one.mtimeMs)
  const file = await open(newest?.path ?? '', 'r+')
  const byte = Buffer.alloc(1)
  await file.read(byte, 0, 1, offset)
  await file.write(Buffer.from([(byte[0] ?? 0) ^ 1]), 0, 1, offset)
  await file.close()
}

it('leaves no file handle open after hundreds of clients leave', async () => {
  const recipient = await sendTo(app, files)
  const { links, zip } = await recipient.grant()
  const handles = async () => {
    const open = await readdir('/proc/self/fd')
    return open.length
  }
  const leave = async (i: number) => {
    const answer = await recipient.open(i % 2 === 0 ? zip.url : (links[0]?.url ?? ''))
    if (i % 3 === 0) await new Promise((resolve) => answer.once('readable', resolve))
    answer.socket[i % 5 === 0 ? 'resetAndDestroy' : 'destroy']()
  }
  const round = async (count: number) => {
    for (let i = 0; i < count; i += 20) await Promise.all(Array.from({ length: 20 }, (_, j) => leave(i + j)))
    await recipient.until(() => true)
  }
  await round(40)
  const before = await handles()
  await round(rounds(200, 1_000))
  for (let tries = 0; (await handles()) > before + 20 && tries < 100; tries++) {
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  expect(await handles()).toBeLessThanOrEqual(before + 20)
}, 120_000)
