import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseAddress } from '../transfers/recipients.ts'
import { mailboxOf } from './mailbox-of.ts'

describe('every spelling of one mailbox gives one key', () => {
  test.each([
    ['ada@acme.com', 'ada@acme.com'],
    ['  Ada@ACME.com\n', 'ada@acme.com'],
    ['ada+1@acme.com', 'ada@acme.com'],
    ['ada+@acme.com', 'ada@acme.com'],
    ['ada+1+2@acme.com', 'ada@acme.com'],
    ['ADA+Tag@acme.com', 'ada@acme.com'],
    ['ada.+1@acme.com', 'ada@acme.com'],
    ['a.d.a+1@gmail.com', 'ada@gmail.com'],
    ['A.Da@GoogleMail.com', 'ada@gmail.com'],
    ['ada@googlemail.com', 'ada@gmail.com'],
    ['ada@ZÜRICH.ch', 'ada@xn--zrich-kva.ch'],
    ['ada@zu\u0308rich.ch', 'ada@xn--zrich-kva.ch'],
    ['ada+x@xn--zrich-kva.ch', 'ada@xn--zrich-kva.ch'],
    ['ada@ａｃｍｅ.com', 'ada@acme.com'],
    ['ada+1@例子.中国', 'ada@xn--fsqu00a.xn--fiqs8s'],
    ['ada@ｇｍａｉｌ.com', 'ada@gmail.com'],
  ])('%j: %s', (typed, mailbox) => expect(mailboxOf(typed)).toBe(mailbox))
})

describe('another mailbox has another key', () => {
  test.each([
    ['a.da@acme.com', 'a.da@acme.com'],
    ['ada-1@acme.com', 'ada-1@acme.com'],
    ['ada_1@gmail.com', 'ada_1@gmail.com'],
    ['a.da@gmail.co', 'a.da@gmail.co'],
    ['a.da@mail.gmail.com', 'a.da@mail.gmail.com'],
    ['a.da@gmail.com.evil.example', 'a.da@gmail.com.evil.example'],
    ['+ada@acme.com', '+ada@acme.com'],
    ['+ada+1@acme.com', '+ada@acme.com'],
    ['+@acme.com', '+@acme.com'],
  ])('%j: %s', (typed, mailbox) => expect(mailboxOf(typed)).toBe(mailbox))
})

test.each([
  ['', ''],
  [' Nobody ', 'nobody'],
  ['a@b@c', 'a@b@c'],
  ['ä@acme.com', 'ä@acme.com'],
])('%j is no address and has its own key', (typed, key) => expect(mailboxOf(typed)).toBe(key))

test('a key maps to itself, and is an address again', () => {
  const local = fc.string({ unit: fc.constantFrom(...'aZ09+_-.'), minLength: 1, maxLength: 20 })
  const domain = fc.constantFrom('gmail.com', 'GoogleMail.com', 'acme.com', 'zürich.ch', 'xn--zrich-kva.ch')
  fc.assert(
    fc.property(local, domain, (name, host) => {
      const key = mailboxOf(`${name}@${host}`)
      expect(mailboxOf(key)).toBe(key)
      if ('address' in parseAddress(`${name}@${host}`)) expect(parseAddress(key)).toEqual({ address: key })
    }),
    { numRuns: 500 },
  )
})
