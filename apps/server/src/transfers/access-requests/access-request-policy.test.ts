import { expect, test } from 'vitest'
import { may } from './access-request-policy.ts'

const personal = { linkAddress: 'li@mill.example' }
const own = { accountAddress: 'ada@engine.example', typedAddress: 'ada@engine.example' }

test.each<[string, Parameters<typeof may>, boolean]>([
  ['anyone asks for time on an open link', [{ linkAddress: null }, 'ask', 'time'], true],
  ['a recipient asks for time', [personal, 'ask', 'time'], true],
  ['whom a personal link was forwarded to asks for access', [personal, 'ask', 'access'], true],
  ['nobody asks for access to an open link', [{ linkAddress: null }, 'ask', 'access'], false],
  ['a recipient needs no code for time', [personal, 'ask-without-code', 'time'], true],
  ['a recipient needs a code for access', [personal, 'ask-without-code', 'access'], false],
  ['a visitor of an open link needs a code', [{}, 'ask-without-code', 'time'], false],
  ['an account needs no code for its own address', [own, 'ask-without-code', 'access'], true],
  [
    'an account needs a code for another address',
    [{ ...own, typedAddress: 'x@y.example' }, 'ask-without-code', 'access'],
    false,
  ],
  [
    'an account that typed nothing needs an address',
    [{ ...own, typedAddress: null }, 'ask-without-code', 'time'],
    false,
  ],
  ['a sender grants', [{}, 'grant', 'time'], true],
  ['a suspended sender grants nothing', [{ isSuspended: true }, 'grant', 'access'], false],
])('%s', (_title, asked, expected) => {
  expect(may(...asked)).toBe(expected)
})
