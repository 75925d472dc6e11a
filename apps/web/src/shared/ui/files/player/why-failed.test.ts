import { expect, test } from 'vitest'
import { grantedFile, whyFailed } from './why-failed.ts'

test.each([
  [2, 'open', 'line'],
  [2, 'unknown', 'line'],
  [2, 'gone', 'gone'],
  [3, 'open', 'format'],
  [4, 'open', 'format'],
  [4, 'unknown', 'line'],
  [4, 'gone', 'gone'],
] as const)('error %i of a link that is %s: %s', (code, state, why) => {
  expect(whyFailed(code, state)).toBe(why)
})

test.each([
  ['/get/abc/file/f1/memo-20261123-101500.webm', { grant: 'abc', file: 'f1' }],
  ['https://content.example/get/abc/file/f1/a.webm', { grant: 'abc', file: 'f1' }],
  ['/library/abc/a.webm', null],
  ['/get/abc/zip/all/a.zip', null],
  ['/get/abc', null],
])('%s', (url, named) => {
  expect(grantedFile(url)).toEqual(named)
})
