/**
 * Reads a mail that somebody sent to a reply address: who it is addressed to, what the person wrote, and whether a
 * program wrote it. Pure; made for malformed and hostile mails. The sender's address means nothing: only the token in
 * the address that the mail was sent to does.
 */
import { createHash } from 'node:crypto'
import { MAX_MESSAGE_CHARS } from '@waybill/contract/conversations/rules'
import { cleanText } from '@waybill/contract/core/invisible'
import PostalMime, { type Email } from 'postal-mime'
import { cutQuote } from './cut-quote.ts'

export interface Reply {
  /** The headers that name the delivery address. */
  addressedTo: string[]
  /** Without the quoted mail; '' where nothing is left. */
  text: string
  /** An answering machine, a list, a report, or a mail of this server that came back. */
  isAutomatic: boolean
  hasFiles: boolean
  /** The same for every delivery of one mail. */
  mailHash: Uint8Array
}

const LIMITS = { maxNestingDepth: 16, maxHeadersSize: 131_072 }
const whereTo = ['delivered-to', 'x-original-to', 'x-delivered-to', 'envelope-to', 'x-envelope-to', 'to', 'cc']
/** More is never a person's text. */
const MAX_READ_CHARS = 100_000
/** Parts that sign a mail: their writer attached no file. */
const signatureTypes = /^application\/(?:pgp-signature|pgp-keys|(?:x-)?pkcs7-signature)$/i

/** Null for what is no mail. `ownHost` is in the Message-ID of every mail that this server sends. */
export async function readReply(raw: Uint8Array, ownHost: string): Promise<Reply | null> {
  const mail = await PostalMime.parse(raw, { ...LIMITS, attachmentEncoding: 'arraybuffer' }).catch(() => null)
  if (mail === null) return null
  const text = cutQuote((mail.text || plainOf(mail.html ?? '')).slice(0, MAX_READ_CHARS))
  return {
    addressedTo: whereTo.flatMap((name) => valuesOf(mail, name)),
    text: keptText(text),
    isAutomatic: isAutomatic(mail, ownHost),
    hasFiles: mail.attachments.some(
      ({ mimeType, disposition, related }) =>
        !signatureTypes.test(mimeType) && (disposition === 'attachment' || !related),
    ),
    mailHash: createHash('sha256')
      .update(mail.messageId || raw)
      .digest(),
  }
}

const valuesOf = ({ headers }: Email, name: string): string[] =>
  headers.flatMap(({ key, value }) => (key === name ? [value] : []))

/** RFC 3834, and what programs without it say instead. */
function isAutomatic(mail: Email, ownHost: string): boolean {
  const value = (name: string) => valuesOf(mail, name)[0]?.trim().toLowerCase() ?? ''
  if (!/^(?:no\b.*)?$/.test(value('auto-submitted'))) return true
  if (/^(?:bulk|junk|list|auto_reply)$/.test(value('precedence'))) return true
  if (
    ['x-autoreply', 'x-autorespond', 'x-auto-response-from', 'list-id', 'x-loop'].some((name) => value(name) !== '')
  ) {
    return true
  }
  if (value('return-path').replace(/\s/g, '') === '<>') return true
  if (/^multipart\/report\b/.test(value('content-type'))) return true
  if (/^(?:mailer-daemon|postmaster|no-?reply)@/.test(mail.from?.address?.toLowerCase() ?? '')) return true
  return isOwn(mail.messageId ?? '', ownHost)
}

/**
 * Whether this server made the Message-ID: a row's id and our host (`queueMail`). The host alone says nothing, because
 * mail programs put the domain of their user there, and the operator's may be the same.
 */
function isOwn(messageId: string, ownHost: string): boolean {
  const [id = '', host] = messageId.replace(/^<|>$/g, '').split('@')
  return /^[\w-]{20}$/.test(id) && host?.toLowerCase() === ownHost.toLowerCase()
}

function keptText(text: string): string {
  const clean = cleanText(text.replaceAll('\0', '').toWellFormed()).trim()
  return clean.length <= MAX_MESSAGE_CHARS ? clean : `${clean.slice(0, MAX_MESSAGE_CHARS - 1)}…`
}

const blockEnds = /<\/(?:p|div|tr|li|h[1-6]|blockquote|pre)\s*>|<br\s*\/?>/gi
/** Where Gmail, Outlook and Apple Mail begin to quote. */
const quoteBegins = /<(?:blockquote|div[^>]{0,300}(?:gmail_quote|appendonsend|divRplyFwdMsg|OLK_SRC|cite))\b/i

/** The text of a mail that has only HTML, without what its program marks as quoted. */
function plainOf(html: string): string {
  const seen = withoutUnseen(html.slice(0, MAX_READ_CHARS * 2))
  const quoteAt = seen.search(quoteBegins)
  const own = quoteAt < 0 ? seen : seen.slice(0, quoteAt)
  return unescaped(
    own
      .replace(/\s+/g, ' ')
      .replace(blockEnds, '\n')
      .replace(/<[^<>]*>/g, ''),
  )
}

/** Without elements whose content nobody sees. One that does not end takes the rest. */
function withoutUnseen(html: string): string {
  const lower = html.toLowerCase()
  let seen = ''
  let from = 0
  for (const { 1: name = '', index } of lower.matchAll(/<(style|script|head|title)\b/g)) {
    if (index < from) continue
    seen += html.slice(from, index)
    const end = lower.indexOf(`</${name}`, index)
    if (end < 0) return seen
    from = end
  }
  return seen + html.slice(from)
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

const unescaped = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,5}));/gi, (whole, decimal, hex, name) => {
    const code = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : null
    if (code === null) return entities[String(name).toLowerCase()] ?? whole
    return code > 0 && code <= 0x10_ffff ? String.fromCodePoint(code) : ''
  })
