import { createHash, createPublicKey, sign, verify } from 'node:crypto'
import type { SigningDomain } from '../signing-domains.ts'

/**
 * DKIM signatures (RFC 6376): rsa-sha256, relaxed/relaxed. The signer of nodemailer sends a mail unsigned if the key is
 * bad, and cannot name a header twice, which is what stops others from adding a second one. This one throws, and names
 * the headers that a reader sees once more than the mail has them.
 */
const SEALED = ['from', 'to', 'subject', 'date', 'message-id', 'reply-to', 'list-unsubscribe', 'list-unsubscribe-post']
const SIGNED = ['mime-version', 'content-type', 'content-transfer-encoding', 'auto-submitted']

type Signature = Pick<SigningDomain, 'domain' | 'selector' | 'privateKey'>

/** The mail with its signature in front. Throws where the key cannot sign, or its signature does not verify. */
export function signMessage(composed: Buffer, { domain, selector, privateKey }: Signature): Buffer {
  // The lines as they are sent: a transport would end them so, after the signature.
  const mail = Buffer.from(composed.toString('latin1').replaceAll(/\r\n|\r|\n/g, '\r\n'), 'latin1')
  const end = mail.indexOf('\r\n\r\n')
  if (end < 0) throw new Error('A mail without an end of its headers cannot be signed')
  const head = readHead(mail.subarray(0, end + 2).toString('latin1'))
  const names = [
    ...SEALED.flatMap((name) => [...present(head, name), name]),
    ...SIGNED.flatMap((name) => present(head, name)),
  ]
  const bodyHash = createHash('sha256')
    .update(relaxBody(mail.subarray(end + 4)))
    .digest('base64')
  const unsigned = [
    `DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed; d=${domain}; s=${selector};`,
    ` bh=${bodyHash};`,
    ...fold(` h=${names.join(':')};`, /:/),
    ' b=',
  ].join('\r\n')
  const data = Buffer.from([...pick(head, names), relaxHeader(unsigned)].join('\r\n'), 'latin1')
  const signature = sign('sha256', data, privateKey)
  if (!verify('sha256', data, createPublicKey(privateKey), signature)) throw new Error('A signature does not verify')
  const folded = signature.toString('base64').replaceAll(/.{72}(?=.)/g, '$&\r\n ')
  return Buffer.concat([Buffer.from(`${unsigned}${folded}\r\n`, 'latin1'), mail])
}

/** Whole headers in order, with their folds. */
const readHead = (text: string): string[] => text.split(/\r\n(?![ \t])/).filter((line) => line !== '')

const nameOf = (header: string): string => header.slice(0, header.indexOf(':')).trim().toLowerCase()

const present = (head: readonly string[], name: string): string[] =>
  head.filter((header) => nameOf(header) === name).map(() => name)

/** The headers in the order of `names`: of several of one name the last comes first; a missing one counts as empty. */
function pick(head: readonly string[], names: readonly string[]): string[] {
  const left = Map.groupBy(head, nameOf)
  return names.flatMap((name) => {
    const header = left.get(name)?.pop()
    return header === undefined ? [] : [relaxHeader(header)]
  })
}

/** RFC 6376, 3.4.2. */
function relaxHeader(header: string): string {
  const value = header
    .slice(header.indexOf(':') + 1)
    .replaceAll(/\r\n/g, '')
    .replaceAll(/[ \t]+/g, ' ')
    .trim()
  return `${nameOf(header)}:${value}`
}

/** RFC 6376, 3.4.4. */
function relaxBody(body: Buffer): Buffer {
  const text = body
    .toString('latin1')
    .replaceAll(/[ \t]+/g, ' ')
    .replaceAll(/ (?=\r\n|$)/g, '')
    .replace(/(?:\r\n)+$/, '')
  return Buffer.from(text === '' ? '' : `${text}\r\n`, 'latin1')
}

/** Lines of at most 76 characters, broken after the separator. */
function fold(text: string, separator: RegExp): string[] {
  const lines = ['']
  for (const piece of text.split(new RegExp(`(?<=${separator.source})`))) {
    const last = lines.at(-1) ?? ''
    if (last.length + piece.length <= 76) lines[lines.length - 1] = last + piece
    else lines.push(` ${piece}`)
  }
  return lines
}
