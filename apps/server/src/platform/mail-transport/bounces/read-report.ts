/**
 * Reads a returned mail, where it is a delivery status notification (RFC 3462, 3464, 6533). Only "Action: failed" means
 * undelivered: a delayed mail may still arrive, and the reporter cannot follow a relayed or expanded one. Everything
 * else, such as personal and automatic replies, is no report. Pure; made for malformed and hostile mails.
 */
import PostalMime, { type Email } from 'postal-mime'

export interface DeliveryReport {
  /** The headers that name the delivery address, those of the last server first. */
  addressedTo: string[]
  hasFailed: boolean
  /** Another mail would fail in the same way. */
  isPermanent: boolean
  /** '550 5.1.1', or the part of it that the report has; null: neither. */
  code: string | null
}

type Fields = ReadonlyMap<string, string>

/** No real report is nested deeper or has a longer head. */
const LIMITS = { maxNestingDepth: 16, maxHeadersSize: 131_072 }
const whereTo = ['delivered-to', 'x-original-to', 'x-delivered-to', 'envelope-to', 'x-envelope-to', 'to']
const statusTypes = ['message/delivery-status', 'message/global-delivery-status']
/** A recipient reached in one of these ways may have the mail after all. */
const reached = ['delivered', 'relayed', 'expanded']

/** Null for anything that is not a report or is unreadable. */
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

/**
 * Fields by lower-case name, the first of each name: of the message, then of each recipient, separated by an empty
 * line.
 */
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

/** The reply code; the text after it may name the address. */
const replyOf = (fields: Fields): string | null =>
  /^smtp\s*;\s*(?:<[^>]*>:?\s*)?([45]\d\d)(?!\d)/i.exec(fields.get('diagnostic-code') ?? '')?.[1] ?? null
