/**
 * Links in free text. Messages of anonymous and free senders go out in our name, so they may contain none, however
 * disguised. A bare name with a dot ('acme.com', 'drawing.v2.pdf') is text and allowed.
 */
import { dropInvisible } from '../core/invisible.ts'

/** In Unicode code points, as a person counts and as `messageLength` does. */
export const MESSAGE_MAX_CHARS = 280

/** Of a transfer's title, counted as the message's. */
export const TITLE_MAX_CHARS = 120

export function messageLength(text: string): number {
  return [...text].length
}

/** A dot in brackets or as a word, a Chinese full stop between ASCII, and a space before a dot. Spaces are single. */
const DISGUISED_DOT = / ?[[({<] ?(?:\.|dot|点) ?[\])}>] ?| dot |(?<=[a-z\d-])。(?=[a-z\d])|(?<=[^ ]) \. ?(?=[a-z\d])/g
/** Dots at half height in a word: not in 'N·mm/rad', nor in Chinese names ('玛丽·居里/主任'). */
const RAISED_DOT = /(?<=[a-z\d-]{3})[\u00b7\u2022\u2027\u2219\u22c5\u30fb\ua78f](?=[a-z]{2})/g
/** 'evil. com/x': after other words a sentence may end there ('Done. And/or …'). */
const BLANK_AFTER_DOT = /\. (?=(?:com|net|org|info|biz|xyz|top|shop|site|online)[/\\#?:])/g
const SLASH_LOOKALIKE = /[\u2044\u2215\u29f8\u2571\u27cb\u3033]|(?<=[a-z\d])\u4e3f(?=[a-z\d])/g
const BACKSLASH_LOOKALIKE = /[\u2216\u29f5\u29f9]/g
const BRACKETS = /[[\](){}<>]/g
/** 'C:\drawings.old\rev2' names a file. */
const DRIVE_PATH = /(?<![\p{L}\p{N}])[a-z]:\\[^ ]*/gu

/** Extensions that people list with a slash between ('front.pdf/back.pdf'); none of them is a top-level domain. */
const FILE_ENDING =
  '(?:pdf|docx?|xlsx?|pptx?|txt|csv|jpe?g|png|gif|tiff?|bmp|dwg|dxf|step|stp|igs|iges|stl|obj|psd|mp[34]|wav|rar)'
/** 'Part.No#5', 'Ref.no /7'. */
const NUMBER_WORD = '(?:nos?|nr|num|pos|fig|art|ref)'

const LINKS = [
  // Any scheme with slashes, and those that work without: people write a number as 'Tel: 0755 …'.
  /[a-z][a-z\d+.-]{0,20} ?: ?[/\\]{2}/,
  /(?<![a-z\d])(?:mailto ?:|(?:h[tx*]{2}ps?|ftps?|javascript|vbscript|view-source):[^ ]|data:[a-z]+\/|file:[/\\])/,
  /(?<![a-z\d-])(?:(?:tel|sms|smsto|mmsto|callto|facetime|facetime-audio|sips?|geo):[+\d]|magnet:\?)/,
  /(?<![a-z\d])(?:sips?:[^ @]{1,64}@|skype:[^ ?]{1,64}\?|ms-[a-z]{2,20}:[^ ])/,
  /(?<![a-z\d])www\d?\.[\p{L}\p{N}]/u,
  // A domain, or an IP address, with a path, a port, a query or a fragment.
  new RegExp(
    `[\\p{L}\\p{M}\\p{N}]\\.(?!${FILE_ENDING} ?[/\\\\:?#])\\p{L}[\\p{L}\\p{M}\\p{N}-]{1,62}(?:/|:\\d{3,5}(?!\\d)|\\?[\\p{L}\\p{N}]|%[\\da-f]{2})`,
    'u',
  ),
  new RegExp(
    `[\\p{L}\\p{M}\\p{N}]\\.(?!(?:${FILE_ENDING}|${NUMBER_WORD}) ?[/\\\\#])(?:\\p{L}{2,24}|xn--[a-z\\d-]{1,59})(?: /|\\\\|#[/!]?)[\\p{L}\\p{N}]`,
    'u',
  ),
  /(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?: ?[/\\](?=[\p{L}\p{N}])|\/|:\d{2,5}(?!\d)|#\p{L})/u,
]

/** Whether the text holds a link or something a reader would use as one: a scheme, 'www.', or a domain with a path. */
export function holdsLink(text: string): boolean {
  const plain = dropInvisible(text.replace(/\s+/g, ' '))
    .normalize('NFKC')
    .toLowerCase()
    .replace(SLASH_LOOKALIKE, '/')
    .replace(BACKSLASH_LOOKALIKE, '\\')
    .replace(RAISED_DOT, '.')
    .replace(DISGUISED_DOT, '.')
    .replace(BLANK_AFTER_DOT, '.')
    .replace(BRACKETS, '')
    .replace(DRIVE_PATH, (path) => path.replaceAll('\\', ' '))
  return LINKS.some((link) => link.test(plain))
}
