import { expect, test } from 'vitest'
import { decodeText } from './decode-text.ts'

test.each([
  ['UTF-8', Buffer.from('报价 №7'), '报价 №7'],
  ['UTF-8 with a mark', Buffer.from('\ufeffplan'), 'plan'],
  ['UTF-8 cut in a character', Buffer.from('报价').subarray(0, 5), '报'],
  ['GBK', Buffer.from('b1a8bcdb', 'hex'), '报价'],
  ['GBK cut in a character', Buffer.from('b1a8bc', 'hex'), '报'],
  ['UTF-16, low byte first', Buffer.from('\ufeff报价', 'utf16le'), '报价'],
  ['UTF-16, high byte first', Buffer.from('\ufeff报价', 'utf16le').swap16(), '报价'],
  ['nothing', Buffer.alloc(0), ''],
])('reads %s', (_name, bytes, text) => {
  expect(decodeText(bytes)).toBe(text)
})
