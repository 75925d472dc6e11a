/** The engine over a line that cuts, stalls, refuses and goes away. */
import { describe, expect, test } from 'vitest'
import { expectArrived, KIB, MIB, roughen, send, serve, several } from './harness.ts'
import { file, hurried, record, until } from './sources.ts'

describe('on a bad line', () => {
  test('an upload arrives complete although it is cut again and again', async () => {
    const server = await serve()
    const proxy = await roughen(server)
    proxy.fate = (nth) => (nth % 3 === 2 ? {} : { cutAfter: 40_000 + ((nth * 61_357) % 900_000) })
    const files = several()
    await (await send(server, files)).finished
    expectArrived(server, files)
    expect(proxy.connections).toBeGreaterThan(5)
  })

  test('a stalled connection is replaced by a new one', async () => {
    const server = await serve()
    const proxy = await roughen(server)
    proxy.fate = (nth) => (nth <= 4 ? { stallAfter: 100_000 } : {})
    const files = [file('large', 6 * MIB)]
    const upload = await send(server, files, { polite: true, environment: hurried(20, { random: () => 0.9 }) })
    const told = record(upload)
    await upload.finished
    expectArrived(server, files)
    expect(Math.max(...told.map(({ tries }) => tries))).toBeGreaterThan(0)
  })

  test('a lost answer costs no second upload of its bytes', async () => {
    const server = await serve()
    let lost = 0
    server.loseAnswer = ({ outcome }) => outcome === 'stored' && lost++ < 3
    const files = [file('large', 4 * MIB)]
    await (await send(server, files)).finished
    expectArrived(server, files)
    expect(lost).toBeGreaterThanOrEqual(3)
  })

  test('the engine waits for an absent server, and finds it again by knocking', async () => {
    const server = await serve()
    const proxy = await roughen(server)
    const files = [file('large', 8 * MIB)]
    const upload = await send(server, files)
    await until(upload, ({ bytesAcknowledged }) => bytesAcknowledged > 0)
    await proxy.down()
    const waiting = await until(upload, ({ tries }) => tries >= 3)
    expect(waiting).toMatchObject({ status: 'retrying' })
    expect(waiting.parallel).toBeLessThanOrEqual(3)
    await proxy.up()
    await upload.finished
    expectArrived(server, files)
    expect(upload.state().tries).toBe(0)
  })

  test('a cut of all connections at the same time is one try', async () => {
    const server = await serve()
    const proxy = await roughen(server)
    proxy.fate = (nth) => (nth <= 4 ? { stallAfter: 100_000 } : {})
    const files = [file('large', 4 * MIB)]
    const upload = await send(server, files, { polite: true, environment: hurried(2) })
    const told = record(upload)
    while (server.puts.length < 4) await new Promise(setImmediate)
    proxy.cutAll()
    await upload.finished
    expectArrived(server, files)
    expect(server.puts.filter(({ outcome }) => outcome === 'broken').length).toBeGreaterThan(1)
    expect(Math.max(...told.map(({ tries }) => tries))).toBeLessThanOrEqual(1)
  })

  test('a page in the server’s place is no acknowledgement', async () => {
    const server = await serve()
    let portal = 3
    server.fault = () => (portal-- > 0 ? { status: 200, body: '<html>Log in to the hotel</html>' } : undefined)
    const files = several()
    await (await send(server, files)).finished
    expectArrived(server, files)
  })

  test('the last part on a stuck connection is sent again on another', async () => {
    const server = await serve({ partBytes: 512 * KIB })
    const proxy = await roughen(server)
    // The first connection is the probe's; the next one stalls.
    proxy.fate = (nth) => (nth === 1 ? { stallAfter: 100_000 } : {})
    const files = [file('large', 4 * MIB)]
    const upload = await send(server, files, { environment: hurried(4) })
    const told = record(upload)
    await upload.finished
    expectArrived(server, files)
    expect(Math.max(...told.map(({ tries }) => tries))).toBe(0)
    const offsets = server.puts.map(({ offset }) => offset)
    expect(offsets.length).toBeGreaterThan(new Set(offsets).size)
  })

  test.each([1, 2, 3, 4, 5, 6])('whatever happens, every byte arrives once (seed %i)', async (seed) => {
    let state = seed
    const random = () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      return state / 2 ** 32
    }
    const server = await serve({ origins: 1 })
    const proxy = await roughen(server)
    proxy.fate = () => {
      const dice = random()
      if (dice < 0.2) return { cutAfter: random() * 600_000 }
      if (dice < 0.25) return { stallAfter: random() * 300_000 }
      if (dice < 0.3) return { refuse: true }
      if (dice < 0.4) return { answer: 'HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n' }
      return dice < 0.6 ? { delayMs: 3 } : {}
    }
    server.fault = () =>
      random() < 0.1 ? ([{ status: 503 }, 'break', 'store-unavailable'] as const)[state % 3] : undefined
    server.loseAnswer = () => random() < 0.05
    const files = [file('a', 5 * MIB + 3), ...several()]
    await (await send(server, files, { environment: hurried(40) })).finished
    expectArrived(server, files)
  })
})

describe('offline', () => {
  test('it pauses without counting tries, and continues', async () => {
    const server = await serve()
    const proxy = await roughen(server)
    let isOnline = true
    let changed = () => {}
    const network = {
      isOnline: () => isOnline,
      watch: (listener: () => void) => {
        changed = listener
        return () => {}
      },
    }
    const files = [file('large', 8 * MIB)]
    const upload = await send(server, files, { environment: hurried(5, { network }) })
    const told = record(upload)
    await until(upload, ({ bytesAcknowledged }) => bytesAcknowledged > 0)
    const paused = until(upload, ({ status }) => status === 'paused-offline')
    isOnline = false
    changed()
    await proxy.down()
    expect((await paused).tries).toBe(0)
    // The engine notices the cut before the line comes back, even on a busy machine.
    await new Promise((resolve) => setTimeout(resolve, 2_000))
    await proxy.up()
    isOnline = true
    changed()
    await upload.finished
    expectArrived(server, files)
    expect(Math.max(...told.map(({ tries }) => tries))).toBe(0)
  })

  test('the engine uses a server that answers all the same', async () => {
    const server = await serve()
    const network = { isOnline: () => false, watch: () => () => {} }
    const files = several()
    await (await send(server, files, { environment: hurried(20, { network }) })).finished
    expectArrived(server, files)
  })
})
