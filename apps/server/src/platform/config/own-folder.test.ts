import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { asStartError, openDataDir } from './own-folder.ts'
import { StartError } from './start-error.ts'

let root = ''
const said: unknown[] = []
const log = { warn: (...words: unknown[]) => void said.push(words) }
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'waybill-data-'))
  said.length = 0
})
afterEach(() => rmSync(root, { recursive: true }))
const modeOf = (path: string) => statSync(path).mode & 0o777

test('creates the folder for this account alone and leaves nothing in it', async () => {
  const dir = join(root, 'deep/data')
  await openDataDir(dir, log)
  expect(modeOf(dir)).toBe(0o700)
  expect(readdirSync(dir)).toEqual([])
  expect(said).toEqual([])
})

test('closes a folder that others could open, and logs that once', async () => {
  chmodSync(root, 0o755)
  await openDataDir(root, log)
  await openDataDir(root, log)
  expect(modeOf(root)).toBe(0o700)
  expect(said).toEqual([[{ dir: root, was: '0755' }, 'DATA_DIR was open to other accounts; it is closed to them now']])
})

test('reports a full disk in one sentence, whichever step notices it', () => {
  const full = Object.assign(new Error('write'), { code: 'ENOSPC' })
  const ofPostgres = new StartError('The database does not start: could not write lock file: No space left on device')
  for (const error of [full, ofPostgres]) {
    expect(asStartError(error, '/data')).toMatchObject({
      message: 'There is no room left on the disk of DATA_DIR (/data): free some and start again.',
    })
  }
  const other = new Error('else')
  expect(asStartError(other, '/data')).toBe(other)
})
