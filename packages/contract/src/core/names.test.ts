import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cleanName, cleanPath, extensionOf, fileLabel, hasSubfolders, mixesScripts } from './names.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text).length

/** Any text that a client can put into JSON, with the relevant characters made frequent. */
const anyName = fc
  .array(
    fc.oneof(
      fc.constantFrom(...'/\\:*?"<>|. \t\0%_-aZ', '..', '...', 'CON', 'nul', '.html', '.exe', '\u202e', '\u2066'),
      fc.constantFrom(
        '\ud800',
        '\udc00',
        '\ufeff',
        '\u200d',
        'e\u0301',
        'é',
        '\u0338',
        '😀',
        '报价',
        'ß',
        'İ',
        'C:/',
        '~',
      ),
      fc.string({ unit: 'binary', maxLength: 4 }),
      fc.nat({ max: 300 }).map((length) => 'x'.repeat(length)),
      fc.nat({ max: 120 }).map((length) => '😀'.repeat(length)),
    ),
    { maxLength: 60 },
  )
  .map((parts) => parts.join(''))

describe('cleanName', () => {
  test.each([
    // Fine names stay as they are.
    ['report.pdf', 'report.pdf'],
    ['报价 “Q3” №7.pdf', '报价 “Q3” №7.pdf'],
    ['.env', '.env'],
    ['-rf', '-rf'],
    ["it's $(x);rm & `y`.txt", "it's $(x);rm & `y`.txt"],
    ['100%.txt', '100%.txt'],
    ['%2e%2e%2f', '%2e%2e%2f'],
    ['%252e', '%252e'],
    ['a\uff0fb\uff0e\uff0e', 'a\uff0fb\uff0e\uff0e'],
    ['\ufffd.txt', '\ufffd.txt'],
    ['straße ı İ.txt', 'straße ı İ.txt'],
    ['  leading', '  leading'],
    ['a..b', 'a..b'],
    // Never empty.
    ['', 'file'],
    [' ', 'file'],
    ['.', 'file'],
    ['..', 'file'],
    ['...', 'file'],
    ['. . .', 'file'],
    ['\0', 'file'],
    ['\u200b', 'file'],
    ['.\u200b.', 'file'],
    // Separators and characters that Windows forbids.
    ['../../etc/passwd', '.._.._etc_passwd'],
    ['..\\..\\x', '.._.._x'],
    ['C:\\Windows\\x', 'C__Windows_x'],
    ['\\\\?\\C:\\x', '____C__x'],
    ['a:b*c?d"e<f>g|h', 'a_b_c_d_e_f_g_h'],
    ['x::$DATA', 'x__$DATA'],
    // Controls, directions, invisible.
    ['a\r\nContent-Type: x', 'aContent-Type_ x'],
    ['a\tb', 'ab'],
    ['a\u0000b', 'ab'],
    ['a\u0085b', 'ab'],
    ['photo\u202egnp.exe', 'photognp.exe'],
    ['a\u2066b\u2069c\u061cd', 'abcd'],
    ['\ufeffa\u200b\u200c\u200d\u200e\u200fb', 'ab'],
    ['a\u2028b\u2029c', 'abc'],
    ['a\u00adb\u2060c\u3164d\u{e0041}e', 'abcde'],
    ['a\ud800b\udc00c', 'abc'],
    ['x.ex\u200be', 'x.exe'],
    // Normal form.
    ['e\u0301.txt', 'é.txt'],
    ['e\u200b\u0301.txt', 'é.txt'],
    // Trailing dots and spaces.
    ['a.', 'a'],
    ['a. . ', 'a'],
    ['a.html.', 'a.html'],
    ['a.txt\u00a0\u3000', 'a.txt'],
    // Devices.
    ['CON', '_CON'],
    ['con.txt', '_con.txt'],
    ['Nul .tar.gz', '_Nul .tar.gz'],
    ['PRN', '_PRN'],
    ['aux.c', '_aux.c'],
    ['COM1', '_COM1'],
    ['lpt9.log', '_lpt9.log'],
    ['com¹', '_com¹'],
    ['CONIN$', '_CONIN$'],
    ['CLOCK$', '_CLOCK$'],
    ['C\u200bON', '_CON'],
    ['CON:', 'CON_'],
    ['console.log', 'console.log'],
    ['com10', 'com10'],
    ['my con', 'my con'],
  ])('%j becomes %j', (name, cleaned) => expect(cleanName(name)).toBe(cleaned))

  test.each([
    [255, 255, `${'a'.repeat(251)}.txt`, `${'a'.repeat(251)}.txt`],
    [256, 255, `${'a'.repeat(252)}.txt`, `${'a'.repeat(251)}.txt`],
    [4096, 255, `${'a'.repeat(4092)}.txt`, `${'a'.repeat(251)}.txt`],
    [324, 252, `${'😀'.repeat(80)}.txt`, `${'😀'.repeat(62)}.txt`],
    [306, 255, '报'.repeat(102), '报'.repeat(85)],
    [303, 255, `a.${'b'.repeat(301)}`, `a.${'b'.repeat(253)}`],
    [290, 255, `${'a'.repeat(250)}.exe${'b'.repeat(36)}`, `${'a'.repeat(250)}.exeb`],
    [401, 254, `a${'\u0301'.repeat(200)}`, `á${'\u0301'.repeat(126)}`],
  ])('%i bytes become at most %i', (before, after, name, cleaned) => {
    expect(bytesOf(name)).toBe(before)
    expect(cleanName(name)).toBe(cleaned)
    expect(bytesOf(cleaned)).toBe(after)
  })

  test('a name that cutting turns into a device gets an underscore', () => {
    expect(cleanName(`con${' '.repeat(300)}x`)).toBe('_con')
    expect(bytesOf(cleanName(`con${' '.repeat(248)}.txt`))).toBeLessThanOrEqual(255)
  })

  test('gives one safe name for any input, and is idempotent', () => {
    fc.assert(
      fc.property(anyName, (name) => {
        const cleaned = cleanName(name)
        expect(cleaned).not.toMatch(/[\\/:*?"<>|\p{Cc}\u202a-\u202e\u2066-\u2069\u200b-\u200f\u061c\ufeff]|[.\s]$/u)
        expect(cleaned).not.toMatch(/^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i)
        expect(bytesOf(cleaned)).toBeGreaterThan(0)
        expect(bytesOf(cleaned)).toBeLessThanOrEqual(255)
        expect(cleaned.isWellFormed()).toBe(true)
        expect(cleaned.normalize('NFC')).toBe(cleaned)
        expect(cleanName(cleaned)).toBe(cleaned)
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('cleanPath', () => {
  test.each([
    ['a.txt', 'a.txt', false],
    ['photos/2024/a.jpg', 'photos/2024/a.jpg', false],
    ['/etc/passwd', 'etc/passwd', true],
    ['//server/share/x', 'server/share/x', true],
    ['./a', 'a', true],
    ['../../a', 'a', true],
    ['a/../../b', 'a/b', true],
    ['a/./b', 'a/b', true],
    ['....//a', 'a', true],
    ['a//b', 'a/b', true],
    ['a/ /b', 'a/b', true],
    ['C:/Users/x', 'Users/x', true],
    ['c:x', 'c_x', true],
    ['C:\\Users\\x', 'C__Users_x', true],
    ['a\\b/c', 'a_b/c', true],
    ['aux/nul/com1.txt', '_aux/_nul/_com1.txt', true],
    ['a. /b.', 'a/b', true],
    ['photos/..', 'photos/file', true],
    ['photos/', 'photos/file', true],
    ['', 'file', true],
    ['/', 'file', true],
    ['..', 'file', true],
    ['\u202e/\u200b/a', 'a', true],
    ['.\u200b./a', 'a', true],
    ['zu\u0308rich/a', 'zürich/a', false],
    ['a\0/b', 'a/b', true],
  ])('%j to %j, changed: %s', (path, cleaned, changed) => expect(cleanPath(path)).toEqual({ path: cleaned, changed }))

  const nested = (folders: number) => `${'d/'.repeat(folders)}x`
  test.each([
    [2, 1, false],
    [3, 2, false],
    [32, 31, false],
    [33, 31, true],
    [1000, 31, true],
  ])('%i names deep keeps %i folders', (depth, folders, changed) => {
    expect(cleanPath(nested(depth - 1))).toEqual({ path: nested(folders), changed })
  })

  test('a path over 1,000 bytes loses its innermost folders, never its name', () => {
    const long = `${'d'.repeat(248)}/`
    expect(cleanPath(`${long.repeat(4)}abcd`)).toEqual({ path: `${long.repeat(4)}abcd`, changed: false })
    expect(cleanPath(`${long.repeat(4)}abcde`)).toEqual({ path: `${long.repeat(3)}abcde`, changed: true })
  })

  test('never leaves its folder, is never too long, and is idempotent', () => {
    fc.assert(
      fc.property(anyName, (path) => {
        const cleaned = cleanPath(path).path
        const names = cleaned.split('/')
        expect(names.length).toBeLessThanOrEqual(32)
        expect(bytesOf(cleaned)).toBeLessThanOrEqual(1000)
        expect(names.map(cleanName)).toEqual(names)
        expect(cleanPath(cleaned)).toEqual({ path: cleaned, changed: false })
      }),
      { numRuns: 2_000 },
    )
  })

  test('long hostile paths take linear time', () => {
    for (const path of [
      `${' '.repeat(100_000)}x`,
      `${'. '.repeat(50_000)}x`,
      'd/'.repeat(50_000),
      '\ud800'.repeat(100_000),
    ]) {
      expect(bytesOf(cleanPath(path).path)).toBeLessThanOrEqual(1000)
    }
  })
})

test.each([
  ['a.pdf', 'pdf', 'PDF'],
  ['a.PDF', 'pdf', 'PDF'],
  ['gearbox-housing-r7.dwg', 'dwg', 'DWG'],
  ['a.tar.gz', 'gz', 'GZ'],
  ['v1.2/readme', '', 'FILE'],
  ['readme', '', 'FILE'],
  ['.html', 'html', 'HTML'],
  ['.gitignore', 'gitignore', 'FILE'],
  ['a.', '', 'FILE'],
  ['a.报价', '报价', 'FILE'],
  ['Report v1. final', ' final', 'FILE'],
  ['photo\u202egnp.exe', 'exe', 'EXE'],
  ['photos/a.jpeg', 'jpeg', 'JPEG'],
  ['', '', 'FILE'],
])('%j has the extension %j and the label %s', (path, extension, label) => {
  expect(extensionOf(path)).toBe(extension)
  expect(fileLabel(path)).toBe(label)
})

test.each([
  [[], false],
  [['a', 'b/c'], false],
  [['a', 'b/c/d'], true],
])('%j has subfolders: %s', (paths, expected) => expect(hasSubfolders(paths)).toBe(expected))

test.each([
  ['раypal.pdf', true],
  ['invоice.pdf', true],
  ['Αdobe.exe', true],
  ['отчёт Q3.pdf', false],
  ['отчёт-final.pdf', false],
  ['报价 Q3.pdf', false],
  ['報價final版.pdf', false],
  ['10kΩ 5μm.dwg', false],
  ['Zürich.pdf', false],
  ['日本語テキストabc.txt', false],
  ['', false],
])('%j mixes scripts: %s', (name, expected) => expect(mixesScripts(name)).toBe(expected))
