import { expect, test } from 'vitest'
import { beginsAsNamed } from './type-signatures.ts'

const latin1 = (text: string) => Buffer.from(text, 'latin1')

test.each([
  ['a.pdf', '%PDF-1.7\n', true],
  ['a.pdf', '\n\n%PDF-1.4', true],
  ['a.pdf', 'PK\x03\x04', false],
  ['a.pdf', '', false],
  ['a.png', '\x89PNG\r\n\x1a\n....', true],
  ['a.png', '\xff\xd8\xff\xe0', false],
  ['a.jpg', '\xff\xd8\xff\xe0', true],
  ['a.JPEG', '\xff\xd8\xff\xdb', true],
  ['a.jpg', 'MZ\x90\0', false],
  ['a.gif', 'GIF89a', true],
  ['a.webp', 'RIFF....WEBPVP8 ', true],
  ['a.webp', 'RIFF....WAVEfmt ', false],
  ['a.tif', 'II*\0', true],
  ['a.tiff', 'MM\0*', true],
  ['a.heic', '\0\0\0\x18ftypheic', true],
  ['a.mov', '\0\0\0\x08wide', true],
  ['a.zip', 'PK\x05\x06', true],
  ['a.docx', 'PK\x03\x04', true],
  ['a.xlsx', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', true],
  ['a.xlsx', 'a;b;c', false],
  ['a.doc', '{\\rtf1', true],
  ['a.7z', '7z\xbc\xaf\x27\x1c', true],
  ['a.dwg', 'AC1032', true],
  ['a.csv', 'whatever', true],
  ['a.txt', 'MZ', true],
  ['noending', '', true],
])('%s beginning with %j: %s', (path, text, expected) => {
  expect(beginsAsNamed(path, latin1(text))).toBe(expected)
})
