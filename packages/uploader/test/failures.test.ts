/** Answers from the server or something on the way, and their consequences. */
import { describe, expect, test } from 'vitest'
import { startUpload, UploadError } from '../src/index.ts'
import { expectArrived, KIB, MIB, send, serve, several, stored } from './harness.ts'
import { file, hurried, record } from './sources.ts'

/** Waits take the shortest random time. */
const eager = () => hurried(20, { random: () => 0 })

describe('failing requests', () => {
  test('step down the ladder and end at 15 with an error that says where', async () => {
    const server = await serve({ partBytes: 2 * MIB })
    const files = [file('first', 100), file('dir/second', 20 * MIB)]
    const sizes: Array<[tries: number, bytes: number]> = []
    server.fault = ({ blob, bytes }) => {
      sizes.push([upload.state().tries, bytes])
      return blob === 'blob-1' ? 'store-unavailable' : undefined
    }
    const upload = await send(server, files, { polite: true, environment: eager() })
    const told = record(upload)
    const error = await upload.finished.catch((error: unknown) => error)
    expect(error).toBeInstanceOf(UploadError)
    expect(error).toMatchObject({
      name: 'UploadError',
      code: 'store-unavailable',
      location: { fileIndex: 1, path: 'dir/second', tries: 15, part: { blob: 'blob-1' } },
    })
    expect((error as UploadError).location.requestId).toMatch(/^r\d+$/)
    // Events of the same moment come as one call: not every step does.
    const steps = told.filter(({ tries }) => tries > 0 && tries < 15)
    expect(new Set(steps.map(({ tries }) => tries)).size).toBeGreaterThan(8)
    for (const { tries, parallel, warning } of steps) {
      expect([tries, parallel]).toEqual([tries, tries < 3 ? 4 : tries < 5 ? 3 : 2])
      expect([tries, warning]).toEqual([tries, tries < 5 ? null : 'slow-network'])
    }
    expect(upload.state()).toMatchObject({ status: 'failed', tries: 15 })
    const largest = (from: number) => Math.max(...sizes.filter(([tries]) => tries >= from).map(([, bytes]) => bytes))
    expect(largest(0)).toBeGreaterThan(1 * MIB)
    expect(largest(6)).toBeLessThanOrEqual(1 * MIB)
    expect(largest(11)).toBeLessThanOrEqual(512 * KIB)
  })

  test('of one part alone end the upload too, and do not hold up the rest', async () => {
    const server = await serve()
    const files = [file('large', 6 * MIB)]
    server.fault = ({ offset }) => (offset === 0 ? 'break' : undefined)
    const upload = await send(server, files, { environment: eager() })
    const error = (await upload.finished.catch((error: unknown) => error)) as UploadError
    expect(error).toMatchObject({
      code: 'connection-lost',
      message: 'Connection error',
      location: { part: { offset: 0 } },
    })
    const first = server.puts.filter(({ offset }) => offset === 0)
    expect(first.length).toBeGreaterThanOrEqual(15)
    // Its later tries are smaller, and what they leave gets through.
    expect(upload.state().bytesAcknowledged).toBe(6 * MIB - (first.at(-1)?.bytes ?? 0))
  })

  test('a part with a wrong checksum is sent again', async () => {
    const server = await serve()
    let wrong = 2
    server.fault = () => (wrong-- > 0 ? 'part-crc-mismatch' : undefined)
    const files = several()
    await (await send(server, files)).finished
    expectArrived(server, files)
  })

  test.each(['upload-closed', 'upload-not-found', 'disk-full'] as const)('%s ends the upload at once', async (code) => {
    const server = await serve()
    server.fault = () => code
    const upload = await send(server, several())
    await expect(upload.finished).rejects.toMatchObject({ name: 'UploadError', code })
    expect(server.puts.length).toBeLessThanOrEqual(4)
  })

  test('a proxy that accepts no more than 1 MB gets smaller parts', async () => {
    const server = await serve({ partBytes: 2 * MIB })
    server.fault = ({ bytes }) => (bytes > 1_000_000 ? { status: 413 } : undefined)
    const files = [file('large', 12 * MIB)]
    const upload = await send(server, files, { environment: hurried(1) })
    const told = record(upload)
    await upload.finished
    expectArrived(server, files)
    expect(Math.max(...told.map(({ tries }) => tries))).toBe(0)
  })

  test('an origin that is not ours is left out', async () => {
    const server = await serve({ origins: 2 })
    server.fault = ({ origin }) => (origin === 1 ? 'wrong-host' : undefined)
    const files = [file('large', 16 * MIB)]
    const upload = await send(server, files, { environment: hurried(1) })
    await upload.finished
    expectArrived(server, files)
    expect(upload.state().origins).toBe(1)
  })
})

describe('another sender of the same upload', () => {
  test('is discovered, and its work is not repeated', async () => {
    const server = await serve()
    const files = [file('large', 4 * MIB)]
    const plan = await server.plan(files)
    server.put('blob-0', 64 * KIB, files[0]?.content.subarray(64 * KIB, 3 * MIB) as Buffer)
    const upload = startUpload({ plan, files, api: server.api(), environment: hurried() })
    const told = record(upload)
    await upload.finished
    expectArrived(server, files)
    expect(server.calls).toContain('readUpload')
    expect(Math.max(...told.map(({ tries }) => tries))).toBe(0)
    expect(stored(server.puts).reduce((sum, { bytes }) => sum + bytes, 0)).toBe(1 * MIB + 64 * KIB)
  })

  test('that always wins ends the upload', async () => {
    const server = await serve()
    server.fault = () => 'part-superseded'
    const upload = await send(server, several(), { environment: eager() })
    await expect(upload.finished).rejects.toMatchObject({ name: 'UploadError', location: { tries: 15 } })
  })
})
