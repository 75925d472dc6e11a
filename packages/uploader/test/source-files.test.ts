/** Files that are locked, changed, removed or swapped during the upload. */
import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type SourceFile, startUpload } from '../src/index.ts'
import { openFile } from '../src/transport/node-transport.ts'
import { PartServer } from './part-server.ts'
import { file, hurried, until } from './sources.ts'

const MIB = 1024 * 1024

let server: PartServer
let folder: string

beforeEach(async () => {
  server = await PartServer.start()
  folder = await mkdtemp(join(tmpdir(), 'waybill-sources-'))
})

afterEach(async () => {
  await server.stop()
  await rm(folder, { recursive: true })
})

async function send(files: SourceFile[]) {
  return startUpload({ plan: await server.plan(files), files, api: server.api(), environment: hurried() })
}

async function onDisk(name: string, bytes: number): Promise<{ location: string; source: SourceFile; content: Buffer }> {
  const { content } = file(name, bytes)
  const location = join(folder, name)
  await writeFile(location, content)
  return { location, source: await openFile(location, name), content }
}

test('a file on disk arrives complete', async () => {
  const { source, content } = await onDisk('a', 5 * MIB + 1)
  await (await send([source])).finished
  expect(server.received(0).equals(content)).toBe(true)
})

test('a file that changes during the upload is another file', async () => {
  const { source, location } = await onDisk('a', 16 * MIB)
  const upload = await send([file('before', 100), source])
  await until(upload, ({ bytesAcknowledged }) => bytesAcknowledged > 0)
  await utimes(location, new Date(), new Date())
  await expect(upload.finished).rejects.toMatchObject({
    code: 'file-changed',
    location: { fileIndex: 1, path: 'a' },
  })
})

test('a file that is removed during the upload keeps its parts on the server', async () => {
  const { source, location, content } = await onDisk('a', 16 * MIB)
  const upload = await send([source])
  await until(upload, ({ bytesAcknowledged }) => bytesAcknowledged > 0)
  await rm(location)
  await expect(upload.finished).rejects.toMatchObject({
    code: 'file-unreadable',
    message: 'Make sure your file is not in use',
  })
  const acknowledged = upload.state().bytesAcknowledged
  expect(acknowledged).toBeGreaterThan(0)
  const again = { ...file('a', 0), bytes: content.length, modifiedAt: source.modifiedAt, slice: slicer(content) }
  const second = startUpload({ plan: server.present(), files: [again], api: server.api(), environment: hurried() })
  expect(second.state().bytesAcknowledged).toBeGreaterThanOrEqual(acknowledged)
  await second.finished
  expect(server.received(0).equals(content)).toBe(true)
})

const slicer = (content: Buffer) => (start: number, end: number) =>
  new Blob([new Uint8Array(content.subarray(start, end))])

test('a file that is locked for a moment is read again', async () => {
  const source = file('a', 2 * MIB)
  let locked = 2
  const locking: SourceFile = {
    ...source,
    slice(start, end) {
      const blob = source.slice(start, end)
      if (end - start <= 1 || locked-- <= 0) return blob
      return Object.assign(blob, { slice: () => ({ arrayBuffer: () => Promise.reject(unreadable()) }) })
    },
  }
  const plan = await server.plan([source])
  await startUpload({ plan, files: [locking], api: server.api(), environment: hurried() }).finished
  expect(server.received(0).equals(source.content)).toBe(true)
  expect(locked).toBeLessThan(0)
})

const unreadable = () => new DOMException('The requested file could not be read', 'NotReadableError')

test('a file generated while it is read arrives as generated, and is read again where it was locked', async () => {
  const source = file('a', 3 * MIB)
  const twice = Buffer.concat([source.content, source.content])
  let locked = 2
  const made: SourceFile = {
    ...source,
    bytes: twice.length,
    async make(start, end) {
      if (locked-- > 0) throw unreadable()
      return new Blob([new Uint8Array(twice.subarray(start, end))])
    },
  }
  const small: SourceFile = { ...file('b', 10), make: async (start, end) => new Blob(['made here!'.slice(start, end)]) }
  await (await send([made, small])).finished
  expect(server.received(0).equals(twice)).toBe(true)
  expect(server.received(1).toString()).toBe('made here!')
})

test.each([
  ['size', { bytes: 101 }],
  ['time', { modifiedAt: 5 }],
])('a file whose %s differs from the plan is refused before a byte is sent', async (_name, other) => {
  const files = [file('a', 50), file('b', 100)]
  const plan = await server.plan(files)
  const swapped = [files[0] as SourceFile, { ...(files[1] as SourceFile), ...other }]
  const upload = startUpload({ plan, files: swapped, api: server.api(), environment: hurried() })
  await expect(upload.finished).rejects.toMatchObject({ code: 'file-changed', location: { fileIndex: 1, path: 'b' } })
  expect(server.puts).toEqual([])
})

test('files in another order find their places, by their content where nothing else distinguishes them', async () => {
  const files = [file('a', 3 * MIB), file('b', 3 * MIB), file('c', 70_000)]
  const plan = await server.plan(files)
  const [a, b, c] = files
  const renamed = { ...plan, files: plan.files.map((planned) => ({ ...planned, path: `cleaned-${planned.path}` })) }
  const shuffled = [c, b, a].filter((one) => one !== undefined)
  await startUpload({ plan: renamed, files: shuffled, api: server.api(), environment: hurried() }).finished
  for (const [index, { content }] of files.entries()) expect(server.received(index).equals(content)).toBe(true)
})

test('missing files are reported too', async () => {
  const files = [file('a', 50), file('b', 100)]
  const plan = await server.plan(files)
  const upload = startUpload({ plan, files: files.slice(0, 1), api: server.api(), environment: hurried() })
  await expect(upload.finished).rejects.toMatchObject({ code: 'file-changed', location: { fileIndex: 1 } })
})
