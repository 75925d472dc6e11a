/** Names that some system opens as a program or a page, in every disguise; and such contents. */

const types = [
  'html',
  'htm',
  'xhtml',
  'xht',
  'shtml',
  'mht',
  'mhtml',
  'hta',
  'svg',
  'exe',
  'scr',
  'lnk',
  'js',
  'jse',
  'vbs',
  'vbe',
  'wsf',
  'wsh',
  ...'bat cmd ps1 msi com pif jar iso img vhdx chm reg cpl url docm xlsm xll apk dmg library-ms'.split(' '),
]

const mixed = (type: string) => [...type].map((sign, nth) => (nth % 2 ? sign.toUpperCase() : sign)).join('')
const wide = (type: string) => [...type].map((sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0)).join('')

/** Disguises of a type that would pass a careless filter. */
const dresses: Array<(type: string) => string> = [
  (type) => `x.${type}`,
  (type) => `x.${type.toUpperCase()}`,
  (type) => `x.${mixed(type)}`,
  (type) => `x.pdf.${type}`,
  (type) => `.${type}`,
  (type) => `folder.pdf/sub/x.${type}`,
  (type) => `x.${type}.`,
  (type) => `x.${type}... . .`,
  (type) => `x.${type} `,
  (type) => `x.${type}\u00a0`,
  (type) => `x.${type}\u3000`,
  (type) => `x.${type}::$DATA`,
  (type) => `x.${type}:stream`,
  (type) => `x.${type}%00.png`,
  (type) => `x.${type}\u0000.png`,
  (type) => `x.${type}\u0000`,
  (type) => `x.${type}\u200b`,
  (type) => `x.\u200d${type}`,
  (type) => `x.${type.slice(0, 1)}\u00ad${type.slice(1)}`,
  (type) => `photo\u202egnp.${type}`,
  (type) => `\u202e\u2066x.${type}\u2069`,
  (type) => `x.${wide(type)}`,
  (type) => `x\uff0e${type}`,
  (type) => `${'long'.repeat(100)}.${type}`,
  (type) => `x.\n${type}`,
]

export const barredNames: string[] = types.flatMap((type) => dresses.map((dress) => dress(type)))

/** Similar to a barred type, but allowed. */
export const freeNames: string[] = [
  'x.htmlx',
  'x.html.txt',
  'html',
  'exe',
  'x-exe',
  'x.exes',
  'x.json',
  'x.jsonl',
  'x.mjs.txt',
  'x.svg.pdf',
  'x.vb',
  'x.shtm_',
  'html/x.txt',
  'x.exe/readme.txt',
  'notes on html.md',
  'x.pdf',
  'x.dwg',
  'x.zip',
  'x.tar.gz',
  'README',
  '.env',
]

export const pirateNames: string[] = [
  'Film.2024.1080p.WEB-DL.mkv',
  'film 720p brrip.mp4',
  'Show.S01E02.mkv',
  'show s1e3.MP4',
  'Film.[YTS.MX].mp4',
  'Film HDRip x264.mkv',
  'film.bluray.mkv.',
  'film.1080P.mkv\u200b',
  'Season 1 Episode 2.mp4',
  '电影天堂.mkv',
]
export const ownFilms: string[] = [
  'holiday.mp4',
  'DJI_0042.MP4',
  'meeting 2026-01-02.mkv',
  '1920x1080.mp4',
  '4K test.mkv',
  's.mp4',
  'show.s01e02.txt',
  '1080p.pdf',
]

const utf16 = (text: string, isLittle: boolean) => {
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le')
  return isLittle ? bytes : bytes.swap16()
}

/** Contents that open as a page or a program whatever their name says. */
export const disguised: Array<[name: string, content: Buffer]> = [
  ['a page', Buffer.from('<html><body>x</body></html>')],
  ['a doctype', Buffer.from('<!DOCTYPE html><p>x')],
  ['a doctype in odd case', Buffer.from('<!dOcTyPe   HtMl>x')],
  ['a page behind blanks', Buffer.from('\r\n\t   \n<HTML>x')],
  ['a page behind a BOM', Buffer.from('\ufeff<html>x')],
  ['a page behind a comment', Buffer.from('<!-- x --><!-- y --><html>')],
  ['a page behind an XML declaration', Buffer.from('<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml">')],
  ['a page in UTF-16, little end first', utf16('<html>x', true)],
  ['a page in UTF-16, big end first', utf16('<html>x', false)],
  ['a script element', Buffer.from('<script>canary()</script>')],
  ['an inline frame', Buffer.from('<iframe src=x>')],
  ['a drawing', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="canary()"/>')],
  ['a drawing behind its doctype', Buffer.from('<?xml version="1.0"?><!DOCTYPE svg PUBLIC "x" "y"><svg/>')],
  ['a drawing under a prefix', Buffer.from('<svg:svg xmlns:svg="http://www.w3.org/2000/svg"/>')],
  ['a program for Windows', Buffer.from(`MZ\u0090\u0000${'\u0000'.repeat(200)}PE`, 'latin1')],
  ['a shortcut', Buffer.from('4c0000000114020000000000c000000000000046', 'hex')],
  ['a web archive', Buffer.from('From: <Saved by Blink>\r\nSnapshot-Content-Location: x\r\n')],
]

/** Similar to the above only for a careless filter. */
export const undisguised: Array<[name: string, content: Buffer]> = [
  ['a text about pages', Buffer.from('How to write <html> by hand, with <script> and all.')],
  ['an XML of our own', Buffer.from('<?xml version="1.0"?><order><html>no</html></order>')],
  ['a name that begins with MZ', Buffer.from('MZ is not only a program but two letters.')],
  ['a comparison', Buffer.from('<5 and >3')],
  ['an empty line', Buffer.from('\n')],
  ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
]
