import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmdirSync } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Problem } from '@waybill/contract/core/problems'
import { expect, test } from 'vitest'
import { bytesOf } from '#test/storage/blobs'
import { diskFault } from './disk-faults.ts'
import { writeAll } from './write-all.ts'

test('refuses with disk-full on a full disk, keeps every acknowledged part, and accepts more once there is room', () => {
  const dir = mkdtempSync(join(tmpdir(), 'waybill-full-'))
  const script = join(import.meta.dirname, '../../../../test/storage/fill-disk.ts')
  const mount = 'mount -t tmpfs -o size=24m none "$0" && exec "$1" "$2" "$0"'
  const namespace = ['--user', '--map-root-user', '--mount', 'sh', '-c', mount]
  const run = spawnSync('unshare', [...namespace, dir, process.execPath, script], { encoding: 'utf8' })
  rmdirSync(dir)
  expect(run.stderr).toBe('')
  const told = JSON.parse(run.stdout)
  expect(told.freeBefore).toBeGreaterThan(22_000_000)
  expect(told.freeWhenFull).toBeLessThan(2 * 2 ** 20)
  expect(told.acknowledged).toBeGreaterThanOrEqual(8)
  expect(told.intact).toBe(told.acknowledged)
  expect(told.refusals).toHaveLength(24 - told.acknowledged)
  for (const refusal of told.refusals) expect(refusal).toMatch(/^Problem: disk-full/)
})

/** A file that accepts at most `room` bytes, and at most `most` in one call, like a nearly full disk. */
function fileWith(room: number, most: number): { written: Buffer[]; file: Pick<FileHandle, 'writev'> } {
  const written: Buffer[] = []
  let left = room
  const writev = async (buffers: readonly NodeJS.ArrayBufferView[]) => {
    const bytes = Buffer.concat(buffers as Buffer[]).subarray(0, Math.min(most, left))
    if (bytes.length === 0) throw Object.assign(new Error('no space left'), { code: 'ENOSPC' })
    left -= bytes.length
    written.push(bytes)
    return { bytesWritten: bytes.length, buffers: [...buffers] }
  }
  return { written, file: { writev } as Pick<FileHandle, 'writev'> }
}

test.each([1, 7, 100, 4_096, 1e9])('continues writes that are cut short at %d bytes', async (most) => {
  const whole = bytesOf(5_000)
  const pieces = [whole.subarray(0, 1), whole.subarray(1, 1), whole.subarray(1, 4_000), whole.subarray(4_000)]
  const { file, written } = fileWith(1e9, most)
  await writeAll(file, pieces, 0)
  expect(Buffer.concat(written).equals(whole)).toBe(true)
})

test('fails a write that reaches the end of the disk', async () => {
  await expect(writeAll(fileWith(4_999, 100).file, [bytesOf(5_000)], 0)).rejects.toMatchObject({ code: 'ENOSPC' })
})

test.each([
  ['ENOSPC', 'disk-full'],
  ['EDQUOT', 'disk-full'],
  ['EIO', 'store-unavailable'],
  ['EROFS', 'store-unavailable'],
  ['EMFILE', 'store-unavailable'],
])('reports %s as %s', (code, problem) => {
  const cause = Object.assign(new Error('failed'), { code })
  expect(diskFault(cause)).toMatchObject({ name: 'Problem', code: problem, cause })
})

test("keeps an error that is not the disk's fault unchanged", () => {
  for (const error of [
    new Problem('part-superseded'),
    new TypeError('a bug'),
    Object.assign(new Error(), { code: 'EACCES' }),
  ]) {
    expect(diskFault(error)).toBe(error)
  }
})
