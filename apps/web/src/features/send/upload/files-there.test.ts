import { expect, test } from 'vitest'
import { filesThere } from './files-there.ts'

test.each([
  ['nothing is known yet', null, 0],
  ['the first file is under way', { fileIndex: 1, fileCount: 5, bytesAcknowledged: 10, bytesTotal: 100 }, 0],
  ['the fourth is under way', { fileIndex: 4, fileCount: 5, bytesAcknowledged: 80, bytesTotal: 100 }, 3],
  ['the last is under way', { fileIndex: 5, fileCount: 5, bytesAcknowledged: 99, bytesTotal: 100 }, 4],
  ['every byte is there', { fileIndex: 5, fileCount: 5, bytesAcknowledged: 100, bytesTotal: 100 }, 5],
  ['all files are empty', { fileIndex: 2, fileCount: 2, bytesAcknowledged: 0, bytesTotal: 0 }, 2],
])('counts the files that are there while %s', (_when, progress, expected) => {
  expect(filesThere(progress)).toBe(expected)
})
