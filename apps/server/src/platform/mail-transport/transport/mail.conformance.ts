import { expect, test } from 'vitest'
import type { MailTransport, OutgoingMail } from './mail-transport.ts'

/** One mail as it arrived at the other end. */
interface ArrivedMail {
  /** All its recipients in the envelope. */
  recipients: string[]
  from: { name: string; address: string }
  to: string[]
  replyTo: string[]
  messageId: string
  subject: string
  text: string
  html: string
  /** Lower-case names. */
  headers: Map<string, string>
}

export interface TransportUnderTest {
  transport: MailTransport
  /** Everything that has arrived so far, in order. */
  arrived(): Promise<ArrivedMail[]>
  close(): Promise<void>
}

export const FROM = 'Waybill “报价” <no-reply@waybill.example>'

let mailsMade = 0

export function sampleMail(change: Partial<OutgoingMail> = {}): OutgoingMail {
  mailsMade += 1
  return {
    messageId: `m${mailsMade}@waybill.example`,
    to: 'asha@rao-forge.example',
    replyTo: 'ada@lovelace.example',
    subject: 'ada@lovelace.example sent you 3 files',
    text: 'Get your files:\nhttps://waybill.example/d/7kQ2xWd/token\n',
    html: '<!doctype html><html lang="en"><body><p>Get your files</p></body></html>',
    headers: {},
    ...change,
  }
}

/** Lines that a header must keep intact: none of them may become a second header or recipient. */
const oddSubjects = [
  '报价 “Q3” №7.pdf',
  'x'.repeat(2_000),
  '=?utf-8?q?Bcc:_eve=40evil.example?=',
  'name: value, <eve@evil.example>; "quoted',
  'emoji 🚚 and combining e\u0301',
]

/** What every mail transport does. `open` starts a transport and the place it delivers to. */
export function describeMailTransport(open: () => Promise<TransportUnderTest>): void {
  const withTransport = async (use: (under: TransportUnderTest) => Promise<void>) => {
    const under = await open()
    try {
      await use(under)
    } finally {
      await under.close()
    }
  }

  test('delivers a mail to its one recipient, from us, with replies to the sender, as text and HTML', () =>
    withTransport(async ({ transport, arrived }) => {
      const link = `<https://waybill.example/mute/${'a'.repeat(42)}>`
      const mail = sampleMail({ headers: { 'Auto-Submitted': 'auto-generated', 'List-Unsubscribe': link } })
      await transport.verify()
      const { response } = await transport.send(mail)
      expect(response).not.toBe('')
      const [got, ...others] = await arrived()
      expect(others).toEqual([])
      expect(got?.recipients).toEqual([mail.to])
      expect(got?.to).toEqual([mail.to])
      expect(got?.from).toEqual({ name: 'Waybill “报价”', address: 'no-reply@waybill.example' })
      expect(got?.replyTo).toEqual(['ada@lovelace.example'])
      expect(got?.messageId).toBe(mail.messageId)
      expect(got?.subject).toBe(mail.subject)
      expect(got?.text).toBe(mail.text)
      expect(got?.html).toBe(mail.html)
      expect(got?.headers.get('auto-submitted')).toBe('auto-generated')
      expect(got?.headers.get('list-unsubscribe')).toBe(link)
    }))

  test('sends a mail without a reply address without Reply-To, and only with the headers it was given', () =>
    withTransport(async ({ transport, arrived }) => {
      await transport.send(sampleMail({ replyTo: null }))
      const [got] = await arrived()
      expect(got?.replyTo).toEqual([])
      expect(got?.headers.has('auto-submitted')).toBe(false)
      expect(got?.headers.has('cc')).toBe(false)
      expect(got?.headers.has('bcc')).toBe(false)
    }))

  test.each(oddSubjects)('delivers the subject %j whole and adds nothing', (subject) =>
    withTransport(async ({ transport, arrived }) => {
      await transport.send(sampleMail({ subject }))
      const [got] = await arrived()
      expect(got?.subject).toBe(subject)
      expect(got?.recipients).toEqual(['asha@rao-forge.example'])
    }),
  )

  test('splits nothing at a line break in a subject or a header', () =>
    withTransport(async ({ transport, arrived }) => {
      const evil = 'hello\r\nBcc: eve@evil.example\r\n\r\nbody'
      await transport.send(sampleMail({ subject: evil, headers: { 'X-Odd': evil } }))
      const [got] = await arrived()
      expect(got?.recipients).toEqual(['asha@rao-forge.example'])
      expect(got?.headers.has('bcc')).toBe(false)
      expect(got?.text).toBe(sampleMail().text)
    }))

  test('delivers text in any script, and lines that look like the end of a mail, unchanged', () =>
    withTransport(async ({ transport, arrived }) => {
      const text = '.\n..\n请于周五前报价。\nFrom the start\n.\n🚚\n'
      await transport.send(sampleMail({ text }))
      expect((await arrived())[0]?.text).toBe(text)
    }))

  test('keeps the Message-ID when it sends again', () =>
    withTransport(async ({ transport, arrived }) => {
      const mail = sampleMail()
      await transport.send(mail)
      await transport.send(mail)
      const ids = new Set((await arrived()).map(({ messageId }) => messageId))
      expect([...ids]).toEqual([mail.messageId])
    }))

  test('delivers twenty concurrent mails to twenty recipients, one each', () =>
    withTransport(async ({ transport, arrived }) => {
      const people = Array.from({ length: 20 }, (_, at) => `person-${at}@example.com`)
      await Promise.all(people.map((to) => transport.send(sampleMail({ to }))))
      const recipients = (await arrived()).map((mail) => mail.recipients)
      expect(recipients.every((list) => list.length === 1)).toBe(true)
      expect(recipients.flat().sort()).toEqual(people.sort())
    }))
}
