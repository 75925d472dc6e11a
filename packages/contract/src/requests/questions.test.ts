import { expect, test } from 'vitest'
import { isDay, isSameAnswer, judgeAnswer, judgeOptions, type Question } from './questions.ts'

const ask = (kind: Question['kind'], more: Partial<Question> = {}): Question => ({
  kind,
  options: [],
  takesSeveral: false,
  ...more,
})
const sizes = { options: ['Small', 'Large'] }

test.each([
  ['a text', ask('short'), ['Steel'], null],
  ['nothing', ask('short'), [], 'empty'],
  ['spaces', ask('long'), [' \n '], 'empty'],
  ['200 characters', ask('short'), ['x'.repeat(200)], null],
  ['201 characters', ask('short'), ['x'.repeat(201)], 'long'],
  ['5,000 characters', ask('long'), ['x'.repeat(5_000)], null],
  ['5,001 characters', ask('long'), ['x'.repeat(5_001)], 'long'],
  ['two texts', ask('short'), ['a', 'b'], 'long'],
  ['a day', ask('date'), ['2028-02-29'], null],
  ['no day of that year', ask('date'), ['2027-02-29'], 'date'],
  ['another form of a date', ask('date'), ['29/02/2028'], 'date'],
  ['two days', ask('date'), ['2028-02-28', '2028-02-29'], 'date'],
  ['an option', ask('choice', sizes), ['Small'], null],
  ['an unknown option', ask('choice', sizes), ['small'], 'choice'],
  ['two options where one is asked for', ask('choice', sizes), ['Small', 'Large'], 'choice'],
  ['two options', ask('choice', { ...sizes, takesSeveral: true }), ['Large', 'Small'], null],
  ['an option twice', ask('choice', { ...sizes, takesSeveral: true }), ['Small', 'Small'], 'choice'],
  ['a text for a file slot', ask('files'), ['Steel'], 'files'],
] as const)('judges %s', (_name, question, answer, fault) => {
  expect(judgeAnswer(question, answer)).toBe(fault)
})

test('takes 2 to 20 different options, and options for a choice alone', () => {
  const many = Array.from({ length: 20 }, (_, nth) => `Option ${nth}`)
  expect(judgeOptions(ask('choice', { options: ['One'] }))).toBe('few')
  expect(judgeOptions(ask('choice', { options: many }))).toBeNull()
  expect(judgeOptions(ask('choice', { options: [...many, 'One more'] }))).toBe('many')
  expect(judgeOptions(ask('choice', { options: ['Yes', 'Yes'] }))).toBe('twice')
  expect(judgeOptions(ask('short', { options: ['Yes', 'No'] }))).toBe('many')
  expect(judgeOptions(ask('files'))).toBeNull()
})

test('knows the days of the calendar', () => {
  expect(['2026-11-27', '2026-11-31', '2026-13-01', '0000-00-00', '2026-1-1'].map(isDay)).toEqual([
    true,
    false,
    false,
    false,
    false,
  ])
})

test('compares chosen options without their order', () => {
  expect(isSameAnswer(['a', 'b'], ['b', 'a'])).toBe(true)
  expect(isSameAnswer(['a'], ['a', 'b'])).toBe(false)
  expect(isSameAnswer(['a'], ['b'])).toBe(false)
})
