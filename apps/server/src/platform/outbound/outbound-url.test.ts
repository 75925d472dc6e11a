import { describe, expect, test } from 'vitest'
import { parseOutboundUrl } from './outbound-url.ts'

const none = new Set<string>()

describe('accepted URLs', () => {
  test.each([
    ['https://hooks.example.com/in', 'https://hooks.example.com/in'],
    ['https://hooks.example.com', 'https://hooks.example.com/'],
    ['HTTPS://Hooks.Example.COM:443/In?key=A', 'https://hooks.example.com/In?key=A'],
    ['https://xn--fiqs8s.example/x#part', 'https://xn--fiqs8s.example/x'],
    ['https://a-b_c.example.com/%7Bx%7D', 'https://a-b_c.example.com/%7Bx%7D'],
  ])('%s', (text, href) => {
    expect(parseOutboundUrl(text, none)?.href).toBe(href)
  })
})

describe('refused URLs', () => {
  test.each([
    '',
    'hooks.example.com',
    '//hooks.example.com/',
    'http://hooks.example.com/',
    'ftp://hooks.example.com/',
    'file:///etc/passwd',
    'gopher://hooks.example.com/',
    'javascript:alert(1)',
    'https:hooks.example.com',
    'https:/hooks.example.com',
    'https:///hooks.example.com',
    'https://',
    'https://hooks.example.com:8443/',
    'https://hooks.example.com:80/',
    'https://hooks.example.com:0443/',
    'https://user@hooks.example.com/',
    'https://user:password@hooks.example.com/',
    'https://:@hooks.example.com/',
    'https://@hooks.example.com/',
    'https://hooks.example.com@127.0.0.1/',
    'https://hooks.example.com./',
    'https://localhost/',
    'https://localhost./',
    'https://intranet/',
    'https://127.0.0.1/',
    'https://127.1/',
    'https://127.0.0.1./',
    'https://0x7f.1/',
    'https://0x7f000001/',
    'https://0177.0.0.1/',
    'https://2130706433/',
    'https://017700000001/',
    'https://0/',
    'https://8.8.8.8/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:7f00:1]/',
    'https://[2606:4700:4700::1111]/',
    'https://[fe80::1%25lo]/',
    'https://①②⑦.⓪.⓪.①/',
    'https://ｌｏｃａｌｈｏｓｔ.example/',
    'https://bücher.example/',
    'https://hooks。example。com/',
    'https://hooks.example.com\u200b/',
    'https://hooks%2eexample.com/',
    'https://%6cocalhost.example/',
    'https://hooks.exa\tmple.com/',
    'https://hooks.example.com/\n',
    ' https://hooks.example.com/',
    'https://hooks.example.com/a b',
    'https:\\\\hooks.example.com\\',
    'https://hooks.example.com\\@127.0.0.1/',
    'https://hooks..example.com/',
    'https://.example.com/',
    `https://hooks.example.com/${'a'.repeat(2_000)}`,
  ])('%s', (text) => {
    expect(parseOutboundUrl(text, none)).toBeNull()
  })
})

test('accepts what the operator allows with its port only', () => {
  const allowed = new Set(['localhost:8443', '127.0.0.1:9443', '[::1]:443', 'intranet:443'])
  for (const text of ['https://localhost:8443/x', 'https://127.0.0.1:9443/', 'https://[::1]/', 'https://intranet/']) {
    expect(parseOutboundUrl(text, allowed)?.href).toBe(text)
  }
  for (const text of [
    'https://localhost/',
    'https://localhost:8444/',
    'http://localhost:8443/',
    'https://127.1:9443/',
    'https://user@localhost:8443/',
    'https://[::1]:8443/',
    'https://sub.localhost:8443/',
  ]) {
    expect(parseOutboundUrl(text, allowed)).toBeNull()
  }
})
