import { expect, test } from 'vitest'
import { nameList } from './name-list.ts'

test.each([
  ['en', '钢厂, Ada, 港口'],
  ['zh', '钢厂、Ada、港口'],
] as const)('names do not run together: %s', (language, list) => {
  expect(nameList(['钢厂', 'Ada', '港口'], language)).toBe(list)
  expect([nameList(['Ada'], language), nameList([], language)]).toEqual(['Ada', ''])
})
