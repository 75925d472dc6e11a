/**
 * Links in free text. Messages of anonymous and free senders go out in our name, so they may hold none, however it is
 * disguised. A bare name with a dot ('acme.com', 'drawing.v2.pdf') is text and allowed.
 */
import { dropInvisible } from './invisible.ts'

/** In Unicode code points, as a person counts and as `messageLength` does. */
export const MESSAGE_MAX_CHARS = 280

export function messageLength(text: string): number {
  return [...text].length
}

/** A dot in brackets or as a word, a Chinese full stop between ASCII, and a blank before a dot. Blanks are single. */
const DISGUISED_DOT = / ?[[({<] ?(?:\.|dot|点) ?[\])}>] ?| dot |(?<=[a-z\d-])。(?=[a-z\d])|(?<=[^ ]) \. ?(?=[a-z\d])/g
const SLASH_LOOKALIKE = /[\u2044\u2215\u29f8\u2571]/g
const BRACKETS = /[[\](){}<>]/g

/** Endings people list with a slash between ('front.pdf/back.pdf'); none of them is a top-level domain. */
const FILE_ENDING =
  '(?:pdf|docx?|xlsx?|pptx?|txt|csv|jpe?g|png|gif|tiff?|bmp|dwg|dxf|step|stp|igs|iges|stl|obj|psd|mp[34]|wav|rar)/'

const LINKS = [
  // Any scheme with slashes, and those that work without.
  /[a-z][a-z\d+.-]{0,20} ?: ?[/\\]{2}/,
  /(?<![a-z\d])(?:mailto ?:|(?:h[tx*]{2}ps?|ftps?|javascript):[^ ]|data:[a-z]+\/)/,
  /(?<![a-z\d])www\d?\.[\p{L}\p{N}]/u,
  // A domain, or an address in numbers, with a path, a port or a query.
  new RegExp(
    `[\\p{L}\\p{M}\\p{N}]\\.(?!${FILE_ENDING})\\p{L}[\\p{L}\\p{M}\\p{N}-]{1,62}(?:/|:\\d{3,5}(?!\\d)|\\?[\\p{L}\\p{N}])`,
    'u',
  ),
  /(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?:\/|:\d{2,5}(?!\d))/,
]

/** Whether the text holds a link or something a reader would use as one: a scheme, 'www.', or a domain with a path. */
export function holdsLink(text: string): boolean {
  const plain = dropInvisible(text.replace(/\s+/g, ' '))
    .normalize('NFKC')
    .toLowerCase()
    .replace(SLASH_LOOKALIKE, '/')
    .replace(DISGUISED_DOT, '.')
    .replace(BRACKETS, '')
  return LINKS.some((link) => link.test(plain))
}
