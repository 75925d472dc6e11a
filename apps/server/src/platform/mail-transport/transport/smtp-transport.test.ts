import { connect, createServer, type Socket } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { mailboxesOf, openSmtpInbox, type SmtpInbox } from '#test/mail/smtp-inbox'
import type { MailRefused } from '../mail-refused.ts'
import { describeMailTransport, FROM, sampleMail, type TransportUnderTest } from './mail.conformance.ts'
import type { MailTransport } from './mail-transport.ts'
import { openSmtpTransport } from './smtp-transport.ts'

const closers: Array<() => Promise<void> | void> = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

function transportTo(url: string): MailTransport {
  const transport = openSmtpTransport({ url, from: FROM })
  closers.push(() => transport.close())
  return transport
}

async function inboxWith(options: Parameters<typeof openSmtpInbox>[0]): Promise<SmtpInbox> {
  const inbox = await openSmtpInbox(options)
  closers.push(() => inbox.close())
  return inbox
}

const refusal = (sending: Promise<unknown>): Promise<MailRefused> =>
  sending.then(
    () => Promise.reject(new Error('was accepted')),
    (error) => error,
  )

const answer = (responseCode: number, text: string) => Object.assign(new Error(text), { responseCode })

async function open(): Promise<TransportUnderTest> {
  const inbox = await openSmtpInbox()
  const transport = openSmtpTransport({ url: inbox.url, from: FROM })
  return {
    transport,
    arrived: async () =>
      inbox.mails.map(({ recipients, parsed }) => ({
        recipients,
        from: { name: parsed.from?.name ?? '', address: parsed.from?.address ?? '' },
        to: mailboxesOf(parsed.to),
        replyTo: mailboxesOf(parsed.replyTo),
        messageId: (parsed.messageId ?? '').replace(/^<|>$/g, ''),
        subject: parsed.subject ?? '',
        // The end of a MIME part adds one line end.
        text: (parsed.text ?? '').replace(/\n$/, ''),
        html: (parsed.html ?? '').trimEnd(),
        headers: new Map(parsed.headers.map(({ key, value }) => [key, value])),
      })),
    close: async () => {
      await transport.close()
      await inbox.close()
    },
  }
}

describe('SMTP', () => {
  describeMailTransport(open)

  test('sends a name in any script as ASCII headers', async () => {
    const inbox = await inboxWith({})
    await transportTo(inbox.url).send(sampleMail({ subject: '报价 “Q3” №7' }))
    const raw = inbox.mails[0]?.raw.toString('latin1') ?? ''
    const head = raw.slice(0, raw.indexOf('\r\n\r\n'))
    expect(head).toMatch(/^[\x20-\x7e\r\n\t]+$/)
    expect(head.split('\r\n').every((line) => line.length <= 998)).toBe(true)
  })

  test.each([
    [550, true],
    [551, true],
    [450, false],
    [452, false],
  ])('treats a recipient refused with %i as final: %s', async (code, isPermanent) => {
    const inbox = await inboxWith({ onRcptTo: (_address, _session, callback) => callback(answer(code, 'no')) })
    const refused = await refusal(transportTo(inbox.url).send(sampleMail()))
    expect(refused).toMatchObject({ name: 'MailRefused', isPermanent })
    expect(refused.message).toContain(String(code))
  })

  test.each([
    [554, true],
    [451, false],
  ])('treats a mail refused after DATA with %i as final: %s', async (code, isPermanent) => {
    const inbox = await inboxWith({
      onData(stream, _session, callback) {
        stream.resume().on('end', () => callback(answer(code, 'content')))
      },
    })
    expect(await refusal(transportTo(inbox.url).send(sampleMail()))).toMatchObject({ isPermanent })
  })

  test('retries when the server refuses us, which the operator can fix: sender, login, greeting', async () => {
    const noSender = await inboxWith({ onMailFrom: (_address, _session, callback) => callback(answer(550, 'who')) })
    const noLogin = await inboxWith({ onAuth: (_auth, _session, callback) => callback(answer(535, 'wrong')) })
    const noGreeting = await inboxWith({ onConnect: (_session, callback) => callback(answer(554, 'blocked')) })
    const withLogin = noLogin.url.replace('smtp://', 'smtp://user:secret@')
    for (const url of [noSender.url, withLogin, noGreeting.url]) {
      expect(await refusal(transportTo(url).send(sampleMail()))).toMatchObject({ isPermanent: false })
    }
  })

  test('counts a connection that breaks after DATA as one try, and not as final', async () => {
    let tries = 0
    const inbox = await inboxWith({
      onData(stream) {
        tries += 1
        stream.resume().on('end', () => {
          for (const socket of sockets) socket.destroy()
        })
      },
    })
    const { port, sockets } = await relayTo(inbox.port)
    expect(await refusal(transportTo(`smtp://127.0.0.1:${port}`).send(sampleMail()))).toMatchObject({
      isPermanent: false,
    })
    expect(tries).toBe(1)
  })

  test('retries while no server listens, and delivers the next mail once one does', async () => {
    const { port, close } = await openSmtpInbox()
    await close()
    const transport = transportTo(`smtp://127.0.0.1:${port}`)
    expect(await refusal(transport.send(sampleMail()))).toMatchObject({ isPermanent: false })
    await expect(transport.verify()).rejects.toThrow()
    const inbox = await openSmtpInbox({}, port)
    closers.push(() => inbox.close())
    await transport.send(sampleMail())
    expect(inbox.mails).toHaveLength(1)
  })
})

describe('smtps', () => {
  test('uses TLS from the first byte and refuses an untrusted certificate', async () => {
    const inbox = await inboxWith({ secure: true })
    expect(await refusal(transportTo(inbox.url).send(sampleMail()))).toMatchObject({ isPermanent: false })
    expect(inbox.mails).toHaveLength(0)
    await transportTo(`${inbox.url}?tls.rejectUnauthorized=false`).send(sampleMail())
    expect(inbox.mails).toHaveLength(1)
  })

  test('never falls back to plain text', async () => {
    const inbox = await inboxWith({})
    const refused = await refusal(transportTo(inbox.url.replace('smtp:', 'smtps:')).send(sampleMail()))
    expect(refused.isPermanent).toBe(false)
    expect(inbox.mails).toHaveLength(0)
  })
})

/** A relay whose connections a test can cut. */
async function relayTo(port: number): Promise<{ port: number; sockets: Set<Socket> }> {
  const sockets = new Set<Socket>()
  const server = createServer((incoming) => {
    const outgoing = connect(port, '127.0.0.1')
    for (const socket of [incoming, outgoing]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => sockets.delete(socket))
    }
    incoming.pipe(outgoing).pipe(incoming)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => new Promise<void>((resolve) => server.close(() => resolve())))
  return { port: (server.address() as { port: number }).port, sockets }
}
