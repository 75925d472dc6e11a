import { expect, test } from 'vitest'
import { freeName } from './kept-shares.ts'

test.each([
  ['image.jpg', [], 'image.jpg'],
  ['image.jpg', ['image.jpg'], 'image (2).jpg'],
  ['image.jpg', ['image.jpg', 'image (2).jpg'], 'image (3).jpg'],
  ['a.tar.gz', ['a.tar.gz'], 'a.tar (2).gz'],
  ['notes', ['notes'], 'notes (2)'],
])('%s beside %j is kept as %s', (name, taken, free) => {
  expect(freeName(name, taken)).toBe(free)
})
