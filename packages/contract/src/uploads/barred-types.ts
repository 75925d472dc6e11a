/**
 * Types that an anonymous sender may not send: files that run, install or lead elsewhere when opened. Judged by the
 * name, and by the first bytes for a type under another name. Accounts may send them; the server always serves them as
 * attachments.
 */
import { extensionOf } from '../core/names.ts'

const TYPES = [
  // pages a browser runs
  'html|htm|xhtml|xht|shtml|shtm|mht|mhtml|hta|svg|svgz',
  // programs, scripts and files that start them
  'exe|com|scr|pif|cpl|msc|bat|cmd|ps1|psm1|js|jse|vbs|vbe|wsf|wsh|ws|sct|reg|inf|chm|jar|jnlp',
  // shortcuts and folders that lead elsewhere
  'lnk|url|scf|website|webloc|desktop|library-ms|search-ms|searchconnector-ms|settingcontent-ms',
  // installers and disk images
  'msi|msp|mst|msix|msixbundle|appx|appxbundle|appinstaller|application|apk|deb|rpm|pkg|dmg|iso|img|vhd|vhdx',
  // documents with macros
  'docm|dotm|xlsm|xltm|xlam|xll|pptm|potm|ppsm|ppam|sldm',
].join('|')

const BARRED = new RegExp(`^(?:${TYPES})$`)
/** A type where careless software ends the name: before NUL, its escape, or a Windows stream. */
const BARRED_BEFORE_BREAK = new RegExp(`\\.(?:${TYPES})[.\\s]*(?:%00|[\\0:])`, 'i')

/** Whether the name has a barred type as any system might read it: by case, trailing dots, streams or look-alikes. */
export function isBarredType(path: string): boolean {
  const folded = path.normalize('NFKC')
  return BARRED.test(extensionOf(folded)) || BARRED_BEFORE_BREAK.test(folded.slice(folded.lastIndexOf('/') + 1))
}

/** How many first bytes of a file `sniffsAsBarred` needs. */
export const SNIFF_BYTES = 1024

/** A Windows shortcut, compiled help, disk images. */
const SIGNATURES = ['L\0\0\0\x01\x14\x02\0', 'ITSF\x03\0\0\0', 'vhdxfile', 'conectix']
/** A registry file, an internet shortcut, a desktop entry, a folder that leads elsewhere. */
const LEADS_ELSEWHERE =
  /^(?:windows registry editor version|regedit4\s|\[(?:internetshortcut|desktop entry)\]|<(?:librarydescription|searchconnectordescription)[\s>])/i
/** BOMs as Latin-1 and whitespace. */
const LEAD = /^(?:ï»¿|ÿþ|þÿ)?\s*/
/**
 * What may come before the root of a document: XML declarations, whole comments, a doctype that is not HTML's or SVG's.
 */
const PROLOG = /^(?:<\?[^>]*>|<!--[\s\S]*?-->|<!doctype(?!\s+(?:html|svg))[^>[]*(?:\[[^\]]*\]\s*)?>)\s*/i
const ACTIVE_ROOT =
  /^<(?:!doctype\s+(?:html|svg)|(?:html|head|body|script|iframe|meta|title|base|object|embed|svg|(?:svg|html|xhtml):\w+)(?![\w-]))/i
const WEB_ARCHIVE = /^from: .{0,3}saved by /i

const codesOf = (characters: string) => new Set([...characters].map((character) => character.charCodeAt(0)))
/** The first bytes of everything below: of signatures, and of texts behind NULs, BOMs and whitespace. */
const SIGNED_BY = codesOf('LIvcM')
const TEXT_BEGINS_WITH = codesOf('<[fFrRwW')
const BEFORE_TEXT = codesOf('\0\t\n\v\f\r \xa0ï»¿ÿþ')

/** Whether the bytes may be what `sniffsAsBarred` looks for: most files are not, and there may be thousands. */
function mayBeBarred(firstBytes: Uint8Array): boolean {
  const first = firstBytes.find((byte) => !BEFORE_TEXT.has(byte)) ?? 0
  return SIGNED_BY.has(firstBytes[0] ?? 0) || TEXT_BEGINS_WITH.has(first)
}

/**
 * Whether a file starts as HTML, SVG, a script page, a web archive, a Windows program, a shortcut, a registry file,
 * compiled help or a disk image, in UTF-8, UTF-16 or any ASCII superset. Reads the start only, as browsers do, so that
 * a text about HTML passes.
 */
export function sniffsAsBarred(firstBytes: Uint8Array): boolean {
  if (!mayBeBarred(firstBytes)) return false
  const raw = String.fromCharCode(...firstBytes.subarray(0, SNIFF_BYTES))
  if (SIGNATURES.some((signature) => raw.startsWith(signature))) return true
  if (raw.startsWith('MZ') && raw.slice(0, 64).includes('\0')) return true
  let text = raw.replaceAll('\0', '').replace(LEAD, '')
  if (WEB_ARCHIVE.test(text)) return true
  if (text.startsWith('<!--') && !text.includes('-->')) return true
  while (PROLOG.test(text)) text = text.replace(PROLOG, '')
  return ACTIVE_ROOT.test(text) || LEADS_ELSEWHERE.test(text)
}
