/**
 * What a mail that came back says, where it is a delivery status notification (RFC 3462, 3464, 6533). Only "Action:
 * failed" is one that was not delivered: delayed is not yet, and relayed or expanded is out of the reporter's sight.
 * Everything else, answers of people and of their holidays among it, is no report. Pure; made for the worst of mails.
 */
import PostalMime, { type Email } from 'postal-mime'

export interface DeliveryReport {
  /** The headers that say where it was delivered to, those of the last server first. */
  addressedTo: string[]
  hasFailed: boolean
  /** Another mail would fare the same. */
  isPermanent: boolean
  /** '550 5.1.1', or what of it was said; null: nothing. */
  code: string | null
}

type Fields = ReadonlyMap<string, string>

/** Deeper ones and longer heads are nobody's report. */
const LIMITS = { maxNestingDepth: 16, maxHeadersSize: 131_072 }
const whereTo = ['delivered-to', 'x-original-to', 'x-delivered-to', 'envelope-to', 'x-envelope-to', 'to']
const statusTypes = ['message/delivery-status', 'message/global-delivery-status']
/** Whoever was reached in one of these ways may have it after all. */
const reached = ['delivered', 'relayed', 'expanded']

/** Null for what is no report, or cannot be read. */
export async function readReport(raw: Uint8Array): Promise<DeliveryReport | null> {
  const mail = await PostalMime.parse(raw, {
    ...LIMITS,
    forceRfc822Attachments: true,
    attachmentEncoding: 'utf8',
  }).catch(() => null)
  if (mail === null || !isReport(mail)) return null
  const recipients = mail.attachments
    .filter(({ mimeType }) => statusTypes.includes(mimeType))
    .flatMap(({ content }) => groupsOf(String(content)))
    .filter((fields) => fields.has('action'))
  if (recipients.length === 0) return null
  const failed = recipients.find((fields) => wordOf(fields, 'action') === 'failed' && statusOf(fields)?.[0] !== '2')
  const hasReached = recipients.some((fields) => reached.includes(wordOf(fields, 'action')))
  const addressedTo = whereTo.flatMap((name) => mail.headers.flatMap(({ key, value }) => (key === name ? [value] : [])))
  if (failed === undefined || hasReached) return { addressedTo, hasFailed: false, isPermanent: false, code: null }
  const [status, reply] = [statusOf(failed), replyOf(failed)]
  return {
    addressedTo,
    hasFailed: true,
    isPermanent: (status ?? reply ?? '').startsWith('5'),
    code: [reply, status].filter((part) => part !== null).join(' ') || null,
  }
}

const isReport = ({ headers }: Email): boolean =>
  headers.some(
    ({ key, value }) =>
      key === 'content-type' &&
      /^\s*multipart\/report\b/i.test(value) &&
      /;\s*report-type\s*=\s*"?\s*delivery-status\b/i.test(value),
  )

/** Fields by lower-case name, first come: of the message, then of each recipient, an empty line between them. */
function groupsOf(text: string): Fields[] {
  return text
    .replace(/\r\n?/g, '\n')
    .split(/\n[ \t]*\n/)
    .map((group) => {
      const fields = new Map<string, string>()
      for (const line of group.replace(/\n[ \t]+/g, ' ').split('\n')) {
        const [, name = '', value = ''] = /^([!-9;-~]+)[ \t]*:(.*)$/.exec(line) ?? []
        if (name !== '' && !fields.has(name.toLowerCase())) fields.set(name.toLowerCase(), value.trim())
      }
      return fields
    })
}

const wordOf = (fields: Fields, name: string): string =>
  /^[a-z]+/i.exec(fields.get(name) ?? '')?.[0].toLowerCase() ?? ''

const statusOf = (fields: Fields): string | null =>
  /^[245]\.\d{1,3}\.\d{1,3}(?!\d)/.exec(fields.get('status') ?? '')?.[0] ?? null

/** The reply code; the words behind it may name the address. */
const replyOf = (fields: Fields): string | null =>
  /^smtp\s*;\s*(?:<[^>]*>:?\s*)?([45]\d\d)(?!\d)/i.exec(fields.get('diagnostic-code') ?? '')?.[1] ?? null
