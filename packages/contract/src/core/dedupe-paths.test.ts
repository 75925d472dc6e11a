import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dedupePaths } from './dedupe-paths.ts'
import { cleanPath } from './names.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text).length

/** Equal for paths that a case- or form-insensitive file system treats as the same. */
const fold = (path: string) => path.normalize('NFD').toUpperCase()

describe('dedupePaths', () => {
  test.each([
    ['nothing', [], []],
    ['distinct names', ['a.txt', 'b.txt'], ['a.txt', 'b.txt']],
    ['equal names', ['a.txt', 'a.txt', 'a.txt'], ['a.txt', 'a (2).txt', 'a (3).txt']],
    ['a pair by case', ['a.txt', 'A.TXT'], ['a.txt', 'A (2).TXT']],
    ['a pair by normal form', ['é.txt', 'e\u0301.txt'], ['é.txt', 'é (2).txt']],
    ['sharp s', ['straße', 'STRASSE'], ['straße', 'STRASSE (2)']],
    ['a number already taken', ['a.txt', 'a.txt', 'a (2).txt'], ['a.txt', 'a (3).txt', 'a (2).txt']],
    ['a doubled number', ['a (2).txt', 'a (2).txt'], ['a (2).txt', 'a (2) (2).txt']],
    ['equal names in two folders', ['x/a', 'y/a'], ['x/a', 'y/a']],
    ['folders by case', ['x/a', 'X/a'], ['x/a', 'X/a (2)']],
    ['no extension', ['a', 'a'], ['a', 'a (2)']],
    ['all extension', ['.env', '.env'], ['.env', '.env (2)']],
    ['a file named like a folder', ['a', 'a/b'], ['a (2)', 'a/b']],
    ['a file named like a folder, after it', ['a/b/c', 'A/B'], ['a/b/c', 'A/B (2)']],
    ['interleaved', ['a', 'b', 'a', 'b', 'a'], ['a', 'b', 'a (2)', 'b (2)', 'a (3)']],
  ])('%s', (_, paths, expected) => expect(dedupePaths(paths)).toEqual(expected))

  test('1,500 equal names are numbered in their order', () => {
    const paths = dedupePaths(Array.from({ length: 1500 }, () => 'a.txt'))
    expect(paths.slice(0, 3)).toEqual(['a.txt', 'a (2).txt', 'a (3).txt'])
    expect(paths.at(-1)).toBe('a (1500).txt')
    expect(new Set(paths).size).toBe(1500)
  })

  test('100,000 equal names, and as many that become equal when cut, take less than quadratic time', () => {
    const equal = Array.from({ length: 100_000 }, () => 'a.txt')
    const cut = Array.from(
      { length: 3_000 },
      (_, index) => `${'a'.repeat(247)}${String(index % 1500).padStart(4, '0')}.txt`,
    )
    expect(new Set(dedupePaths(equal)).size).toBe(equal.length)
    expect(new Set(dedupePaths(cut)).size).toBe(cut.length)
  })

  test('a numbered name keeps its extension and its limits', () => {
    const full = `${'报'.repeat(83)}.txt`
    const [, second = ''] = dedupePaths([full, full])
    expect(second).toMatch(/^报+ \(2\)\.txt$/)
    expect(bytesOf(second)).toBeLessThanOrEqual(255)
  })

  test('a numbered path that no longer fits moves up a folder', () => {
    const full = `${`${'d'.repeat(248)}/`.repeat(4)}abcd`
    expect(bytesOf(full)).toBe(1000)
    const [first, second = ''] = dedupePaths([full, full])
    expect(first).toBe(full)
    expect(second).toBe(`${`${'d'.repeat(248)}/`.repeat(3)}abcd (2)`)
  })

  const name = fc.oneof(
    fc.constantFrom('a', 'A', 'a (2)', 'a (3)', 'é', 'e\u0301', '.x', 'ß', 'SS'),
    fc.string({ maxLength: 3 }),
  )
  const paths = fc.array(
    fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => cleanPath(names.join('/')).path),
    { maxLength: 60 },
  )

  test('makes paths that are distinct, extractable and clean, and keeps distinct paths', () => {
    fc.assert(
      fc.property(paths, (before) => {
        const after = dedupePaths(before)
        const folded = after.map(fold)
        expect(new Set(folded).size).toBe(before.length)
        for (const path of folded) for (const other of folded) expect(other.startsWith(`${path}/`)).toBe(false)
        for (const path of after) expect(cleanPath(path).path).toBe(path)
        expect(dedupePaths(after)).toEqual(after)
      }),
      { numRuns: 500 },
    )
  })
})
