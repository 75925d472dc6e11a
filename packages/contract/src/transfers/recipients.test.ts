import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseAddress, splitAddresses, withTypedRecipients } from './recipients.ts'

const invalid = { problem: 'invalid' }
/** An address of exactly this many characters with a local part of ten. */
const addressOf = (chars: number) => {
  const domain = `${`${'d'.repeat(60)}.`.repeat(4)}`.slice(0, chars - 11 - 4)
  return `${'a'.repeat(10)}@${domain.replace(/\.$/, 'd')}.com`
}

describe('parseAddress accepts', () => {
  test.each([
    ['asha@rao-forge.in', 'asha@rao-forge.in'],
    ['chen.wei@szmold.cn', 'chen.wei@szmold.cn'],
    ['  Ada@Lovelace.HK \n', 'ada@lovelace.hk'],
    ['a@b.cd', 'a@b.cd'],
    ['ada+tag@acme.com', 'ada+tag@acme.com'],
    ["o'hara@acme.com", "o'hara@acme.com"],
    ['_x-y=z@acme.com', '_x-y=z@acme.com'],
    ['a#b$c&d*e/f?g^h`i{j|k}l~m@acme.com', 'a#b$c&d*e/f?g^h`i{j|k}l~m@acme.com'],
    ['123@163.com', '123@163.com'],
    ['a@1.com', 'a@1.com'],
    ['a@a-b--c.co.uk', 'a@a-b--c.co.uk'],
    ['a@xn--fiqs8s.xn--fiqs8s', 'a@xn--fiqs8s.xn--fiqs8s'],
    ['a@例子.中国', 'a@xn--fsqu00a.xn--fiqs8s'],
    ['a@zürich.ch', 'a@xn--zrich-kva.ch'],
    ['a@zu\u0308rich.ch', 'a@xn--zrich-kva.ch'],
    ['a@ZÜRICH.CH', 'a@xn--zrich-kva.ch'],
    ['a@ａｃｍｅ.com', 'a@acme.com'],
    ['a@straße.de', 'a@xn--strae-oqa.de'],
    [`${'a'.repeat(64)}@acme.com`, `${'a'.repeat(64)}@acme.com`],
    [`a@${'d'.repeat(63)}.com`, `a@${'d'.repeat(63)}.com`],
    [addressOf(254), addressOf(254)],
  ])('%j', (text, address) => expect(parseAddress(text)).toEqual({ address }))
})

describe('parseAddress refuses', () => {
  test.each([
    // Not an address.
    '',
    ' ',
    '@',
    'a',
    'a@',
    '@acme.com',
    'acme.com',
    'a@@acme.com',
    'a@b@acme.com',
    'a@acme.com@evil.com',
    'a b@acme.com',
    'a@ac me.com',
    // Dots.
    'a@localhost',
    'a@acme',
    '.a@acme.com',
    'a.@acme.com',
    'a..b@acme.com',
    'a@.acme.com',
    'a@acme..com',
    'a@acme.com.',
    'a@acme.c',
    // Lengths.
    `${'a'.repeat(65)}@acme.com`,
    `a@${'d'.repeat(64)}.com`,
    addressOf(255),
    `a@${'ü'.repeat(60)}.com`,
    `a@${`${'ü'.repeat(50)}.`.repeat(5)}com`,
    'a'.repeat(1_000_000),
    `${'a.'.repeat(500_000)}@acme.com`,
    // Quotes, comments, groups, routes, display names.
    '"a b"@acme.com',
    '"a"@acme.com',
    'a\\@b@acme.com',
    'a(comment)@acme.com',
    'a@acme.com(comment)',
    'a@(c)acme.com',
    'Group: a@acme.com;',
    'undisclosed-recipients:;',
    '@relay.com:a@acme.com',
    '<@relay.com:a@acme.com>',
    '<a@acme.com>',
    'Ada <a@acme.com>',
    'a%acme.com@relay.com',
    'relay.com!a@acme.com',
    'a@acme.com, b@acme.com',
    'a@acme.com; b@acme.com',
    'a;b@acme.com',
    'a,b@acme.com',
    'a:b@acme.com',
    'mailto:a@acme.com',
    'a@acme.com?subject=x',
    'a@acme.com/x',
    'a@acme.com:25',
    'a@acme.com#x',
    'a@user:pass@acme.com',
    'a@acme\\com',
    // IP addresses.
    'a@[127.0.0.1]',
    'a@[IPv6:::1]',
    'a@127.0.0.1',
    'a@0x7f.1',
    'a@2130706433',
    'a@1.2',
    'a@017700000001',
    'a@acme.1',
    // Controls and escapes.
    'a@acme.com\r\nBcc: b@evil.com',
    'a\r\n@acme.com',
    'a@acme.com\0',
    'a\0@acme.com',
    'a\t@acme.com',
    'a%0a@acme.com',
    'a@acme.com%0aBcc:b@evil.com',
    'a@ac%6de.com',
    'a\x7f@acme.com',
    // Other letters.
    'ä@acme.com',
    '张伟@acme.com',
    'ａ@acme.com',
    '\u212a@acme.com',
    'ſ@acme.com',
    'а@acme.com',
    'a\u202e@acme.com',
    'a@acme\u202e.com',
    'a\u200b@acme.com',
    'a@ac\u200dme.com',
    'a@ac\u00adme.com',
    '\u200ba@acme.com',
    'a＠acme.com',
    'a@acme。com',
    'a@acme．com',
    'a@acme.com\ud800',
    'a@\ud800.com',
    'a@😀.com',
    // Labels.
    'a@-acme.com',
    'a@acme-.com',
    'a@acme.-com',
    'a@ac_me.com',
    'a@*.com',
    'a@xn--.com',
    'a@xn--zrich-kva-.ch',
    'a@$(x).com',
    'a@acme.com|x',
    '__proto__',
  ])('%j', (text) => expect(parseAddress(text)).toEqual(invalid))

  test('refuses whatever could split a header or a command', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (before, after) => {
        const parsed = parseAddress(`${before}a@acme.com${after}`)
        if ('address' in parsed) {
          expect(parsed.address).toMatch(/^[!-~]+$/)
          expect(parsed.address).not.toMatch(/[<>(),:;"[\]\\%! A-Z]/)
          expect(parsed.address.split('@')).toHaveLength(2)
        }
      }),
      { numRuns: 2_000 },
    )
  })
})

test('a parsed address parses to itself', () => {
  const local = fc.string({ unit: fc.constantFrom(...'aZ09+_-.'), minLength: 1, maxLength: 20 })
  const label = fc.string({ unit: fc.constantFrom(...'aZ09-ü中'), minLength: 1, maxLength: 20 })
  fc.assert(
    fc.property(local, label, label, (name, host, top) => {
      const parsed = parseAddress(`${name}@${host}.${top}`)
      if ('address' in parsed) expect(parseAddress(parsed.address)).toEqual(parsed)
    }),
    { numRuns: 1_000 },
  )
})

describe('splitAddresses', () => {
  test.each([
    ['', [], []],
    [' ,;\n ', [], []],
    ['a@x.in', ['a@x.in'], []],
    ['a@x.in,b@x.in;c@x.in d@x.in\ne@x.in', ['a@x.in', 'b@x.in', 'c@x.in', 'd@x.in', 'e@x.in'], []],
    ['a@x.in ;; , b@x.in ;', ['a@x.in', 'b@x.in'], []],
    ['a@x.in，b@x.in；c@x.in、d@x.in', ['a@x.in', 'b@x.in', 'c@x.in', 'd@x.in'], []],
    ['A@X.in; nobody; a@x.in', ['a@x.in', 'a@x.in'], ['nobody']],
    ['a@x.in\r\nBcc: b@evil.com', ['a@x.in', 'b@evil.com'], ['Bcc:']],
    ['Asha <a@x.in>', [], ['Asha', '<a@x.in>']],
  ])('%j', (text, good, bad) => expect(splitAddresses(text)).toEqual({ good, bad }))
})

describe('addRecipients', () => {
  test.each<[string[], string, string[], string[]]>([
    [[], 'a@x.in', ['a@x.in'], []],
    [['a@x.in'], 'A@X.IN', ['a@x.in'], []],
    [['A@x.in'], 'a@x.in; b@x.in, B@x.in', ['A@x.in', 'b@x.in'], []],
    [['a@x.in'], 'no', ['a@x.in'], ['no']],
    [['a@x.in'], 'a@zürich.ch A@ZÜRICH.ch', ['a@x.in', 'a@xn--zrich-kva.ch'], []],
    [['a@x.in'], '', ['a@x.in'], []],
  ])('to %j, %j', (current, text, recipients, bad) => {
    expect(withTypedRecipients(current, text)).toEqual({ recipients, bad })
  })

  test('does not change its input', () => {
    const current = ['a@x.in']
    withTypedRecipients(current, 'b@x.in')
    expect(current).toEqual(['a@x.in'])
  })
})
