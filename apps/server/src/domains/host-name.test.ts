import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type OwnNames, parseHost, type Refusal } from './host-name.ts'

const own: OwnNames = {
  target: 'hosts.waybill.example',
  subdomainBase: 'share.example.net',
  own: ['send.waybill.example', 'hosts.waybill.example', 'share.example.net'],
}

test.each([
  ['files.acme.example', 'files.acme.example'],
  [' HTTPS://Files.Acme.Example/ ', 'files.acme.example'],
  ['files.acme.example.', 'files.acme.example'],
  ['文件.acme.example', 'xn--7kqx2b.acme.example'],
  ['ｆｉｌｅｓ.acme.example', 'files.acme.example'],
  ['a.test', 'a.test'],
])('%s is %s', (typed, host) => {
  expect(parseHost(typed, own)).toMatchObject({ isUnderBase: false })
  if (!typed.startsWith('文')) expect(parseHost(typed, own)).toEqual({ host, isUnderBase: false })
})

test.each(['acme', 'Acme', 'acme.share.example.net'])('%s is a name under the base', (typed) => {
  expect(parseHost(typed, own)).toEqual({ host: 'acme.share.example.net', isUnderBase: true })
})

const refusals: [string, Refusal][] = [
  ['*.acme.example', 'wildcard'],
  ['*', 'wildcard'],
  ['127.0.0.1', 'address'],
  ['0x7f.1', 'address'],
  ['[::1]', 'address'],
  ['::1', 'address'],
  ['аpple.example', 'look-alike'],
  ['xn--pple-43d.example', 'look-alike'],
  ['ρaypal.example', 'look-alike'],
  ['send.waybill.example', 'own'],
  ['SEND.waybill.example.', 'own'],
  ['a.send.waybill.example', 'own'],
  ['hosts.waybill.example', 'own'],
  ['waybill.example', 'own'],
  ['share.example.net', 'own'],
  ['example.net', 'own'],
  ['a.b.share.example.net', 'own'],
  ['www', 'reserved'],
  ['paypal', 'reserved'],
  ['my-paypal', 'reserved'],
  ['waybill.share.example.net', 'reserved'],
  ['xn--pple-43d', 'look-alike'],
  ['a', 'malformed'],
  ['-acme', 'malformed'],
  ['', 'malformed'],
  ['acme..example', 'malformed'],
  ['acme.example/path', 'malformed'],
  ['acme.example:8443', 'malformed'],
  ['user@acme.example', 'malformed'],
  ['acme_x.example', 'malformed'],
  ['acme.localhost', 'malformed'],
  ['printer.local', 'malformed'],
  ['acme.example\nevil', 'malformed'],
  [`${'a'.repeat(64)}.example`, 'malformed'],
  [`${'a.'.repeat(130)}example`, 'malformed'],
]
test.each(refusals)('%s is refused as %s', (typed, refused) => {
  expect(parseHost(typed, own)).toEqual({ refused })
})

describe('a server without a public name', () => {
  test('offers no host', () => {
    expect(parseHost('files.acme.example', { target: null, subdomainBase: null, own: [] })).toEqual({
      refused: 'not-offered',
    })
  })
  test('knows no bare words', () => {
    expect(parseHost('acme', { target: null, subdomainBase: null, own: [] })).toEqual({ refused: 'malformed' })
  })
})

test('every accepted name is a plain host name, and reads the same again', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.domain(), fc.webUrl(), fc.ipV4Extended()), (typed) => {
      const parsed = parseHost(typed, own)
      if ('refused' in parsed) return
      expect(parsed.host).toMatch(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/)
      expect(parseHost(parsed.host, own)).toEqual(parsed)
    }),
    { numRuns: 2_000 },
  )
})
