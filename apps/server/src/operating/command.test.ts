import { expect, test } from 'vitest'
import { onOneLine, readWords } from './command.ts'

const options = { account: { type: 'string' }, limit: { type: 'string' }, json: { type: 'boolean' } } as const
const read = (...typed: string[]) => readWords(typed, { options, words: [] }).values

test('takes an id that begins with a dash as the value of its option', () => {
  expect(read('--account', '-W9_x2', '--json')).toEqual({ account: '-W9_x2', json: true })
  expect(read('--json', '--account=-W9_x2')).toEqual({ account: '-W9_x2', json: true })
  expect(read('--account', '-', '--limit', '5')).toEqual({ account: '-', limit: '5' })
})

test('takes an id that begins with a dash as a word of its own', () => {
  const id = '-W9_x2aaaaaaaaaaaaaa'
  const { values, positionals } = readWords(['--json', id, 'gone'], { options, words: ['id', 'reason'] })
  expect([values, positionals]).toEqual([{ json: true }, [id, 'gone']])
})

test.each([
  ['the next option', ['--account', '--json']],
  ['nothing', ['--account']],
  ['a word after an option without a value', ['--json', '-x']],
])('refuses %s as a value', (_case, typed) => {
  expect(() => read(...typed)).toThrow(expect.objectContaining({ name: 'UsageError' }))
})

test('a terminal gets no controls of texts that strangers wrote', () => {
  expect(onOneLine('550 \u001b[2Jno\r\n\tsuch \u009b1muser\u0007 ')).toBe('550 [2Jno such 1muser')
})
