import { expect, test } from 'vitest'
import { masterKeyOf } from '../platform/config/master-key.ts'
import { isDrawnByName, judgeThumbnailLink, thumbnailLink } from './thumbnail-link.ts'

const masterKey = masterKeyOf(new Uint8Array(32).fill(7))
const at = (seconds: number) => ({ masterKey, clock: { nowMs: () => seconds * 1_000 } })
const read = (link: string) => {
  const url = new URL(link, 'http://localhost')
  return {
    file: url.pathname.split('/').at(-1) ?? '',
    until: url.searchParams.get('until') ?? '',
    mark: url.searchParams.get('mark') ?? '',
  }
}

test('makes links valid for at most ten minutes, and equal for a while, so that they can be cached', () => {
  const link = thumbnailLink(at(1_790_000_000), 'file')
  expect(thumbnailLink(at(1_790_000_010), 'file')).toBe(link)
  expect(judgeThumbnailLink(at(1_790_000_000), read(link))).toBe('good')
  expect(judgeThumbnailLink(at(1_790_000_470), read(link))).toBe('good')
  expect(judgeThumbnailLink(at(1_790_000_600), read(link))).toBe('over')
})

test('accepts no change in them', () => {
  const link = read(thumbnailLink(at(1_790_000_000), 'file'))
  for (const forged of [
    { ...link, file: 'other' },
    { ...link, until: String(Number(link.until) + 1) },
    { ...link, mark: '' },
    { ...link, mark: 'x'.repeat(64) },
  ]) {
    expect(judgeThumbnailLink(at(1_790_000_000), forged)).toBe('wrong')
  }
})

test.each([
  ['a.PNG', 10, true],
  ['scan.pdf', 39_999_999, true],
  ['drawing.svg', 10, false],
  ['page.html', 10, false],
  ['empty.png', 0, false],
  ['huge.jpg', 40_000_001, false],
])('tries %s of %d bytes: %s', (path, bytes, isTried) => {
  expect(isDrawnByName(path, bytes)).toBe(isTried)
})
