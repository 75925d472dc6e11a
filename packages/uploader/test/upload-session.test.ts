/** One upload from its plan to what is made of it. */
import { Problem } from '@waybill/contract/core/problems'
import type { LineHint, UploadPlan } from '@waybill/contract/uploads/endpoints'
import { describe, expect, test, vi } from 'vitest'
import { type SourceFile, startUpload, type UploadOptions, type UploadProgress } from '../src/index.ts'
import { holdingUpload, isBeingSent } from '../src/session/upload-lock.ts'
import { UploadSession, type UploadSessionOptions } from '../src/session/upload-session.ts'
import { expectArrived, KIB, MIB, serve, several, stored } from './harness.ts'
import type { PartServer } from './part-server.ts'
import { file, hurried } from './sources.ts'

const UPLOAD = 'upload'

interface Opened {
  session: UploadSession<string>
  progress: UploadProgress[]
  completed: string[]
  kept: Map<string, readonly SourceFile[]>
}

/** A session over a part server; `kept` is what the device holds, `completed` the tokens of every completion. */
function open(server: PartServer, plan: UploadPlan, more: Partial<UploadSessionOptions<string>> = {}): Opened {
  const api = server.api()
  const progress: UploadProgress[] = []
  const completed: string[] = []
  const kept = new Map<string, readonly SourceFile[]>()
  const environment = hurried()
  const session = new UploadSession({
    plan,
    files: [],
    calls: {
      readUpload: api.readUpload,
      signParts: (_token, body) => api.signParts(body),
      resume: api.renew,
      complete: async (token) => {
        completed.push(token)
        return 'saved'
      },
    },
    onProgress: (one) => progress.push(one),
    engine: {
      startUpload: (options) => startUpload({ ...options, environment }),
      keepHandles: async (upload, files) => kept.set(upload, files),
      dropHandles: async (upload) => kept.delete(upload),
    },
    ...more,
  })
  return { session, progress, completed, kept }
}

const callsOf = (server: PartServer, complete: (token: string, line: LineHint | null) => Promise<string>) => {
  const api = server.api()
  return { readUpload: api.readUpload, signParts: vi.fn(), resume: api.renew, complete }
}

test.each([
  [7, 7],
  // More than a save accepts: the hint is cut, and the save not refused.
  [90_000, 60_000],
])('tells the completion what the line carried: %i ms as %i', async (measured, roundTripMs) => {
  const server = await serve()
  const files = several()
  const warm = { origins: [], roundTripMs: measured }
  const engine = {
    startUpload: (options: UploadOptions) => startUpload({ ...options, environment: hurried(), warm }),
    keepHandles: async () => {},
    dropHandles: async () => {},
  }
  const complete = vi.fn(async (_token: string, _line: LineHint | null) => 'saved')
  const calls = { ...callsOf(server, complete), complete }
  await open(server, await server.plan(files), { files, engine, calls }).session.run()
  expect(complete.mock.calls).toEqual([['token-1', { parallel: expect.any(Number), roundTripMs }]])
})

test('sends every part, completes once without any other call, and then keeps nothing', async () => {
  const server = await serve()
  const files = several()
  const { session, progress, completed, kept } = open(server, await server.plan(files), { files })
  const done = session.run()
  expect(kept.get(UPLOAD)).toEqual(files)
  expect(await done).toBe('saved')
  expectArrived(server, files)
  expect(completed).toEqual(['token-1'])
  expect(server.calls).toEqual([])
  expect(progress[0]).toMatchObject({ status: 'warming-up', bytesSent: 0 })
  expect(progress.at(-1)).toMatchObject({ status: 'done' })
  expect(kept.size).toBe(0)
})

describe('a completion that waits for the last parts', () => {
  test('is asked for before they are acknowledged, and its answer ends the sending', async () => {
    const server = await serve()
    const files = [file('large', 2 * MIB)]
    const plan = await server.plan(files)
    const answered = Promise.withResolvers<void>()
    let isTold = false
    // The last part's answer never comes: only the completion's does.
    server.loseAnswer = () => isTold && stored(server.puts).length > 1
    const complete = vi.fn(async () => 'too late')
    const completeAhead = vi.fn(async (_token: string, _line: LineHint | null, { waitMs }: { waitMs: number }) => {
      isTold = true
      expect(waitMs).toBe(20_000)
      while (stored(server.puts).reduce((sum, { bytes }) => sum + bytes, 0) < 2 * MIB) await new Promise(setImmediate)
      answered.resolve()
      return 'saved'
    })
    const { session, progress } = open(server, plan, { files, calls: { ...callsOf(server, complete), completeAhead } })
    expect(await session.run()).toBe('saved')
    await answered.promise
    expect(completeAhead).toHaveBeenCalledOnce()
    expect(complete).not.toHaveBeenCalled()
    expectArrived(server, files)
    // The page shows the result by now.
    expect(progress.map(({ status }) => status)).not.toContain('cancelled')
  })

  test.each(['upload-incomplete', 'unknown-field', 'too-many-calls'] as const)(
    'that ends with %s is asked for again once every part is acknowledged',
    async (code) => {
      const server = await serve()
      const files = [file('large', 2 * MIB)]
      const plan = await server.plan(files)
      const completeAhead = vi.fn(() => Promise.reject(new Problem(code)))
      const complete = vi.fn(async () => 'saved')
      const { session } = open(server, plan, { files, calls: { ...callsOf(server, complete), completeAhead } })
      expect(await session.run()).toBe('saved')
      expect(completeAhead).toHaveBeenCalledOnce()
      expect(complete).toHaveBeenCalledOnce()
    },
  )

  test('that has closed the upload to a part on its way has not failed', async () => {
    const server = await serve()
    const files = [file('small', 10 * KIB)]
    const plan = await server.plan(files)
    const closed = Promise.withResolvers<void>()
    server.fault = () => {
      closed.resolve()
      return 'upload-closed'
    }
    const completeAhead = () => closed.promise.then(() => 'saved')
    const calls = { ...callsOf(server, vi.fn()), completeAhead }
    expect(await open(server, plan, { files, calls }).session.run()).toBe('saved')
  })

  test('is given up with the upload', async () => {
    const server = await serve()
    const files = [file('small', 10 * KIB)]
    const plan = await server.plan(files)
    const asked = Promise.withResolvers<AbortSignal>()
    const completeAhead = (_token: string, _line: LineHint | null, { signal }: { signal: AbortSignal }) => {
      asked.resolve(signal)
      return new Promise<string>((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    }
    server.fault = () => 'store-unavailable'
    const { session } = open(server, plan, { files, calls: { ...callsOf(server, vi.fn()), completeAhead } })
    const refused = expect(session.run()).rejects.toMatchObject({ name: 'UploadCancelled' })
    const signal = await asked.promise
    expect(signal.aborted).toBe(false)
    session.pause()
    await refused
    expect(signal.aborted).toBe(true)
  })
})

test('completes under the token as last renewed', async () => {
  const server = await serve()
  const files = [file('large', 2 * MIB)]
  const plan = await server.plan(files)
  server.token = 'token-2'
  const { session, completed } = open(server, plan, { files })
  await session.run()
  expect(completed).toEqual(['token-2'])
  expect(session.token).toBe('token-2')
})

test('sends once more what the completion misses, and no other part', async () => {
  const server = await serve()
  const files = [file('large', 1 * MIB)]
  const plan = await server.plan(files)
  const [blob] = plan.blobs
  // The first half is acknowledged, and lost since.
  const lossy = { ...plan, blobs: blob ? [{ ...blob, have: [[0, 512 * KIB] as [number, number]] }] : [] }
  const isWhole = () => stored(server.puts).reduce((sum, { bytes }) => sum + bytes, 0) === 1 * MIB
  const complete = vi.fn(async (_token: string) => {
    server.token = 'token-2'
    if (!isWhole()) throw new Problem('upload-incomplete')
    return 'saved'
  })
  const readUpload = async () => ({ ...server.present(), token: 'token-1' })
  const { session } = open(server, lossy, { files, calls: { ...callsOf(server, complete), readUpload } })
  expect(await session.run()).toBe('saved')
  expect(complete.mock.calls.map(([token]) => token)).toEqual(['token-1', 'token-2'])
  expectArrived(server, files)
})

test('ends with a completion that misses parts twice, and with any other refusal at once', async () => {
  const server = await serve()
  const files = [file('small', 100 * KIB)]
  const plan = await server.plan(files)
  for (const [code, times] of [
    ['upload-incomplete', 2],
    ['item-full', 1],
  ] as const) {
    const complete = vi.fn(() => Promise.reject(new Problem(code)))
    const { session, kept } = open(server, plan, { files, calls: callsOf(server, complete) })
    await expect(session.run()).rejects.toMatchObject({ code })
    expect(complete).toHaveBeenCalledTimes(times)
    expect([...kept.keys()]).toEqual([UPLOAD])
  }
})

test('keeps the files when it is paused, and another session sends the rest', async () => {
  const server = await serve()
  const files = [file('large', 8 * MIB)]
  const first = open(server, await server.plan(files), {
    files,
    onProgress: ({ bytesAcknowledged }) => bytesAcknowledged > 1 * MIB && first.session.pause(),
  })
  await expect(first.session.run()).rejects.toMatchObject({ name: 'UploadCancelled' })
  expect(first.completed).toEqual([])
  expect([...first.kept.keys()]).toEqual([UPLOAD])
  const second = open(server, server.present(), { files })
  expect(await second.session.run()).toBe('saved')
  expectArrived(server, files)
  expect(stored(server.puts).reduce((sum, { bytes }) => sum + bytes, 0)).toBe(8 * MIB)
})

test('paused before it has begun, it sends nothing', async () => {
  const server = await serve()
  const files = several()
  const { session } = open(server, await server.plan(files), { files })
  session.pause()
  await expect(session.run()).rejects.toMatchObject({ name: 'UploadCancelled' })
  expect(server.puts).toEqual([])
})

test('sends what is made of the files, and keeps the files themselves', async () => {
  const server = await serve()
  const sealed = [file('sealed', 300 * KIB)]
  const plain = [file('plain', 1)]
  const sources = vi.fn(() => sealed)
  const plan = await server.plan(sealed)
  const { session, kept } = open(server, plan, { files: plain, sources })
  const done = session.run()
  expect(kept.get(UPLOAD)).toEqual(plain)
  await done
  expect(sources).toHaveBeenCalledExactlyOnceWith(plan)
  expectArrived(server, sealed)
})

test('keeps nothing where it is told so', async () => {
  const server = await serve()
  const files = several()
  const { session, kept } = open(server, await server.plan(files), { files, keepsFiles: false })
  const done = session.run()
  expect(kept.size).toBe(0)
  await done
})

test('others see that it is being sent, until it ends', async () => {
  const server = await serve()
  const files = several()
  const seen: boolean[] = []
  const complete = async () => {
    seen.push(await isBeingSent(UPLOAD))
    return 'saved'
  }
  const { session } = open(server, await server.plan(files), { files, calls: callsOf(server, complete) })
  expect(await isBeingSent(UPLOAD)).toBe(false)
  await session.run()
  expect(seen).toEqual([true])
  expect(await isBeingSent(UPLOAD)).toBe(false)
})

test('stops sending when another tab takes the upload over', async () => {
  const server = await serve()
  const files = [file('large', 8 * MIB)]
  const taken = Promise.withResolvers<void>()
  const { session, progress, completed } = open(server, await server.plan(files), {
    files,
    onProgress: (one) => {
      progress.push(one)
      if (one.bytesAcknowledged > 1 * MIB) taken.resolve()
    },
  })
  const done = session.run()
  await taken.promise
  await holdingUpload(UPLOAD, async () => {
    await expect(done).rejects.toMatchObject({ name: 'AbortError' })
  })
  expect(progress.at(-1)?.status).toBe('cancelled')
  expect(completed).toEqual([])
})
