import nodemailer, { type NodemailerError } from 'nodemailer'
import MailComposer from 'nodemailer/lib/mail-composer'
import { encodeWord } from 'nodemailer/lib/mime-funcs'
import { lanes } from '../../jobs/lanes.ts'
import { MailRefused, SigningFailed } from '../mail-refused.ts'
import { mailboxAddressOf } from '../mailbox/mailbox-address.ts'
import type { MailTransport, OutgoingMail } from './mail-transport.ts'
import { signMessage } from './sign-message.ts'

const CONNECT_TIMEOUT_MS = 10_000
const GREETING_TIMEOUT_MS = 20_000
/** The limit between two answers. A server that scans a mail before it answers may take a minute. */
const SILENCE_TIMEOUT_MS = 90_000
/** The limit for one whole mail. */
const SEND_TIMEOUT_MS = 120_000

export interface SmtpOptions {
  /** smtp:// upgrades by STARTTLS where the server offers it; smtps:// uses TLS from the first byte or fails. */
  url: string
  /** Every mail's From, and its envelope sender unless the mail names another. */
  from: string
}

/** The port over SMTP (RFC 5321), with a pool of kept connections for concurrent mails. */
export function openSmtpTransport({ url, from }: SmtpOptions): MailTransport {
  const sender = mailboxAddressOf(from)
  const pool = nodemailer.createTransport({
    url,
    pool: true,
    maxConnections: lanes.codes.places + lanes.mail.places,
    // A connection that broke after DATA may have delivered: only the job, which keeps the Message-ID, retries.
    maxRequeues: 0,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: GREETING_TIMEOUT_MS,
    socketTimeout: SILENCE_TIMEOUT_MS,
    dnsTimeout: CONNECT_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    kind: 'smtp',
    async send(mail) {
      const message = composeMessage(mail, sender)
      const signed = mail.own && (await sign(message, mail.own.signer))
      try {
        const sent = await pool.sendMail(signed ?? message)
        return { response: sent.response }
      } catch (error) {
        throw refusalOf(error)
      }
    },
    async verify() {
      await pool.verify()
    },
    async close() {
      pool.close()
    },
  }
}

/** The same mail as its bytes, with a signature in front. */
async function sign(message: ReturnType<typeof composeMessage>, signer: NonNullable<OutgoingMail['own']>['signer']) {
  const { envelope, signal, ...content } = message
  try {
    const whole = await new MailComposer({ ...content, disableFileAccess: true, disableUrlAccess: true })
      .compile()
      .build()
    return { envelope, signal, raw: signMessage(whole, signer) }
  } catch (error) {
    throw new SigningFailed(`A mail of ${signer.domain} could not be signed`, { cause: error })
  }
}

function composeMessage(mail: OutgoingMail, sender: { name: string; address: string }) {
  return {
    from: mail.own?.from ?? sender,
    to: { name: '', address: mail.to },
    ...(mail.replyTo ? { replyTo: { name: '', address: mail.replyTo } } : {}),
    // Given apart from the headers, so that no header can add a recipient.
    envelope: { from: mail.bounceTo ?? sender.address, to: [mail.to] },
    messageId: `<${mail.messageId}>`,
    ...subjectOf(mail),
    text: mail.text,
    html: mail.html,
    signal: AbortSignal.timeout(SEND_TIMEOUT_MS),
  }
}

/** The reader would decode a name that looks like an encoded word (RFC 2047); such a subject is encoded whole. */
function subjectOf({ subject, headers }: OutgoingMail) {
  if (!subject.includes('=?')) return { subject, headers }
  const prepared = { prepared: true, foldLines: true, value: encodeWord(subject.replace(/[\r\n]+/g, ' '), 'B', 52) }
  return { headers: { ...headers, Subject: prepared } }
}

/**
 * Only a refusal of this address or this mail is final: the operator can fix a refusal of us (login, sender, greeting).
 */
function refusalOf(error: unknown): MailRefused {
  const { command, permanent, response, message } = error as NodemailerError
  const isOfContent = command === 'DATA' && response !== undefined
  const isAboutMail = command === 'RCPT TO' || command === 'DATA'
  return new MailRefused(response ?? message, isAboutMail && permanent === true, { cause: error, isOfContent })
}
