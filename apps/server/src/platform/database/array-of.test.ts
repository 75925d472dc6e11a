import { expect, test } from 'vitest'
import { arrayOf } from './array-of.ts'

test.each([
  { values: [], given: '{}' },
  { values: ['a-B_9', null, 'c'], given: '{a-B_9,NULL,c}' },
  { values: [1, -2, 0], given: '{1,-2,0}' },
])('writes $values without quotes', ({ values, given }) => {
  expect(arrayOf(values)).toBe(given)
})

test.each([[['null']], [['NULL', 'a']], [['']], [['a,b']], [['{']], [['"']], [['\\']], [['é']], [['a b']], [['a\n']]])(
  'leaves %j to the driver, which quotes',
  (values) => {
    expect(arrayOf(values)).toBe(values)
  },
)
