import { join } from 'node:path'
import { expect, test } from 'vitest'
import { missingRuns } from './fetch-blocks.ts'
import { parseLink } from './open-link.ts'
import { placeFiles } from './place-files.ts'

test('names of strangers stay inside the folder', () => {
  const wild = [
    '../../etc/passwd',
    '/etc/passwd',
    '..',
    'C:/Windows/system.ini',
    'a/../../b',
    '..\\..\\evil',
    'line\nbreak\u001b[31m',
    'right\u202eto left.exe',
    'con',
    '.ssh/../.ssh/authorized_keys',
    '',
  ]
  const placed = placeFiles('/out', wild)
  for (const location of placed) {
    expect(location.startsWith('/out/')).toBe(true)
    expect(location).not.toMatch(/[\p{Cc}\u202e]|\/\.\.(\/|$)/u)
  }
  expect(new Set(placed).size).toBe(wild.length)
  expect(placeFiles('/', ['a'])).toEqual(['/a'])
})

test('files that a file system takes for one get numbers', () => {
  expect(placeFiles('/out', ['a.txt', 'A.txt', 'sub/a.txt'])).toEqual([
    join('/out', 'a.txt'),
    join('/out', 'A (2).txt'),
    join('/out', 'sub/a.txt'),
  ])
})

test('links of mails, shared links and slugs', () => {
  const url = 'https://w.example'
  expect(parseLink('AbC1234', url)).toEqual({ url, slug: 'AbC1234' })
  expect(parseLink('https://x.example/w/AbC1234?a#b', null)).toEqual({ url: 'https://x.example', slug: 'AbC1234' })
  const user = 'aaaaaaaaaaaaaaaaaaaa_-'
  expect(parseLink(`https://x.example/d/AbC1234/${user}`, url)).toEqual({
    url: 'https://x.example',
    slug: 'AbC1234',
    user,
  })
  for (const wrong of ['AbC123', 'https://x.example/r/AbC1234', 'ftp://x.example/w/AbC1234', '']) {
    expect(() => parseLink(wrong, url)).toThrow(/not a link/)
  }
  expect(() => parseLink('AbC1234', null)).toThrow(/whole link/)
})

test('missing blocks are joined to runs that end at what is there, and at 16 MiB', () => {
  const MIB = 1024 * 1024
  const blocks = Array.from({ length: 40 }, (_, nth) => ({ to: (nth + 1) * MIB, crc32: nth }))
  const runs = missingRuns(
    blocks,
    blocks.map((_, nth) => nth === 2),
  )
  expect(runs.map(({ from, blocks: { length } }) => [from / MIB, length])).toEqual([
    [0, 2],
    [3, 16],
    [19, 16],
    [35, 5],
  ])
  expect(
    missingRuns(
      blocks,
      blocks.map(() => true),
    ),
  ).toEqual([])
})
