import { expect, test } from 'vitest'
import { newKeyText, readKeyText } from './key-text.ts'

test('a key is read back, with its public part', () => {
  const made = newKeyText()
  expect(made.text).toMatch(/^wbk_[0-9A-Za-z]{8}_[0-9A-Za-z]{32}_[0-9A-Za-z]{6}$/)
  expect(readKeyText(made.text)).toEqual(made)
  expect(made.text.split('_')[1]).toBe(made.id)
  expect(newKeyText().text).not.toBe(made.text)
})

test('the checksum finds every single wrong character, and what is no key', () => {
  const { text } = newKeyText()
  for (let at = 4; at < text.length; at += 1) {
    const wrong = text[at] === 'a' ? 'b' : 'a'
    expect(readKeyText(`${text.slice(0, at)}${wrong}${text.slice(at + 1)}`)).toBeNull()
  }
  for (const other of [
    '',
    'wbk_',
    text.slice(0, -1),
    `${text}0`,
    ` ${text}`,
    text.toUpperCase(),
    text.replace('wbk', 'wbx'),
  ])
    expect(readKeyText(other)).toBeNull()
})
