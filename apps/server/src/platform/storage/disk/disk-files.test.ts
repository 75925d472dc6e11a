import { type FileHandle, mkdtemp, open, readlink, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { newBlobKey, newSegment, segmentFileName } from '../blob-key.ts'
import { DiskFiles } from './disk-files.ts'

const closers: Array<() => Promise<void>> = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

/** The folders and files that this process syncs from now on, in order. */
async function watchSyncs(): Promise<string[]> {
  const synced: string[] = []
  const handle = await open(tmpdir())
  const prototype: FileHandle = Object.getPrototypeOf(handle)
  await handle.close()
  const { sync } = prototype
  const spy = vi.spyOn(prototype, 'sync').mockImplementation(async function (this: FileHandle) {
    await sync.call(this)
    synced.push(await readlink(`/proc/self/fd/${this.fd}`))
  })
  closers.push(async () => spy.mockRestore())
  return synced
}

test('syncs the directory entry again when a file that another process removed is created again', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'waybill-disk-files-'))
  closers.push(() => rm(dir, { recursive: true }))
  const files = await DiskFiles.open(dir)
  const [key, segment] = [newBlobKey(), newSegment()]
  const path = join(files.root, key.slice(0, 2), key.slice(2, 4), segmentFileName(key, segment))
  const folder = dirname(path)
  const synced = await watchSyncs()
  const openOnce = async () => {
    synced.length = 0
    await (await files.openToWrite(key, segment)).close()
    return [...synced]
  }
  expect(await openOnce()).toEqual([folder, dirname(folder), files.root])
  expect(await openOnce()).toEqual([])
  await rm(path)
  expect(await openOnce()).toEqual([folder])
})
