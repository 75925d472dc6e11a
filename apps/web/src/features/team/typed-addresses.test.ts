import { expect, test } from 'vitest'
import { typedAddresses } from './typed-addresses.ts'

test.each([
  ['ada@a.example', ['ada@a.example']],
  [
    'ada@a.example, bob@b.example;eve@c.example\nzoe@d.example',
    ['ada@a.example', 'bob@b.example', 'eve@c.example', 'zoe@d.example'],
  ],
  ['Ada Lovelace <ada@a.example>, "Bob" <bob@b.example>', ['ada@a.example', 'bob@b.example']],
  ['ada@a.example，ADA@A.example', ['ADA@A.example']],
  ['  ', []],
  ['no address', ['no', 'address']],
])('%j', (text, addresses) => {
  expect(typedAddresses(text)).toEqual(addresses)
})
