import { expect, test } from 'vitest'
import { countByFolder } from './folders.ts'
import { findHomonyms } from './homonyms.ts'

test('a folder counts its files without tests and without folders', () => {
  const files = ['a/one.ts', 'a/two.ts', 'a/two.test.ts', 'a/b/three.ts', 'four.spec.ts']
  expect(countByFolder(files)).toEqual([
    { folder: 'a', files: 2 },
    { folder: 'a/b', files: 1 },
  ])
})

test('a name is a homonym if two files declare and export it', () => {
  const files = [
    { path: 'a.ts', text: 'export const mark = 1\nexport function only() {}\nconst inner = 2\n' },
    { path: 'b.ts', text: 'export interface mark {}\nconst inner = 3\nexport { only } from "./a.ts"\n' },
  ]
  expect(findHomonyms(files)).toEqual([{ name: 'mark', paths: ['a.ts', 'b.ts'] }])
})
