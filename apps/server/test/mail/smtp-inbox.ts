import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import PostalMime, { type Address, type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

interface InboxMail {
  /** The envelope sender, which receives bounces. */
  sender: string
  recipients: string[]
  raw: Buffer
  parsed: Email
}

export interface SmtpInbox {
  port: number
  /** smtp:// or smtps://, depending on the options. */
  url: string
  mails: InboxMail[]
  close(): Promise<void>
}

/** A real SMTP server on a loopback port, a free one by default, that stores what it accepts. */
export async function openSmtpInbox(options: SMTPServerOptions = {}, wantedPort = 0): Promise<SmtpInbox> {
  const mails: InboxMail[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 200,
    onData(stream, session, callback) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', async () => {
        const raw = Buffer.concat(chunks)
        const recipients = session.envelope.rcptTo.map(({ address }) => address)
        const { mailFrom } = session.envelope
        const sender = mailFrom === false ? '' : mailFrom.address
        mails.push({ sender, recipients, raw, parsed: await PostalMime.parse(raw) })
        callback()
      })
    },
    ...options,
  })
  server.on('error', () => {})
  server.listen(wantedPort, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  return {
    port,
    url: `${options.secure ? 'smtps' : 'smtp'}://127.0.0.1:${port}`,
    mails,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

export const mailboxesOf = (addresses: Address[] | undefined): string[] =>
  (addresses ?? []).map((entry) => entry.address ?? '')
