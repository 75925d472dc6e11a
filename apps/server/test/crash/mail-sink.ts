/** A real SMTP server that stores what it accepted: every acceptance, so that a mail delivered twice shows. */
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export interface AcceptedMail {
  to: string
  messageId: string
  text: string
}

export class MailSink {
  readonly accepted: AcceptedMail[] = []
  readonly port: number
  private readonly server: SMTPServer

  private constructor(server: SMTPServer, port: number) {
    this.server = server
    this.port = port
  }

  /** `slowMs`: the longest delay before it accepts; kills then fall between its answer and our commit. */
  static async open(slowMs = 60): Promise<MailSink> {
    let sink: MailSink | undefined
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      onData(stream, session, done) {
        const chunks: Buffer[] = []
        stream.on('data', (chunk: Buffer) => chunks.push(chunk))
        stream.on('end', async () => {
          const mail = await PostalMime.parse(Buffer.concat(chunks))
          const [to] = session.envelope.rcptTo
          await new Promise((resolve) => setTimeout(resolve, Math.random() * slowMs))
          sink?.accepted.push({ to: to?.address ?? '', messageId: mail.messageId ?? '', text: mail.text ?? '' })
          done()
        })
      },
    })
    server.on('error', () => undefined)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.server.address() as { port: number }
    sink = new MailSink(server, port)
    return sink
  }

  to(address: string): AcceptedMail[] {
    return this.accepted.filter((mail) => mail.to === address)
  }

  /** Waits for the newest mail to `address`. */
  async waitFor(address: string, timeoutMs = 60_000): Promise<AcceptedMail> {
    const until = performance.now() + timeoutMs
    while (performance.now() < until) {
      const mail = this.to(address).at(-1)
      if (mail) return mail
      await new Promise((resolve) => setTimeout(resolve, 25))
    }
    throw new Error(`No mail to ${address}`)
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.server.close(resolve))
  }
}
