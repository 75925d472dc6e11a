import { createHash } from 'node:crypto'
import { copyFile } from 'node:fs/promises'
import { getPriority } from 'node:os'
import { crc32 } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { until } from '#test/app/until'
import { bytesOf, sendBlob, type WholeBlob } from '#test/storage/blobs'
import { newSegment } from '../blob-key.ts'
import { type Hashing, openHashing } from './hashing.ts'

const content = bytesOf(3_000_000)
let app: TestApp
let hashing: Hashing
let blob: WholeBlob
beforeAll(async () => {
  app = await makeTestApp()
  hashing = openHashing(app.config, app.ctx.stores, { idleMs: 300 })
  blob = await sendBlob({ store: app.ctx.stores.of('disk'), partBytesFor: () => 1_048_576 }, content)
})
afterAll(async () => {
  hashing.close()
  await app.close()
})

const whole = { offset: 0, bytes: content.length }
const sum = (span = whole, before = 0, wantsSha256 = true) =>
  hashing.sum('disk', { ref: blob.ref, parts: blob.parts, span, crc32: before, wantsSha256 })

test('sums the bytes whole and in pieces, in a process of low priority', async () => {
  const sha256 = createHash('sha256').update(content).digest()
  expect(await sum()).toEqual({ read: content.length, crc32: crc32(content), sha256, damage: null })
  expect(getPriority(hashing.pid ?? 0)).toBe(10)
  // A small piece is summed without the process.
  const first = await sum({ offset: 0, bytes: 1_000_001 }, 0, false)
  expect(first.sha256).toBeNull()
  const rest = await sum({ offset: 1_000_001, bytes: content.length - 1_000_001 }, first.crc32, false)
  expect(rest.crc32).toBe(crc32(content))
})

test('distinguishes a missing blob from an unavailable store', async () => {
  const parts = blob.parts.map((part) => ({ ...part, segment: newSegment() }))
  const work = { ref: blob.ref, parts, span: whole, crc32: 0, wantsSha256: true }
  expect(await hashing.sum('disk', work)).toMatchObject({ damage: 'gone', sha256: null })
  await expect(hashing.sum('s3', work)).rejects.toMatchObject({ code: 'store-unavailable', facts: { store: 's3' } })
})

test('repeats the work of a killed process in another', async () => {
  await sum()
  const killed = hashing.pid ?? 0
  const running = sum()
  process.kill(killed, 'SIGKILL')
  expect((await running).read).toBe(content.length)
  expect(hashing.pid).not.toBe(killed)
})

test('reports stores that cannot be opened as unavailable, and works again once they can', async () => {
  const masterKeyFile = `${app.dataDir}/elsewhere.key`
  const own = openHashing({ ...app.config, masterKeyFile }, app.ctx.stores)
  const work = { ref: blob.ref, parts: blob.parts, span: whole, crc32: 0, wantsSha256: true }
  await expect(own.sum('disk', work)).rejects.toMatchObject({ code: 'store-unavailable', facts: { store: 'disk' } })
  await copyFile(app.config.masterKeyFile, masterKeyFile)
  expect((await own.sum('disk', work)).damage).toBeNull()
  own.close()
})

test('ends after a time without work, and starts again', async () => {
  await sum()
  await until(async () => hashing.pid === null)
  expect((await sum()).damage).toBeNull()
})

test('refuses running and new work when it closes', async () => {
  const own = openHashing(app.config, app.ctx.stores)
  const work = { ref: blob.ref, parts: blob.parts, span: whole, crc32: 0, wantsSha256: true }
  const running = own.sum('disk', work)
  own.close()
  await expect(running).rejects.toMatchObject({ code: 'stopping' })
  await expect(own.sum('disk', work)).rejects.toMatchObject({ code: 'stopping' })
})
