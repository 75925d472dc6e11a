/** Transfers while the mail server is down, slow, or refuses: saved first, notified later, and nobody else notified. */
import type { SMTPServerOptions } from 'smtp-server'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { freePort } from '#test/app/free-port'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { until } from '#test/app/until'
import { Line } from '#test/http/line'
import { openSmtpInbox, type SmtpInbox } from '#test/mail/smtp-inbox'
import { makePerson, type Person } from '#test/people/people'
import { testFile } from '#test/storage/upload-parts'

const HOUR_MS = 3_600_000
let port: number
let line: Line
let app: TestApp
let inbox: SmtpInbox | null = null

beforeAll(async () => {
  port = await freePort()
  line = await Line.to({ host: '127.0.0.1', port })
  app = await makeTestApp({ env: { SMTP_URL: `smtp://127.0.0.1:${line.port}` } })
})
afterEach(async () => {
  await inbox?.close()
  inbox = null
})
afterAll(async () => {
  await app.close()
  await line.down()
})

async function openInbox(options: SMTPServerOptions = {}): Promise<SmtpInbox> {
  await inbox?.close()
  inbox = await openSmtpInbox(options, port)
  return inbox
}

const to = (box: SmtpInbox, address: string) => box.mails.filter(({ recipients }) => recipients.includes(address))

/** A proven person, with a working mail server. */
async function provenPerson(): Promise<Person> {
  const box = await openInbox()
  const person = makePerson(app)
  await person.call('requestSenderCode', { body: { email: person.address } })
  await until(() => to(box, person.address).length > 0)
  const code = /\b[0-9A-HJKMNP-TV-Z]{5}\b/.exec(to(box, person.address)[0]?.parsed.text ?? '')?.[0]
  const answer = await person.call('confirmSenderCode', { body: { email: person.address, verifyId: code } })
  expect(answer.status).toBe(200)
  await inbox?.close()
  inbox = null
  return person
}

let transfers = 0
/** A saved transfer to two recipients, whatever the mail server does; returns their addresses and their mails' rows. */
async function send(person: Person) {
  const emailTo = [`asha-${++transfers}@rao-forge.example`, `li-${transfers}@rao-forge.example`]
  const files = [testFile('plan.pdf', 300_000)]
  const plan = await person.plan({ files, emailTo })
  await person.upload(plan, files)
  const saved = await person.call('completeTransfer', { body: { upload: plan.upload, token: plan.token } })
  expect(saved.status).toBe(200)
  const { _id: id } = saved.body.data.ops[0]
  const rows = () =>
    app.ctx.db
      .selectFrom('mails')
      .innerJoin('recipients', 'recipients.id', 'mails.recipient_id')
      .select(['recipients.address', 'mails.message_id', 'mails.attempts', 'mails.accepted_at', 'mails.given_up_at'])
      .where('recipients.transfer_id', '=', id)
      .orderBy('recipients.position')
      .execute()
  const untilTried = () => until(async () => (await rows()).filter(({ attempts }) => attempts > 0).length === 2)
  return { emailTo: emailTo as [string, string], rows, untilTried }
}

/** What arrived at each address: once, and under the Message-ID of its row. */
async function expectToldOnce(box: SmtpInbox, { emailTo, rows }: Awaited<ReturnType<typeof send>>): Promise<void> {
  await until(() => emailTo.every((address) => to(box, address).length > 0))
  await until(async () => (await rows()).every(({ accepted_at }) => accepted_at !== null))
  for (const { address, message_id } of await rows()) {
    const [mail, ...more] = to(box, address ?? '')
    expect(more).toEqual([])
    expect(mail?.recipients).toEqual([address])
    expect(mail?.parsed.messageId).toBe(`<${message_id}>`)
  }
}

test('saves a transfer without a server, whose mails wait for it and are sent once', async () => {
  const person = await provenPerson()
  await line.down()
  const sent = await send(person)
  await sent.untilTried()
  expect(
    (await sent.rows()).every(({ accepted_at, given_up_at }) => accepted_at === null && given_up_at === null),
  ).toBe(true)
  const box = await openInbox()
  await line.up()
  await app.passTime(HOUR_MS)
  await expectToldOnce(box, sent)
})

test('retries a server that refuses temporarily, with the same Message-ID', async () => {
  const person = await provenPerson()
  let refusals = 2
  const box = await openInbox({
    onRcptTo(_address, _session, callback) {
      if (refusals-- > 0) callback(Object.assign(new Error('4.7.1 greylisted'), { responseCode: 451 }))
      else callback()
    },
  })
  const sent = await send(person)
  await sent.untilTried()
  await app.passTime(HOUR_MS)
  await expectToldOnce(box, sent)
})

test('gives up an address that does not exist at once, and mails the other recipient and nobody else', async () => {
  const person = await provenPerson()
  const box = await openInbox({
    onRcptTo({ address }, _session, callback) {
      if (address.startsWith('li-')) callback(Object.assign(new Error('5.1.1 no such user'), { responseCode: 550 }))
      else callback()
    },
  })
  const sent = await send(person)
  await sent.untilTried()
  await until(async () => (await sent.rows()).every((row) => (row.accepted_at ?? row.given_up_at) !== null))
  const [asha, li] = await sent.rows()
  expect([asha?.accepted_at, li?.given_up_at]).not.toContain(null)
  await app.passTime(HOUR_MS)
  await app.runJobs()
  expect(box.mails.map(({ recipients }) => recipients)).toEqual([[sent.emailTo[0]]])
})

test('sends a mail at most twice after a connection breaks after DATA, under one Message-ID to one address', async () => {
  const person = await provenPerson()
  const received: Array<{ to: string; messageId: string }> = []
  let drops = 2
  const box = await openInbox({
    onData(stream, session, callback) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const messageId = /^Message-ID: (.*)$/im.exec(Buffer.concat(chunks).toString())?.[1] ?? ''
        received.push({ to: session.envelope.rcptTo.map(({ address }) => address).join(), messageId })
        if (drops-- > 0) line.cut()
        else callback()
      })
    },
  })
  const sent = await send(person)
  await sent.untilTried()
  await app.passTime(HOUR_MS)
  await until(async () => (await sent.rows()).every(({ accepted_at }) => accepted_at !== null))
  expect(box.mails).toEqual([])
  // A cut takes both connections along: the other mail may not have been sent yet.
  expect(received.length).toBeGreaterThan(2)
  for (const { address, message_id } of await sent.rows()) {
    const mails = received.filter((mail) => mail.to === address)
    expect(mails.length).toBeGreaterThan(0)
    expect(new Set(mails.map(({ messageId }) => messageId))).toEqual(new Set([`<${message_id}>`]))
  }
})

test('lets a slow server delay nobody: the save answers while the server is busy', async () => {
  const person = await provenPerson()
  const thinking = Promise.withResolvers<void>()
  const box = await openInbox({
    onMailFrom: (_address, _session, callback) => void thinking.promise.then(() => callback()),
  })
  const sent = await send(person)
  expect((await sent.rows()).every(({ accepted_at }) => accepted_at === null)).toBe(true)
  thinking.resolve()
  await expectToldOnce(box, sent)
})

test('sends the mails of all other domains, codes first, while a server is slow for one domain', async () => {
  const person = await provenPerson()
  const thinking = Promise.withResolvers<void>()
  const box = await openInbox({
    onRcptTo: ({ address }, _session, callback) =>
      void (address.endsWith('@tarpit.example') ? thinking.promise.then(() => callback()) : callback()),
  })
  const tarpit = Array.from({ length: 4 }, (_none, nth) => `slow-${nth}@tarpit.example`)
  const others = ['asha@rao-forge.example', 'li@elsewhere.example']
  const files = [testFile('plan.pdf', 3_000)]
  const plan = await person.plan({ files, emailTo: [...tarpit, ...others] })
  await person.upload(plan, files)
  await person.call('completeTransfer', { body: { upload: plan.upload, token: plan.token } })
  const stranger = makePerson(app)
  await stranger.call('requestSenderCode', { body: { email: stranger.address } })
  for (const address of [...others, stranger.address]) await until(() => to(box, address).length === 1)
  expect(tarpit.some((address) => to(box, address).length > 0)).toBe(false)
  thinking.resolve()
  for (const address of tarpit) await until(() => to(box, address).length === 1)
})
