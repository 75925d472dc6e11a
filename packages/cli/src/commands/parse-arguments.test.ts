import { expect, test } from 'vitest'
import { commandNames } from './command-table.ts'
import { completionFor } from './completion.ts'
import { helpOf } from './help.ts'
import { parseArguments } from './parse-arguments.ts'
import { readDeadline } from './request.ts'

const givenOf = (...words: string[]) => {
  const parsed = parseArguments(words)
  if (parsed.is !== 'command') throw new Error(parsed.is)
  return parsed.given
}

test('reads operands, options with and without values, and options that come again', () => {
  const given = givenOf(
    'send',
    'a.txt',
    '--to',
    'a@b.example',
    '--title=Two words',
    'b.txt',
    '--to',
    'c@d.example',
    '--json',
  )
  expect(given.operands).toEqual(['a.txt', 'b.txt'])
  expect(given.many('to')).toEqual(['a@b.example', 'c@d.example'])
  expect(given.one('title')).toBe('Two words')
  expect([given.has('json'), given.has('link')]).toEqual([true, false])
  expect(givenOf('send', '--link', '--', '--odd-name').operands).toEqual(['--odd-name'])
})

test.each([
  [['frobnicate'], 'no command "frobnicate"'],
  [['send'], 'Usage: waybill send FILE...'],
  [['get', 'one', 'two'], 'Usage: waybill get LINK'],
  [['send', 'a', '--nope'], 'waybill send --help'],
  [['send', 'a', '--title'], 'waybill send --help'],
  [['send', 'a', '--expires', 'soon'], 'one of: week, month, quarter, year, never'],
  [['constructor'], 'no command "constructor"'],
])('refuses %j and says what is meant', (words, sentence) => {
  expect(() => parseArguments(words)).toThrow(
    expect.objectContaining({ exitCode: 2, message: expect.stringContaining(sentence) }),
  )
})

test('takes whole numbers within their limits', () => {
  const limits = { least: 1, most: 16, usual: 4 }
  expect(givenOf('get', 'x').number('connections', limits)).toBe(4)
  expect(givenOf('get', 'x', '--connections', '16').number('connections', limits)).toBe(16)
  for (const wrong of ['0', '17', '1.5', '-1', 'many', '']) {
    expect(() => givenOf('get', 'x', `--connections=${wrong}`).number('connections', limits)).toThrow(/from 1 to 16/)
  }
})

test('a deadline is on each clock, or on one', () => {
  const of = (...words: string[]) => readDeadline(givenOf('request', '--title', 'T', ...words))
  expect(of()).toBe(null)
  expect(of('--deadline', '2027-03-01T18:00')).toMatchObject({ at: '2027-03-01T18:00', rule: 'supplier' })
  expect(of('--deadline', '2027-03-01T18:00', '--zone', 'Asia/Hong_Kong')).toMatchObject({
    zone: 'Asia/Hong_Kong',
    rule: 'fixed',
  })
  expect(() => of('--deadline', 'tomorrow')).toThrow(/must be a time/)
  expect(() => of('--zone', 'Asia/Hong_Kong')).toThrow(/clock of a --deadline/)
})

test('help is there for the program and for each command, and fits a terminal', () => {
  expect(parseArguments([])).toEqual({ is: 'help', of: null })
  expect(parseArguments(['help', 'get'])).toEqual({ is: 'help', of: 'get' })
  expect(parseArguments(['get', '-h'])).toEqual({ is: 'help', of: 'get' })
  expect(parseArguments(['--version'])).toEqual({ is: 'version' })
  for (const name of [null, ...commandNames]) {
    const lines = helpOf(name).split('\n')
    expect(lines.filter((line) => line.length > 120)).toEqual([])
    if (name !== null) expect(helpOf(null)).toContain(`  ${name} `)
  }
})

test('completion knows every command and option, and no other shell', () => {
  for (const shell of ['bash', 'zsh']) {
    const script = completionFor(shell)
    for (const name of commandNames) expect(script).toContain(` ${name}) options="`)
    expect(script).toContain('--expires) COMPREPLY=( $(compgen -W "week month quarter year never"')
  }
  expect(() => completionFor('fish')).toThrow(/bash or zsh/)
})
