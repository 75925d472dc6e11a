import { expect, test } from 'vitest'
import { initialsOfAccount } from './initials.ts'

test.each([
  ['Mei Lin', 'm@example.com', 'ML'],
  ['  asha   k.  rao ', 'a@example.com', 'AR'],
  ['Prince', 'p@example.com', 'P'],
  ['', 'zoe@example.com', 'Z'],
  ['李小明', 'l@example.com', '小明'],
  ['李 雷', 'l@example.com', '李雷'],
  ['🚢 Ship', 's@example.com', '🚢S'],
])('%s <%s> is %s', (name, email, initials) => {
  expect(initialsOfAccount(name, email)).toBe(initials)
})
