import type { PlannedFile } from '@waybill/contract/uploads/endpoints'
import { describe, expect, test } from 'vitest'
import type { SourceFile } from '../upload.ts'
import { fingerprintFiles } from './fingerprint.ts'
import { matchFiles } from './match-files.ts'

const KIB = 1024

function source(path: string, content: string | Uint8Array<ArrayBuffer>, modifiedAt = 1_000): SourceFile {
  const blob = new Blob([content])
  return { path, bytes: blob.size, modifiedAt, slice: (start, end) => blob.slice(start, end) }
}

async function planOf(...files: SourceFile[]): Promise<{ files: PlannedFile[] }> {
  const manifest = await fingerprintFiles(files)
  return { files: manifest.map((file, i) => ({ id: `f${i}`, ...file })) }
}

describe('fingerprints', () => {
  const large = (change?: number) => {
    const bytes = new Uint8Array(1_000 * KIB).fill(1)
    if (change !== undefined) bytes[change] = 2
    return bytes
  }
  const of = async (file: SourceFile) => (await fingerprintFiles([file]))[0]?.fingerprint

  test('are the same for the same file', async () => {
    expect(await of(source('a', large()))).toBe(await of(source('a', large(), 1_000.7)))
  })

  test.each([
    ['path', source('b', large())],
    ['size', source('a', new Uint8Array(1_001 * KIB).fill(1))],
    ['time', source('a', large(), 1_001)],
    ['first sample', source('a', large(0))],
    ['middle sample', source('a', large(500 * KIB))],
    ['last sample', source('a', large(1_000 * KIB - 1))],
  ])('differ by %s', async (_name, other) => {
    expect(await of(other)).not.toBe(await of(source('a', large())))
  })

  test('read a small file whole', async () => {
    const small = (byte: number) => new Uint8Array(192 * KIB).fill(1).fill(2, byte, byte + 1)
    expect(await of(source('a', small(100 * KIB)))).not.toBe(await of(source('a', small(30 * KIB))))
  })

  test('fit the contract, come in order, and report progress', async () => {
    const files = Array.from({ length: 20 }, (_, i) => source(`f${i}`, 'x'.repeat(i)))
    const told: number[] = []
    const manifest = await fingerprintFiles(files, (done, total) => told.push(done * 100 + total))
    expect(manifest.map(({ path }) => path)).toEqual(files.map(({ path }) => path))
    expect(Math.max(...manifest.map(({ fingerprint }) => fingerprint.length))).toBeLessThanOrEqual(200)
    expect(told).toEqual(files.map((_, i) => (i + 1) * 100 + 20))
  })
})

describe('matching', () => {
  test('gives the plan’s order, whatever the picked files and their order', async () => {
    const [a, b, c] = [source('a', 'aa'), source('b', 'bb'), source('c', 'cc')]
    const { matched, mismatches } = await matchFiles(await planOf(a, b, c), [c, source('x', 'xx'), a, b])
    expect(mismatches).toEqual([])
    expect(matched).toEqual([a, b, c])
  })

  test('accepts a file from another folder or with another name', async () => {
    const plan = await planOf(source('holiday/a.jpg', 'aa'))
    const picked = source('a.jpg', 'aa')
    expect((await matchFiles(plan, [picked])).matched).toEqual([picked])
    const renamed = source('b.jpg', 'aa')
    expect((await matchFiles(plan, [renamed])).matched).toEqual([renamed])
  })

  test('two equal files keep their places', async () => {
    const [first, second] = [source('x/a', 'same'), source('y/a', 'same')]
    expect((await matchFiles(await planOf(first, second), [second, first])).matched).toEqual([first, second])
    expect((await matchFiles(await planOf(first, second), [second])).mismatches).toEqual([
      { path: 'x/a', reason: 'missing' },
    ])
  })

  test.each([
    ['missing', source('other', 'zz')],
    ['size', source('a', 'aaa')],
    ['changed', source('a', 'aa', 2_000)],
    ['content', source('a', 'ab')],
  ])('reports %s', async (reason, picked) => {
    const plan = await planOf(source('a', 'aa'), source('b', 'bb'))
    expect(await matchFiles(plan, [picked, source('b', 'bb')])).toEqual({
      matched: null,
      mismatches: [{ path: 'a', reason }],
    })
  })

  test('does not read known fingerprints again', async () => {
    const file = source('a', 'aa')
    const manifest = await fingerprintFiles([file])
    const unread = { ...file, slice: () => expect.fail('read again') }
    expect((await matchFiles(await planOf(file), [unread], manifest)).matched).toEqual([unread])
  })
})
