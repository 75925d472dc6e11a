import { describe, expect, test } from 'vitest'
import { DownloadError } from './download-error.ts'
import {
  type Asked,
  CHUNK,
  content,
  FakeLine,
  type Fate,
  HurriedClock,
  MemoryDisk,
  MIB,
  OTHER,
  OWN,
  planOf,
} from './fake-line.ts'
import { FastDownload } from './fast-download.ts'

function start(line: FakeLine, more: Partial<ConstructorParameters<typeof FastDownload>[0]> = {}) {
  const disk = new MemoryDisk()
  const plan = planOf()
  const renew = () => Promise.reject(new Error('no other grant'))
  const clock = new HurriedClock()
  const options = { plan, disk, transport: line, clock, own: OWN, random: () => 0.5, renew, ...more }
  return { disk, clock, download: new FastDownload(options) }
}

const never = new AbortController().signal
const expectWhole = (disk: MemoryDisk) => expect(disk.bytes.equals(content)).toBe(true)

async function errorOf(running: Promise<void>): Promise<[string, string | null]> {
  const error = await running.then(
    () => null,
    (reason) => reason,
  )
  if (!(error instanceof DownloadError)) throw new Error(`not ended by an error of ours: ${error}`)
  return [error.code, error.problem]
}

describe('a download over a good line', () => {
  test('comes in one range per connection, over all origins, each byte once', async () => {
    const line = new FakeLine()
    const { disk, download } = start(line)
    await download.run(never)
    expectWhole(disk)
    expect(line.most).toBe(8)
    expect(line.asked).toHaveLength(8)
    expect(disk.written).toBe(content.length)
    // One of the six connections to the page's own origin stays the page's.
    expect(line.asked.filter(({ origin }) => origin === OWN)).toHaveLength(5)
  })

  test('continues an earlier run where it stopped, and asks for nothing twice', async () => {
    const line = new FakeLine()
    const { disk, download } = start(line, {
      done: [
        [0, 3 * MIB],
        [4 * MIB, 4 * MIB + 100],
      ],
    })
    disk.bytes.set(content.subarray(0, 4 * MIB + 100))
    await download.run(never)
    expectWhole(disk)
    expect(disk.written).toBe(content.length - 3 * MIB - 100)
    // The server knows by these that what came before was read.
    expect(line.asked.map(({ range }) => range?.from)).toEqual(expect.arrayContaining([3 * MIB, 4 * MIB + 100]))
  })

  test('fetches again what was lost on the disk since the earlier run', async () => {
    const { disk, download } = start(new FakeLine(), { done: [[0, content.length]] })
    disk.bytes.set(content)
    disk.bytes[MIB + 5] = 0xee ^ (content[MIB + 5] ?? 0)
    await download.run(never)
    expectWhole(disk)
    expect(disk.written).toBe(MIB + 7)
  })

  test('ends by its signal and keeps what is done', async () => {
    const stopping = new AbortController()
    let told = 0
    const { disk, download } = start(new FakeLine(), {
      onProgress(done) {
        told = done
        if (done > 2 * MIB) stopping.abort('paused')
      },
    })
    await expect(download.run(stopping.signal)).rejects.toBe('paused')
    const { ranges } = download
    expect(told).toBeGreaterThan(2 * MIB)
    expect(ranges.reduce((sum, [from, to]) => sum + to - from, 0)).toBe(disk.written)
    const again = new FakeLine()
    const next = start(again, { done: ranges, disk })
    await next.download.run(never)
    expectWhole(disk)
    expect(disk.written).toBe(content.length)
  })
})

describe('faults', () => {
  test('connections that break, stall and are refused: every byte arrives, the rest from where it stopped', async () => {
    const busy: Fate = { refuse: { kind: 'refused', status: 503, code: 'busy', retryAfterMs: 2_000 } }
    const fates: Fate[] = [{ breaksAt: CHUNK }, { stallsAt: 2 * CHUNK }, { isDown: true }, busy, { breaksAt: 0 }]
    const line = new FakeLine((_, nth) => (nth < 15 ? (fates[nth % 5] ?? {}) : {}))
    const { disk, download } = start(line)
    await download.run(never)
    expectWhole(disk)
    expect(disk.written).toBe(content.length)
  })

  test('an origin that does not answer is left; the others bring everything', async () => {
    const line = new FakeLine(({ origin }) => (origin === OTHER ? { isDown: true } : {}))
    const { disk, download } = start(line)
    await download.run(never)
    expectWhole(disk)
    expect(line.asked.filter(({ origin }) => origin === OTHER).length).toBeLessThan(20)
  })

  test('where nothing answers for two minutes, the line is given up', async () => {
    const { clock, download } = start(new FakeLine(() => ({ isDown: true })))
    expect(await errorOf(download.run(never))).toEqual(['line', null])
    expect(clock.now()).toBeGreaterThanOrEqual(120_000)
  })

  test('a slow end is taken over by idle connections', async () => {
    const line = new FakeLine((_, nth) => (nth === 2 ? { stallsAt: CHUNK } : {}))
    const { disk, clock, download } = start(line)
    await download.run(never)
    expectWhole(disk)
    expect(line.asked.length).toBeGreaterThan(8)
    // Without that it would have waited for twenty seconds until the stalled connection is ended.
    expect(clock.now()).toBeLessThan(15_000)
  })

  test('with 429, fewer connections are opened', async () => {
    const tooMany: Fate = { refuse: { kind: 'refused', status: 429, code: 'too-many-calls', retryAfterMs: 2_000 } }
    const line = new FakeLine((_, nth) => (nth >= 4 && nth < 8 ? tooMany : {}))
    const { disk, download } = start(line)
    await download.run(never)
    expectWhole(disk)
    expect(line.most).toBeLessThanOrEqual(6)
  })

  test('a full disk ends it, with what fitted', async () => {
    const { disk, download } = start(new FakeLine())
    disk.room = 3 * MIB
    expect(await errorOf(download.run(never))).toEqual(['disk-full', null])
    expect(download.ranges.reduce((sum, [from, to]) => sum + to - from, 0)).toBe(disk.written)
  })

  test('altered bytes are fetched again; altered twice, they are refused', async () => {
    const once = start(new FakeLine((_, nth) => ({ alters: nth === 3 })))
    await once.download.run(never)
    expectWhole(once.disk)
    expect(once.disk.written).toBeGreaterThan(content.length)
    const always = start(new FakeLine(({ range }) => ({ alters: (range?.from ?? 0) > 3 * MIB })))
    expect(await errorOf(always.download.run(never))).toEqual(['altered', null])
  })

  test('something that drops Range: one connection brings all of it, and the blocks still tell', async () => {
    const line = new FakeLine(() => ({ dropsRange: true }))
    const { disk, download } = start(line)
    await download.run(never)
    expectWhole(disk)
    expect(line.asked.at(-1)).toMatchObject({ origin: OWN, range: null })
    const wrong = start(new FakeLine(() => ({ dropsRange: true, etag: null, alters: true })))
    expect(await errorOf(wrong.download.run(never))).toEqual(['altered', null])
  })

  test('without Range, a connection that says nothing more begins again', async () => {
    let whole = 0
    const line = new FakeLine(({ range }) => ({
      dropsRange: true,
      ...(range === null && ++whole < 3 ? { stallsAt: MIB } : {}),
    }))
    const { disk, download } = start(line)
    await download.run(never)
    expectWhole(disk)
    expect(whole).toBe(3)
  })

  test('an origin that drops Range is left where another keeps it', async () => {
    const line = new FakeLine(({ origin }) => ({ dropsRange: origin === OWN }))
    const { disk, download } = start(line)
    await download.run(never)
    expectWhole(disk)
    expect(line.asked.every(({ range }) => range !== null)).toBe(true)
  })

  test('another version ends it: nothing is patched together', async () => {
    const { download } = start(new FakeLine((_, nth) => (nth > 5 ? { etag: '"other"' } : {})))
    expect(await errorOf(download.run(never))).toEqual(['changed', null])
  })

  const refusal = (code: string): Fate => ({ refuse: { kind: 'refused', status: 410, code, retryAfterMs: null } })

  test('a file withdrawn in the middle ends it', async () => {
    const { download } = start(new FakeLine((_, nth) => (nth < 3 ? { breaksAt: CHUNK } : refusal('file-withdrawn'))))
    expect(await errorOf(download.run(never))).toEqual(['refused', 'file-withdrawn'])
  })

  test('a connection that was told of the end of the old grant, after it was replaced, asks with the new one', async () => {
    const line = new FakeLine(({ url }) => (url.includes('/g/') ? refusal('grant-expired') : {}))
    let renewed = 0
    const renew = async () => {
      renewed += 1
      return planOf({ url: '/get/new/file/f/n' })
    }
    const get = line.get.bind(line)
    let late = 0
    const slow: typeof line.get = async (...asked) => {
      // One answer about the old grant comes long after the others.
      const isLate = asked[1].url.includes('/g/') && ++late === 3
      if (isLate) for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate)
      if (!asked[1].url.includes('/g/')) for (let turn = 0; turn < 30; turn += 1) await new Promise(setImmediate)
      return get(...asked)
    }
    const { disk, download } = start(line, { transport: { get: slow }, renew })
    await download.run(never)
    expectWhole(disk)
    expect(renewed).toBe(1)
  })

  test('a grant that ends in the middle is replaced once; without another one it ends', async () => {
    const fate = ({ url }: Asked, nth: number) => (url.includes('/g/') && nth > 4 ? refusal('grant-expired') : {})
    let renewed = 0
    const renew = async () => {
      renewed += 1
      return planOf({ url: '/get/new/file/f/n' })
    }
    const replaced = start(new FakeLine(fate), { renew })
    await replaced.download.run(never)
    expectWhole(replaced.disk)
    expect(renewed).toBeGreaterThan(0)
    const over = Object.assign(new Error(), { code: 'transfer-expired' })
    const ended = start(new FakeLine(fate), { renew: () => Promise.reject(over) })
    expect(await errorOf(ended.download.run(never))).toEqual(['refused', 'transfer-expired'])
  })
})

test('any faults that end: the file is whole, and no byte is written after the end', async () => {
  for (let seed = 1; seed <= 25; seed += 1) {
    let state = seed
    const random = () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      return state / 2 ** 32
    }
    const line = new FakeLine(() => {
      const dice = random()
      if (dice < 0.15) return { isDown: true }
      if (dice < 0.35) return { breaksAt: Math.floor(random() * MIB) }
      return dice < 0.45 ? { stallsAt: Math.floor(random() * MIB) } : {}
    })
    const { disk, download } = start(line, { random })
    await download.run(never)
    expectWhole(disk)
  }
})
