/** The engine on modelled lines, in virtual time: how long uploads take, beside clients with fixed numbers of requests. */
import { describe, expect, test } from 'vitest'
import { type LineFigures, ModelledLine } from './model/modelled-line.ts'
import { MIB, ModelledSender } from './model/modelled-sender.ts'

const SEEDS = [1, 2, 3, 4, 5]
const MB = 1e6
const lines = {
  'long and lossy': { roundTripMs: 200, loss: 0.005, megabits: 100, queueMs: 200 },
  lossy: { roundTripMs: 50, loss: 0.02, megabits: 100, queueMs: 200 },
  long: { roundTripMs: 200, loss: 0, megabits: 100, queueMs: 200 },
  short: { roundTripMs: 20, loss: 0, megabits: 100, queueMs: 200 },
  slow: { roundTripMs: 400, loss: 0.005, megabits: 2, queueMs: 200 },
} satisfies Record<string, LineFigures>
type LineName = keyof typeof lines

type Way = (sender: ModelledSender) => Promise<unknown>

/** Seconds of each seed, all with connections that stand open. */
async function secondsOf(name: LineName, bytes: number, origins: number, way: Way): Promise<number[]> {
  const seconds: number[] = []
  for (const seed of SEEDS) {
    const line = new ModelledLine(lines[name], seed)
    const sender = new ModelledSender(line, bytes, { origins })
    line.warm(sender.device, sender.origins)
    const ms = await line.run(way(sender))
    seconds.push((ms ?? Number.NaN) / 1_000)
  }
  return seconds.toSorted((a, b) => a - b)
}

const medianOf = (values: readonly number[]) => values[values.length >> 1] as number
const engine: Way = (sender) => sender.upload({ warm: { origins: sender.origins, roundTripMs: null } }).finished

/** A share for each connection at once, and parts of the specification's size. */
async function bestFixed(name: LineName, bytes: number, origins: number): Promise<number> {
  const times: number[] = []
  for (const parallel of [4, 6, 12, 24].filter((count) => count <= 6 * origins)) {
    const share = Math.ceil(bytes / parallel)
    for (const partBytes of [2 * MIB, share]) {
      const way: Way = (sender) => sender.sendFixed(parallel, partBytes)
      times.push(medianOf(await secondsOf(name, bytes, origins, way)))
    }
  }
  return Math.min(...times)
}

describe('beside the best fixed number of requests', () => {
  const cells = (Object.keys(lines) as LineName[]).flatMap((name) =>
    [1, 4].flatMap((origins) => [1, 20].map((megabytes) => [name, megabytes, origins] as const)),
  )
  test.each(cells)('on a %s line %i MB over %i origins', async (name, megabytes, origins) => {
    const bytes = megabytes * MB
    const ours = medianOf(await secondsOf(name, bytes, origins, engine))
    const best = await bestFixed(name, bytes, origins)
    // The ramp, and the answers between two parts of a connection.
    const roundTrips = Math.max(0.25, (3 * lines[name].roundTripMs) / 1_000)
    expect(ours).toBeLessThanOrEqual(1.15 * best + roundTrips)
  })
})

test.each([
  ['long and lossy', 20, 6],
  ['long and lossy', 150, 40],
  ['lossy', 20, 4.5],
  ['lossy', 150, 30],
] as const)('on a %s line %i MB take at most %i s, each time', async (name, megabytes, seconds) => {
  const times = await secondsOf(name, megabytes * MB, 4, engine)
  expect(times.at(-1)).toBeLessThanOrEqual(seconds)
})

describe('trouble on the way', () => {
  const settings = { ...lines['long and lossy'] }

  test('a line that becomes 50 times as slow carries on at its new speed', async () => {
    const line = new ModelledLine(settings, 3)
    const sender = new ModelledSender(line, 20 * MB)
    const upload = sender.upload()
    line.clock.after(2_000, () => {
      line.figures.megabits = 2
    })
    const ms = await line.run(upload.finished)
    const left = 20 * MB - sender.acknowledged.filter(({ at }) => at < 2_000).reduce((sum, { bytes }) => sum + bytes, 0)
    const atBest = 2_000 + left / 250
    expect(ms).toBeLessThan(1.25 * atBest)
  })

  test('20 s of nothing cost little more than 20 s', async () => {
    const quiet = new ModelledLine(settings, 4)
    const usual = (await quiet.run(new ModelledSender(quiet, 20 * MB).upload().finished)) ?? 0
    const line = new ModelledLine(settings, 4)
    const upload = new ModelledSender(line, 20 * MB).upload()
    line.clock.after(2_000, () => {
      line.isDark = true
      line.clock.after(20_000, () => {
        line.isDark = false
      })
    })
    const ms = await line.run(upload.finished)
    expect(ms).toBeLessThan(usual + 24_000)
  })

  test('an origin that dies is left, and the rest go on', async () => {
    const line = new ModelledLine(settings, 5)
    const sender = new ModelledSender(line, 40 * MB)
    const upload = sender.upload()
    line.clock.after(3_000, () => line.dead.add(sender.origins[2] as string))
    const ms = await line.run(upload.finished)
    expect(ms).toBeLessThan(30_000)
  })

  test.each([
    [4, 20],
    [4, 5],
    [1, 20],
  ])(
    '%i origins behind a proxy that buffers, with %i Mbit/s behind it, get hardly a byte twice',
    async (origins, megabits) => {
      const line = new ModelledLine({ ...lines.short, loss: 0.001 }, 8)
      line.proxyMegabits = megabits
      const sender = new ModelledSender(line, 20 * MB, { origins })
      const ms = await line.run(sender.upload().finished)
      const atBest = (20 * MB) / (megabits * 125)
      expect(ms).toBeLessThan(1.15 * atBest + 1_000)
      expect(sender.bytesSent).toBeLessThan(1.1 * 20 * MB)
    },
  )

  test('a middlebox that resets the seventh connection leaves six', async () => {
    const line = new ModelledLine(settings, 6)
    line.mostSockets = 6
    const sender = new ModelledSender(line, 10 * MB)
    const upload = sender.upload()
    expect(await line.run(upload.finished)).toBeLessThan(30_000)
    expect(upload.state()).toMatchObject({ origins: 1, tries: 0 })
  })
})

test('40 senders on one bottleneck get equal shares, and none starves', async () => {
  const line = new ModelledLine({ roundTripMs: 100, loss: 0.001, megabits: 400, queueMs: 200 }, 7)
  const senders = Array.from({ length: 40 }, (_, nth) => new ModelledSender(line, 50 * MB, { name: `sender-${nth}` }))
  const uploads = senders.map((sender) => sender.upload())
  for (const { finished } of uploads) finished.catch(() => {})
  await line.run(new Promise((resolve) => line.clock.after(20_000, () => resolve(null))))
  const shares = senders.map(({ received }) => received.total)
  for (const upload of uploads) upload.cancel()
  const sum = shares.reduce((all, one) => all + one, 0)
  const squares = shares.reduce((all, one) => all + one ** 2, 0)
  expect(sum ** 2 / (40 * squares)).toBeGreaterThanOrEqual(0.9)
  expect(Math.min(...shares)).toBeGreaterThan(sum / 40 / 2)
})
