import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeMasterKey, masterKeyOf, readMasterKey } from './master-key.ts'

let folder = ''
let file = ''

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'waybill-key-'))
  file = join(folder, 'data', 'master.key')
})
afterEach(() => rmSync(folder, { recursive: true }))

const openMasterKey = async (path: string) => (await readMasterKey(path)) ?? makeMasterKey(path)
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
const key = masterKeyOf(new Uint8Array(32).fill(7))

test('creates the file once, readable by this account alone, and leaves nothing beside it', async () => {
  const first = await openMasterKey(file)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(statSync(file).size).toBe(32)
  expect(readdirSync(join(folder, 'data'))).toEqual(['master.key'])
  const second = await openMasterKey(file)
  expect(second.derive('x')).toEqual(first.derive('x'))
})

test('uses one key when many processes create it at once', async () => {
  const keys = await Promise.all(Array.from({ length: 16 }, () => openMasterKey(file)))
  expect(new Set(keys.map((one) => text(one.derive('x')))).size).toBe(1)
  expect(readdirSync(join(folder, 'data'))).toEqual(['master.key'])
})

test('refuses a key of another size, one that others may read, and one it cannot reach', async () => {
  const wrong = join(folder, 'wrong.key')
  writeFileSync(wrong, 'short', { mode: 0o600 })
  await expect(openMasterKey(wrong)).rejects.toThrow(`The master key ${wrong} must be 32 bytes long but is 5.`)
  writeFileSync(wrong, '')
  await expect(openMasterKey(wrong)).rejects.toThrow('must be 32 bytes long but is 0.')
  await openMasterKey(file)
  for (const mode of [0o640, 0o604, 0o620]) {
    chmodSync(file, mode)
    await expect(openMasterKey(file)).rejects.toThrow(
      `The master key ${file} can be read by other accounts. Run: chmod 600 ${file}`,
    )
  }
  await expect(openMasterKey(join(wrong, 'below'))).rejects.toThrow('cannot be opened (ENOTDIR).')
})

test('opens nothing of the first key with another key file', async () => {
  const [one, two] = [await openMasterKey(file), await openMasterKey(join(folder, 'other.key'))]
  expect(() => two.open('x', one.seal('x', 'words'))).toThrow()
  expect(readFileSync(file)).not.toEqual(readFileSync(join(folder, 'other.key')))
})

test('wraps a key for one place only', () => {
  const secret = new Uint8Array(32).fill(9)
  const wrapped = key.wrap(secret, 'blob/1')
  expect(key.unwrap(wrapped, 'blob/1')).toEqual(secret)
  expect(text(wrapped)).not.toContain(text(secret))
  expect(key.wrap(secret, 'blob/1')).not.toEqual(wrapped)
  expect(() => key.unwrap(wrapped, 'blob/2')).toThrow()
})

test('notices every altered byte, a truncation and an extension', () => {
  const wrapped = key.wrap(new Uint8Array(32), 'a')
  for (let index = 0; index < wrapped.length; index++) {
    const altered = wrapped.with(index, (wrapped[index] ?? 0) ^ 1)
    expect(() => key.unwrap(altered, 'a'), `byte ${index}`).toThrow()
  }
  for (const bytes of [0, 1, 28, wrapped.length - 1])
    expect(() => key.unwrap(wrapped.subarray(0, bytes), 'a')).toThrow()
  expect(() => key.unwrap(Uint8Array.of(...wrapped, 0), 'a')).toThrow()
})

test('seals text, empty or in any language, for one purpose only', () => {
  for (const words of ['', 'ключ 钥匙 🔑', 'x'.repeat(100_000)])
    expect(key.open('mail', key.seal('mail', words))).toBe(words)
  expect(() => key.open('other', key.seal('mail', 'words'))).toThrow()
})

test('derives the same key for one purpose and unrelated keys for two', () => {
  expect(text(key.derive('x'))).toBe('c0801fd445ba65584623ba3e86dafc87241b294f8c8e0cb6a80d21646bad17f0')
  expect(key.derive('x', 64)).toHaveLength(64)
  expect(key.derive('y')).not.toEqual(key.derive('x'))
  expect(text(key.mac('x', 'text'))).toHaveLength(64)
  expect(key.mac('x', 'text')).toEqual(key.mac('x', 'text'))
  expect(key.mac('y', 'text')).not.toEqual(key.mac('x', 'text'))
  expect(key.mac('x', 'texts')).not.toEqual(key.mac('x', 'text'))
})
