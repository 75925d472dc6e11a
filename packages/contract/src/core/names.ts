/**
 * The names of sent files. A cleaned path is safe on every file system, in a zip and in a header, and shows what it is:
 * it never climbs, never hides its extension and is never too long. The storage never sees a name.
 */
import { dropInvisible } from './invisible.ts'

export const MAX_NAME_BYTES = 255
const MAX_PATH_BYTES = 1000
const MAX_DEPTH = 32
/** A longer "extension", dot included, counts as part of the name and is cut with it. */
const MAX_EXTENSION_BYTES = 33

const FORBIDDEN = /[\\/:*?"<>|]/g
/** Windows opens the device for these names whatever extension follows. */
const DEVICE = /^(?:con|prn|aux|nul|(?:com|lpt)[\d¹²³]|con(?:in|out)\$|clock\$)\s*(?:\.|$)/i
const DRIVE = /^[a-z]:\//i
const DOT_OR_SPACE = /[.\s]/

const utf8 = new TextEncoder()

export function byteLength(text: string): number {
  return utf8.encode(text).length
}

/** The longest beginning of whole code points that takes at most `maxBytes` of UTF-8. */
export function fit(text: string, maxBytes: number): string {
  return text.slice(0, utf8.encodeInto(text, new Uint8Array(maxBytes)).read)
}

/** A loop, because `/[.\s]+$/` takes quadratic time on a long run of spaces in the middle. */
function trimEnding(name: string): string {
  let end = name.length
  while (end > 0 && DOT_OR_SPACE.test(name.charAt(end - 1))) end--
  return name.slice(0, end)
}

/** 'a.tar.gz' → ['a.tar', '.gz']; a name such as '.env' has no extension to keep. */
export function splitExtension(name: string): [stem: string, extension: string] {
  const dot = name.lastIndexOf('.')
  const isKept = dot > 0 && byteLength(name.slice(dot)) <= MAX_EXTENSION_BYTES
  return isKept ? [name.slice(0, dot), name.slice(dot)] : [name, '']
}

function shorten(name: string): string {
  if (name.length * 3 <= MAX_NAME_BYTES || byteLength(name) <= MAX_NAME_BYTES) return name
  const [stem, extension] = splitExtension(name)
  return trimEnding(fit(stem, MAX_NAME_BYTES - byteLength(extension)) + extension)
}

/** One name between slashes; '' when nothing of it may stay. */
function cleanSegment(segment: string): string {
  const visible = dropInvisible(segment).normalize('NFC').replace(FORBIDDEN, '_')
  const name = shorten(trimEnding(visible))
  return DEVICE.test(name) ? shorten(`_${name}`) : name
}

/** One file name, never empty: 1–255 bytes of UTF-8 in NFC, no separators. Slashes become underscores. */
export function cleanName(name: string): string {
  return cleanSegment(name) || 'file'
}

/**
 * A relative path of at most 32 names and 1,000 bytes, with '/' between them. It leaves out drives, empty and dotted
 * folders, and the innermost folders of a path that is too deep or too long. `changed` means that a person would see
 * the difference; a change of normal form alone does not count.
 */
export function cleanPath(path: string): { path: string; changed: boolean } {
  const segments = path.replace(DRIVE, '').split('/')
  const name = cleanName(segments.pop() ?? '')
  const folders: string[] = []
  for (const segment of segments) {
    if (folders.length === MAX_DEPTH - 1) break
    const folder = cleanSegment(segment)
    if (folder !== '') folders.push(folder)
  }
  let cleaned = [...folders, name].join('/')
  while (cleaned.length * 3 > MAX_PATH_BYTES && byteLength(cleaned) > MAX_PATH_BYTES) {
    folders.pop()
    cleaned = [...folders, name].join('/')
  }
  return { path: cleaned, changed: cleaned !== path.normalize('NFC') }
}

/** The last extension of the cleaned name, in lower case, without its dot; '' when there is none. '.html' is 'html'. */
export function extensionOf(path: string): string {
  const name = cleanPath(path).path
  const dot = name.lastIndexOf('.')
  return dot > name.lastIndexOf('/') ? name.slice(dot + 1).toLowerCase() : ''
}

/** The label beside a file: 'PDF', 'DWG'; 'FILE' where the extension tells nothing. */
export function fileLabel(path: string): string {
  const extension = extensionOf(path)
  return /^[a-z\d]{1,5}$/.test(extension) ? extension.toUpperCase() : 'FILE'
}

/** Whether a folder is inside another folder: a path of three or more names (specification section 5). */
export function hasSubfolders(paths: readonly string[]): boolean {
  return paths.some((path) => path.split('/').length >= 3)
}

/** Letters that look like Latin ones: whole scripts, and of Greek only the look-alikes, so that 'kΩ' and 'µm' pass. */
const LATIN_LOOKALIKE = /[\p{Script=Cyrillic}\p{Script=Armenian}\p{Script=Cherokee}ΑΒΕΖΗΙΚΜΝΟΡΤΥΧαγικνορτυχ]/u

/** Whether one word of the name mixes Latin letters with look-alikes ('раypal'): a reason to warn, not to refuse. */
export function mixesScripts(name: string): boolean {
  const words = name.normalize('NFC').match(/[\p{L}\p{M}]+/gu) ?? []
  return words.some((word) => /\p{Script=Latin}/u.test(word) && LATIN_LOOKALIKE.test(word))
}
