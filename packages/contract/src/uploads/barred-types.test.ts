import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cleanPath } from '../core/names.ts'
import { isBarredType, SNIFF_BYTES, sniffsAsBarred } from './barred-types.ts'

const barred = [
  'html htm xhtml xht shtml shtm mht mhtml hta svg svgz',
  'exe com scr pif cpl msc bat cmd ps1 psm1 js jse vbs vbe wsf wsh ws sct reg inf chm jar jnlp',
  'lnk url scf website webloc desktop library-ms search-ms searchconnector-ms settingcontent-ms',
  'msi msp mst msix msixbundle appx appxbundle appinstaller application apk deb rpm pkg dmg iso img vhd vhdx',
  'docm dotm xlsm xltm xlam xll pptm potm ppsm ppam sldm',
].flatMap((line) => line.split(' '))

describe('isBarredType', () => {
  test.each(barred)('.%s in any case, in a folder, after another extension or alone', (type) => {
    for (const name of [`a.${type}`, `a.${type.toUpperCase()}`, `x/y/a.${type}`, `a.pdf.${type}`, `.${type}`]) {
      expect(isBarredType(name)).toBe(true)
    }
  })

  test.each([
    'a.html.',
    'a.html. . .',
    'a.html ',
    'a.html\u3000',
    'a.html::$DATA',
    'a.html:stream',
    'a.HTML. :x.png',
    'x/a.exe:b:c',
    'a.html%00.png',
    'a.html\0.png',
    'a.exe\0',
    'a.e\u200bxe',
    'a.exe\u200b',
    'a.exe\ufeff',
    'photo\u202egnp.exe',
    'a.ｅｘｅ',
    'a．exe',
    'a.ſvg',
    'a.ln\u212a',
    'a.exe\r\n',
    'a.ex\ud800e',
    './a.exe',
    '../a.exe',
    'C:/a.exe',
    `${'x'.repeat(300)}.exe`,
    `${'x'.repeat(251)}.exe${'y'.repeat(40)}`,
  ])('%j is barred', (name) => expect(isBarredType(name)).toBe(true))

  test.each([
    'a.pdf',
    'a.html.pdf',
    'a.exe.zip',
    'html',
    'exe',
    'a.exec',
    'a.htmlx',
    'a.json',
    'a.jsx',
    'a.ts',
    'a.svg.png',
    'html/a.txt',
    'a.html/b.txt',
    'a.html:x/b.txt',
    'note: htm.txt',
    '100%00.txt',
    'a.zip',
    'a.dwg',
    '报价.pdf',
    'setup-exe',
    '',
    '.',
    'a.',
  ])('%j may be sent', (name) => expect(isBarredType(name)).toBe(false))

  test('a name that is barred after cleaning is barred as typed', () => {
    const part = fc.oneof(
      fc.constantFrom(...barred.map((type) => `.${type}`), '.', ' ', '\u202e', '\u200b', ':', '%00', '\0', '/', '.png'),
      fc.string({ unit: 'binary', maxLength: 3 }),
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
        const cleaned = cleanPath(parts.join('')).path
        if (barred.includes(cleaned.slice(cleaned.lastIndexOf('.') + 1).toLowerCase()) && cleaned.includes('.')) {
          expect(isBarredType(parts.join(''))).toBe(true)
        }
      }),
      { numRuns: 1_000 },
    )
  })
})

const latin1 = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))
const utf8 = (text: string) => new TextEncoder().encode(text)
const utf16 = (text: string, bom: boolean) =>
  latin1((bom ? 'ÿþ' : '') + Array.from(text, (character) => `${character}\0`).join(''))
const utf16be = (text: string) => latin1(`þÿ${Array.from(text, (character) => `\0${character}`).join('')}`)

describe('sniffsAsBarred', () => {
  test.each([
    '<!DOCTYPE html>',
    '<!doctype HTML PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN">',
    '<html>',
    '<HTML lang="en">',
    '<html',
    '<head>',
    '<body onload=alert(1)>',
    '<script>alert(1)</script>',
    '<script src=//x>',
    '<SCRIPT\n>',
    '<iframe/src=x>',
    '<meta http-equiv=refresh content=0>',
    '<title>Sign in</title>',
    '<object data=x>',
    '<embed src=x>',
    '<base href=x>',
    '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
    '<svg/onload=alert(1)>',
    '<svg:svg xmlns:svg="http://www.w3.org/2000/svg"/>',
    '<?xml version="1.0"?><svg/>',
    '<?xml version="1.0"?>\n<!-- made by hand -->\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x">\n<svg>',
    '<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY ns "x">]><svg>',
    '<?xml version="1.0"?><!DOCTYPE other [<!ENTITY ns "x">]><svg>',
    '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml">',
    '<?xml-stylesheet href="x"?><html>',
    '<!-- a --><!-- b --><html>',
    `<!-- ${'pad '.repeat(400)}`,
    '\n\t  \r\n<html>',
    'From: <Saved by Blink>\r\nSnapshot-Content-Location: https://x',
    'From: "Saved by Windows Internet Explorer 11"',
    'Windows Registry Editor Version 5.00\r\n\r\n[HKEY_CURRENT_USER]',
    'REGEDIT4\r\n',
    '[InternetShortcut]\r\nURL=https://evil.example/',
    '[Desktop Entry]\nExec=sh',
    '<?xml version="1.0"?><libraryDescription xmlns="x">',
  ])('%j, in any encoding', (text) => {
    for (const bytes of [utf8(text), utf8(`\ufeff${text}`), utf16(text, true), utf16(text, false), utf16be(text)]) {
      expect(sniffsAsBarred(bytes)).toBe(true)
    }
  })

  test.each([
    ['a Windows program', `MZ\x90\0\x03\0\0\0\x04\0\0\0ÿÿ${'\0'.repeat(100)}PE\0\0`],
    ['compiled help', `ITSF\x03\0\0\0\x60`],
    ['an image of a disk', 'vhdxfileM\0i\0c\0'],
    ['an older image of a disk', 'conectix\0\0\0\x02'],
    ['a shortcut', `L\0\0\0\x01\x14\x02\0\0\0\0\0À\0\0\0\0\0\0F`],
  ])('%s', (_, text) => expect(sniffsAsBarred(latin1(text))).toBe(true))

  test.each([
    ['nothing', ''],
    ['a text', 'Dear Asha,\nthe <html> tag goes first.'],
    ['a text that begins with MZ', 'MZ 2024: the quarterly report, with a long first line and no zero byte in it'],
    ['a Markdown readme', '<p align="center"><img src="x"></p>\n# Title'],
    ['a heading in HTML dress', '<h1>notes</h1>'],
    ['an XML file', '<?xml version="1.0"?><!-- licence --><project><title>x</title></project>'],
    ['an XML file with a long licence', `<?xml version="1.0"?><!-- ${'licence '.repeat(200)}`],
    ['a property list', '<?xml version="1.0"?><!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "x"><plist>'],
    ['a word that begins like a tag', '<htmlx>'],
    ['a custom element', '<script-list>'],
    ['JSON', '{"html":"<html>"}'],
    ['a note about the registry', 'Open regedit4 and look'],
    ['an INI file', '[InternetShortcuts]\na=b'],
    ['a PDF', '%PDF-1.7\n%âãÏÓ\n'],
    ['a PNG', '\x89PNG\r\n\x1a\n\0\0\0\rIHDR'],
    ['a zip', 'PK\x03\x04\x14\0\0\0'],
    ['an mp4', '\0\0\0\x20ftypisom'],
    ['a mail', 'From: Ada <ada@lovelace.hk>\r\nSubject: saved by the bell\r\n'],
    ['a Java class', 'Êþº¾\0\0\0\x37'],
  ])('not %s', (_, text) => expect(sniffsAsBarred(latin1(text))).toBe(false))

  test('reads the first bytes alone', () => {
    expect(sniffsAsBarred(utf8(`${' '.repeat(SNIFF_BYTES - 6)}<html>`))).toBe(true)
    expect(sniffsAsBarred(utf8(`${' '.repeat(SNIFF_BYTES)}<html>`))).toBe(false)
  })

  test('accepts any bytes, and treats those after a byte of text as harmless', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 4_096 }), (bytes) => !sniffsAsBarred(Uint8Array.of(37, ...bytes))))
  })

  test('repeated openings take linear time', () => {
    for (const opening of ['<!doctype x[', '<!--', '<?', '<!doctype x', '<!-- -->', '<?a?>']) {
      expect(typeof sniffsAsBarred(utf8(opening.repeat(1_000)))).toBe('boolean')
    }
  })
})
