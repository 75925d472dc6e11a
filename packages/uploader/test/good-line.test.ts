/** The engine with a real server on a good line: from the start, resumed, ended. */
import { describe, expect, test } from 'vitest'
import { startUpload, UploadCancelled } from '../src/index.ts'
import { expectArrived, KIB, MIB, refused, send, serve, several } from './harness.ts'
import type { Put } from './part-server.ts'
import { file, hurried, record, until } from './sources.ts'

describe('on a good line', () => {
  test('every file arrives complete, and nothing is refused', async () => {
    const server = await serve()
    const files = several()
    const upload = await send(server, files, { environment: hurried(1) })
    const told = record(upload)
    await upload.finished
    expectArrived(server, files)
    expect(refused(server.puts)).toEqual([])
    expect(told.map(({ bytesAcknowledged }) => bytesAcknowledged)).toEqual(
      told.map(({ bytesAcknowledged }) => bytesAcknowledged).toSorted((a, b) => a - b),
    )
    expect(upload.state()).toMatchObject({ status: 'done', fileIndex: 6, fileCount: 6, secondsLeft: 0, tries: 0 })
    expect(upload.state().bytesAcknowledged).toBe(files.reduce((sum, { bytes }) => sum + bytes, 0))
  })

  test('files without a byte need no part', async () => {
    const server = await serve()
    const upload = await send(server, [file('a', 0), file('b', 0)])
    await upload.finished
    expect(server.puts).toEqual([])
    expect(upload.state()).toMatchObject({ status: 'done', bytesTotal: 0, fileIndex: 2 })
  })

  test('thousands of small files travel in few requests', async () => {
    const server = await serve()
    const files = Array.from({ length: 2_000 }, (_, i) => file(`n/${i}`, 1 + ((i * 37) % 900)))
    await (await send(server, files, { environment: hurried(1) })).finished
    expectArrived(server, files)
    expect(server.puts.length).toBeLessThan(10)
  })

  test('parts grow, and are cut small again near the end', async () => {
    const server = await serve()
    const files = [file('large', 64 * MIB)]
    await (await send(server, files, { environment: hurried(1) })).finished
    expectArrived(server, files)
    const sizes = server.puts.map(({ bytes }) => bytes)
    expect(Math.max(...sizes)).toBeGreaterThan(1 * MIB)
    expect(sizes.at(-1)).toBeLessThan(Math.max(...sizes))
  })

  test('begins with the size for the network’s type', async () => {
    const server = await serve()
    const files = [file('large', 3 * MIB)]
    await (await send(server, files, { effectiveType: 'slow-2g', environment: hurried(1) })).finished
    expect(server.puts.slice(0, 4).map(({ bytes }) => bytes)).toEqual(Array(4).fill(128 * KIB))
  })

  test('sends over every origin that answers', async () => {
    const server = await serve({ origins: 3 })
    const files = [file('large', 24 * MIB)]
    const plan = await server.plan(files)
    const nowhere = 'http://127.0.0.1:9'
    const upload = startUpload({
      plan: { ...plan, origins: [...plan.origins, nowhere] },
      files,
      api: server.api(),
      environment: hurried(1),
    })
    const { origins } = await until(upload, (progress) => progress.origins === 3)
    expect(origins).toBe(3)
    await upload.finished
    expectArrived(server, files)
    expect(new Set(server.puts.map(({ origin }) => origin))).toEqual(new Set([0, 1, 2]))
  })
})

describe('resuming', () => {
  test('sends only what is missing', async () => {
    const server = await serve()
    const files = several()
    await server.plan(files)
    const [large] = files
    server.put('blob-0', 0, large?.content.subarray(0, 1 * MIB) as Buffer)
    server.put('blob-0', 2 * MIB, large?.content.subarray(2 * MIB, 2 * MIB + 64 * KIB) as Buffer)
    const upload = startUpload({ plan: { ...server.present() }, files, api: server.api(), environment: hurried() })
    expect(upload.state().bytesAcknowledged).toBe(1 * MIB + 64 * KIB)
    const told = record(upload)
    await upload.finished
    expectArrived(server, files)
    const known = [
      { from: 0, to: 1 * MIB },
      { from: 2 * MIB, to: 2 * MIB + 64 * KIB },
    ]
    const again = server.puts.filter(
      ({ blob, offset, bytes }) =>
        blob === 'blob-0' && known.some(({ from, to }) => offset < to && from < offset + bytes),
    )
    expect(again).toEqual([])
    expect(told.map(({ status }) => status)).toContain('resuming')
  })

  test('continues after a cancel, without what was acknowledged', async () => {
    const server = await serve()
    const files = [file('large', 8 * MIB)]
    const first = await send(server, files)
    await until(first, ({ bytesAcknowledged }) => bytesAcknowledged > 1 * MIB)
    const held = first.state().bytesAcknowledged
    first.cancel()
    await expect(first.finished).rejects.toThrow(UploadCancelled)
    expect(first.state().status).toBe('cancelled')
    server.token = 'token-2'
    const plan = server.present()
    const second = startUpload({ plan, files, api: server.api(), environment: hurried() })
    expect(second.state().bytesAcknowledged).toBeGreaterThanOrEqual(held)
    await second.finished
    expectArrived(server, files)
    const again = server.puts.filter(({ token }) => token === 'Bearer token-2')
    const isHeld = ({ offset, bytes }: Put) =>
      plan.blobs[0]?.have.some(([start, length]) => offset < start + length && start < offset + bytes)
    expect(again.filter(isHeld)).toEqual([])
  })

  test('a complete plan is done at once', async () => {
    const server = await serve()
    const files = [file('a', 100)]
    await server.plan(files)
    server.put('blob-0', 0, files[0]?.content as Buffer)
    await startUpload({ plan: server.present(), files, api: server.api(), environment: hurried() }).finished
    expect(server.puts).toEqual([])
  })
})

describe('ends', () => {
  test('release all resources', async () => {
    const server = await serve()
    let awake = 0
    let isClosed = false
    const environment = hurried(20)
    const upload = await send(server, several(), {
      environment: {
        ...environment,
        keepAwake() {
          awake++
          return () => awake--
        },
        close() {
          isClosed = true
          environment.close()
        },
      },
    })
    expect(awake).toBe(1)
    await upload.finished
    expect([awake, isClosed]).toEqual([0, true])
    upload.cancel()
    expect(upload.state().status).toBe('done')
  })

  test('a cancel before the first byte', async () => {
    const server = await serve()
    const upload = await send(server, several())
    upload.cancel()
    await expect(upload.finished).rejects.toThrow('You can resume this transfer within 7 days')
    expect(server.puts).toEqual([])
  })
})
