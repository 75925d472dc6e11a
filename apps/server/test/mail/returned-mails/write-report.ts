/** Delivery status notifications (RFC 3464), composed like those of mail servers. Addresses and texts are invented. */
export interface ReturnedMail {
  name: string
  write(to: string): string
  /** Null: not a report. */
  says: null | { hasFailed: boolean; isPermanent?: boolean; code?: string | null }
}

export const lines = (...all: string[]) => `${all.join('\r\n')}\r\n`

interface ReportParts {
  head?: string[]
  to?: string
  type?: string
  words?: string[]
  statusHead?: string[]
  status: string
  after?: string[]
  boundary?: string
}

/** A report of three parts: text for people, fields for programs, and the returned mail. */
export function report(parts: ReportParts): string {
  const {
    head = [],
    type = 'multipart/report; report-type=delivery-status',
    words = ['It could not be delivered.'],
  } = parts
  const { statusHead = ['Content-Type: message/delivery-status'], boundary = 'B1.2026/x' } = parts
  const after = parts.after ?? [
    'Content-Type: text/rfc822-headers',
    '',
    'Subject: ada@lovelace.example sent you a file',
  ]
  return lines(
    ...(parts.to === undefined ? [] : [`To: ${parts.to}`]),
    ...head,
    'MIME-Version: 1.0',
    `Content-Type: ${type};`,
    `\tboundary="${boundary}"`,
    '',
    'This is a MIME-encapsulated message.',
    '',
    `--${boundary}`,
    'Content-Type: text/plain; charset=us-ascii',
    '',
    ...words,
    '',
    `--${boundary}`,
    ...statusHead,
    '',
    parts.status,
    '',
    `--${boundary}`,
    ...after,
    '',
    `--${boundary}--`,
  )
}

export const fields = (...groups: string[][]) => groups.map((group) => group.join('\r\n')).join('\r\n\r\n')
export const failed = (status: string, diagnostic?: string, more: string[] = []) => [
  'Final-Recipient: rfc822; asha@rao-forge.example',
  'Action: failed',
  `Status: ${status}`,
  ...more,
  ...(diagnostic === undefined ? [] : [`Diagnostic-Code: ${diagnostic}`]),
]
export const daemon = [
  'From: MAILER-DAEMON@mail.waybill.example (Mail Delivery System)',
  'Auto-Submitted: auto-replied',
]
export const of = (name: string, parts: Omit<ReportParts, 'to'>, says: ReturnedMail['says']): ReturnedMail => ({
  name,
  write: (to) => report({ ...parts, to }),
  says,
})
export const permanent = (code: string | null) => ({ hasFailed: true, isPermanent: true, code })
export const passing = (code: string | null) => ({ hasFailed: true, isPermanent: false, code })
export const unharmed = { hasFailed: false }

export const postfixHead = [
  'Reporting-MTA: dns; mail.waybill.example',
  'X-Postfix-Queue-ID: 4Zq1',
  'Arrival-Date: Sun, 22 Nov 2026 10:00:00 +0000 (UTC)',
]
/** One that reports a failed delivery. */
export const failureReport = (to: string, status = '5.1.1'): string =>
  report({
    to,
    head: daemon,
    status: fields(postfixHead, failed(status, `smtp; ${status[0]}50 ${status} <asha@rao-forge.example>: unknown`)),
  })
