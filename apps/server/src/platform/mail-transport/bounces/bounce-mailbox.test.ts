import { createServer } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { until } from '#test/app/until'
import { Line } from '#test/http/line'
import { IMAP_PASSWORD, ImapInbox } from '#test/mail/imap-inbox'
import { readConfig } from '../../config/config.ts'
import type { InboundSettings } from '../../config/inbound-settings.ts'
import { type BounceMailbox, MAX_FETCHED_BYTES, type MailboxAway, openBounceMailbox } from './bounce-mailbox.ts'

let inbox: ImapInbox
const closers: Array<() => Promise<void>> = []
beforeAll(async () => {
  inbox = await ImapInbox.open()
})
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})
afterAll(() => inbox?.close())

let nowMs = 0
const clock = { nowMs: () => nowMs }
const settingsOf = (url: string) =>
  readConfig({ SMTP_URL: 'smtp://mail.example', INBOUND_IMAP_URL: url }).inbound as InboundSettings
function open(url = inbox.url): BounceMailbox {
  const mailbox = openBounceMailbox(settingsOf(url), clock)
  closers.push(() => mailbox.close())
  return mailbox
}
async function unreadIn(mailbox: BounceMailbox): Promise<string[]> {
  const taken: string[] = []
  await mailbox.takeUnread(async (raw) => void taken.push(Buffer.from(raw).toString('latin1')))
  return taken
}
const failureOf = (looking: Promise<unknown>): Promise<MailboxAway> =>
  looking.then(
    () => Promise.reject(new Error('it could be read')),
    (error) => error,
  )
const mailOf = (text: string) => `Subject: ${text}\r\n\r\n${text}\r\n`

describe('a mailbox', () => {
  beforeEach(async () => void (await unreadIn(open())))

  test('passes on each mail once, whatever it is, in order of arrival', async () => {
    const mailbox = open()
    const many = Array.from({ length: 130 }, (_, i) => mailOf(`no. ${i}`))
    await inbox.deliver(...many, '', '\0\xff', 'no head at all')
    const taken = await unreadIn(mailbox)
    expect(taken.slice(0, many.length)).toEqual(many)
    expect(taken.length).toBeGreaterThanOrEqual(many.length + 2)
    expect((await inbox.counts()).unread).toBe(0)
    expect(await unreadIn(mailbox)).toEqual([])
    await inbox.deliver(mailOf('one more'))
    expect(await unreadIn(mailbox)).toEqual([mailOf('one more')])
  })

  test('fetches no more of a huge mail than it needs', async () => {
    await inbox.deliver(mailOf('x'.repeat(20_000_000)), mailOf('small'))
    const taken = await unreadIn(open())
    expect(taken.map(({ length }) => length)).toEqual([MAX_FETCHED_BYTES, mailOf('small').length])
  })

  test('repeats a mail that was not fully handled, and those after it', async () => {
    await inbox.deliver(mailOf('a'), mailOf('b'), mailOf('c'))
    const taken: number[] = []
    const stumble = open().takeUnread(async (raw) => {
      taken.push(raw.length)
      if (taken.length === 2) throw new Error('database away')
    })
    expect(await failureOf(stumble)).toMatchObject({ message: 'database away' })
    expect(await unreadIn(open())).toEqual([mailOf('b'), mailOf('c')])
  })

  test('is read by two looks at once, of which none ends the other', async () => {
    await inbox.deliver(mailOf('a'), mailOf('b'))
    const mailbox = open()
    let second: Promise<string[]> | null = null
    await mailbox.takeUnread(async () => {
      second ??= unreadIn(mailbox)
      await second
    })
    expect(await second).toEqual([mailOf('a'), mailOf('b')])
    expect((await inbox.counts()).unread).toBe(0)
  })
})

describe('an unreadable mailbox', () => {
  test('pauses after each failure, twice as long as before and at most half an hour, then reads on', async () => {
    const line = await Line.to({ port: inbox.port, host: '127.0.0.1' })
    closers.push(() => line.down())
    const mailbox = open(inbox.url.replace(`:${inbox.port}`, `:${line.port}`))
    await line.down()
    await inbox.deliver(mailOf('waits'))
    for (const [failures, minutes] of [1, 2, 4, 8, 16, 30, 30].entries()) {
      expect(await failureOf(unreadIn(mailbox))).toMatchObject({ name: 'MailboxAway', failures: failures + 1 })
      nowMs += minutes * 60_000 - 1
      expect(await unreadIn(mailbox)).toEqual([])
      nowMs += 1
    }
    await line.up()
    expect(await unreadIn(mailbox)).toEqual([mailOf('waits')])
    await line.down()
    expect(await failureOf(unreadIn(mailbox))).toMatchObject({ failures: 1 })
  })

  test('says why without the password and without the server’s words', async () => {
    const refused = await failureOf(unreadIn(open(inbox.urlWith('hunter2'))))
    expect(refused.message).toBe('user or password refused')
    const missing = await failureOf(unreadIn(open(`${inbox.url}/Elsewhere`)))
    for (const error of [refused, missing]) {
      expect(JSON.stringify([error.message, error.stack, error.cause, { ...error }])).not.toMatch(/hunter2|p@ss/)
    }
  })

  test('never sends its password to a remote server without TLS or with an untrusted certificate', async () => {
    const heard: string[] = []
    const server = createServer((socket) => {
      socket.on('error', () => {})
      socket.on('data', (data) => {
        heard.push(data.toString('latin1'))
        const tag = data.toString('latin1').split(' ')[0]
        socket.write(`* CAPABILITY IMAP4rev1 AUTH=PLAIN\r\n${tag} OK done\r\n`)
      })
      socket.write('* OK IMAP4rev1 ready\r\n')
    })
    await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve))
    closers.push(async () => void server.close())
    const { port } = server.address() as { port: number }
    const settings = { ...settingsOf(inbox.url), host: '0.0.0.0', port }
    for (const isTls of [false, true]) await failureOf(unreadIn(openBounceMailbox({ ...settings, isTls }, clock)))
    expect(heard.join('')).not.toMatch(/LOGIN|AUTHENTICATE PLAIN/i)
    expect(heard.join('')).not.toContain(IMAP_PASSWORD)
  })

  test('ends a look at a silent server when it closes', async () => {
    const line = await Line.to({ port: inbox.port, host: '127.0.0.1' })
    closers.push(() => line.down())
    const mailbox = open(inbox.url.replace(`:${inbox.port}`, `:${line.port}`))
    line.hush()
    const looking = failureOf(unreadIn(mailbox))
    await until(() => line.openConnections > 0)
    await mailbox.close()
    expect(await looking).toMatchObject({ name: 'MailboxAway' })
  })
})
