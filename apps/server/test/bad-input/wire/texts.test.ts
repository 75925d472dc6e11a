import { domainToASCII } from 'node:url'
import { cleanText } from '@waybill/contract/core/invisible'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { typedAddresses } from '#test/mail/addresses'
import { mailboxesOf, openSmtpInbox, type SmtpInbox } from '#test/mail/smtp-inbox'
import { makePerson, type Person } from '#test/people/people'
import { Recipient } from '#test/people/recipient'
import { AttackedApp } from '../attack/attacked-app.ts'
import { sampled } from '../attack/sampled.ts'
import { codeOf, shown } from '../attack/sound-answer.ts'
import { linkTexts, plainTexts } from '../cases/draft-texts.ts'

// A busy machine is slow, not wrong.
vi.setConfig({ testTimeout: 90_000, hookTimeout: 60_000 })

let attacked: AttackedApp
let planner: Person
beforeAll(async () => {
  attacked = await AttackedApp.open()
  planner = await attacked.proven()
})
afterAll(() => attacked?.close())

const file = { path: 'text.txt', content: Buffer.alloc(0) }
const plan = (fields: Record<string, unknown>) =>
  attacked.post(planner, '/quicksend2', { ...planner.draft({ files: [file] }), ...fields })

describe('links in texts', () => {
  test.each(linkTexts.map((text) => [shown(text), text] as const))('%s is refused anywhere', async (_shown, text) => {
    const places = [
      { message: text },
      { emailTo: [{ email: 'a@b.example', name: text }] },
      { emailTo: [{ email: 'a@b.example', company: text }] },
    ]
    for (const fields of places) expect(codeOf(await plan(fields))).toBe('message-holds-link')
  })

  test.each(plainTexts.map((text) => [shown(text), text] as const))('%s is not a link', async (_shown, text) => {
    for (const fields of [
      { message: text },
      { emailTo: [{ email: 'a@b.example', name: text.slice(0, 200).toWellFormed() }] },
    ]) {
      expect([(await plan(fields)).status]).toEqual([200])
    }
  })
})

describe('addresses of recipients', () => {
  test.each(typedAddresses.map(([typed, address]) => [shown(typed), typed, address] as const))(
    '%s',
    async (_shown, typed, address) => {
      const told = await plan({ emailTo: [{ email: typed }] })
      if (address === null) expect(['invalid-recipient', 'invalid-input']).toContain(codeOf(told))
      else expect(JSON.parse(told.text).contacts).toEqual([{ email: address, name: null, company: null }])
    },
  )
})

const escaped = (text: string) =>
  text.replace(
    /[&<>"']/g,
    (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#x27;' })[sign] ?? '',
  )

/** Elements or attributes made from user text; the word occurs in every one of them. */
const BROKEN_OUT = /<[^>]*(?:canary\(|onerror|onload=canary|http-equiv=refresh)|<canary|<iframe|<base\b/i

describe('texts on the page and in the mail', () => {
  // Characters with a meaning in HTML, in a header, in a terminal or for the eye.
  const telling = plainTexts.filter((text) => /[<>"'{[\\=\r\p{Cc}\p{Cf}]/u.test(text) && text.trim() !== '')
  const sent = sampled(telling, 4)
  const grouped = Array.from({ length: Math.ceil(sent.length / 3) }, (_, nth) => sent.slice(nth * 3, nth * 3 + 3))

  test.each(grouped.map((texts, nth) => [nth, texts] as const))('group %i', async (_nth, texts) => {
    const sender = await attacked.proven()
    for (const [nth, message] of texts.entries()) {
      const address = `text-${nth}-${sender.address}`
      const done = await sender.send({
        files: [{ path: `t${nth}.txt`, content: Buffer.from('t') }],
        emailTo: [address],
        message,
      })
      const reader = new Recipient(attacked.app, sender, {
        id: done.id,
        upload: done.upload,
        path: done.links[address] ?? '',
      })
      await expectShown(reader, address, message)
    }
  })
})

/** The message appears as the contract leaves it: without characters that change how others are read. */
async function expectShown(reader: Recipient, address: string, typed: string): Promise<void> {
  const message = cleanText(typed)
  const page = await (await reader.get(reader.path, { accept: 'text/html' })).text()
  expect(/<blockquote[^>]*>([\s\S]*?)<\/blockquote>/.exec(page)?.[1]).toBe(escaped(message))
  const nonces = new Set([...page.matchAll(/nonce="([^"]*)"/g)].map(([, nonce]) => nonce))
  expect(nonces.size).toBe(1)
  expect(BROKEN_OUT.exec(page)?.[0]).toBeUndefined()
  const [mail] = await attacked.app.mails(address)
  expect(BROKEN_OUT.exec(mail?.html ?? '')?.[0]).toBeUndefined()
  expect(mail?.subject).not.toMatch(/[\r\n]|canary/)
  for (const line of message.trim().split(/\r\n|\r|\n/)) expect(mail?.text).toContain(`> ${line}`)
  expect(mail?.text.split('\n').filter((line) => /^(?:Bcc|Subject):/i.test(line))).toEqual([])
}

describe('through a real mail server', () => {
  let inbox: SmtpInbox
  let app: TestApp
  beforeAll(async () => {
    inbox = await openSmtpInbox()
    app = await makeTestApp({ env: { SMTP_URL: inbox.url } })
  })
  afterAll(async () => {
    await app?.close()
    await inbox?.close()
  })

  async function proven(address: string): Promise<Person> {
    const person = makePerson(app, address)
    await person.call('requestSenderCode', { body: { email: address } })
    await app.runJobs()
    const mail = inbox.mails.find(({ recipients }) => recipients.includes(address))
    const code = /\b[0-9A-HJKMNP-TV-Z]{5}\b/.exec(mail?.parsed.text ?? '')?.[0] ?? ''
    expect((await person.call('confirmSenderCode', { body: { email: address, verifyId: code } })).status).toBe(200)
    return person
  }

  test('every valid address gets its mail and nobody else does, whatever names and texts say', async () => {
    const wanted = [...new Set(typedAddresses.flatMap(([, address]) => address ?? []))].filter(
      (one) => one.length <= 253,
    )
    const nasty = 'x\r\nBcc: eve@evil.example\r\n\r\nhello <eve@evil.example>'
    for (let from = 0; from < wanted.length; from += 6) {
      const sender = await proven(`smtp-${from}@example.com`)
      const emailTo = wanted.slice(from, from + 6)
      const files = [{ path: `a"; filename=b.txt\r\nX-Injected: 1 ${from}.txt`, content: Buffer.from('s') }]
      const body = {
        ...sender.draft({ files, emailTo, message: nasty }),
        emailTo: emailTo.map((email) => ({ email, name: nasty.slice(0, 200), company: nasty.slice(0, 200) })),
      }
      const planned = await sender.call('planTransfer', {
        body,
        headers: { 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' },
      })
      await sender.upload(planned.body.plan, files)
      const { upload, token } = planned.body.plan
      expect(
        (
          await sender.call('completeTransfer', {
            body: { upload, token },
            headers: { 'x-forwarded-host': 'evil.example' },
          })
        ).status,
      ).toBe(200)
    }
    await app.runJobs()
    const arrived = inbox.mails.filter(({ parsed }) => !/code/i.test(parsed.subject ?? ''))
    expect(arrived.flatMap(({ recipients }) => recipients.map(asWritten)).sort()).toEqual(wanted.toSorted())
    for (const { raw, recipients, parsed } of arrived) {
      const head = raw.toString('latin1').split('\r\n\r\n')[0] ?? ''
      expect(recipients).toHaveLength(1)
      expect(mailboxesOf(parsed.to).map(asWritten)).toEqual(recipients.map(asWritten))
      expect(mailboxesOf(parsed.from ? [parsed.from] : [])).toEqual([`no-reply@localhost`])
      expect(mailboxesOf(parsed.replyTo)[0]).toMatch(/^smtp-\d+@example\.com$/)
      expect(head).not.toMatch(/^(?:bcc|cc|x-injected):/im)
      expect(head.match(/^subject:/gim)).toHaveLength(1)
      expect(parsed.html).not.toContain('//evil.example')
      const hosts = [...(parsed.text ?? '').matchAll(/https?:\/\/([^/\s]+)/g)].map(([, host]) => host)
      expect(new Set(hosts)).toEqual(new Set([new URL(app.ctx.origins.publicOrigin).host]))
    }
  })
})

/** The receiving server of this test shows decoded domains. */
const asWritten = (address: string) => address.replace(/[^@]+$/, domainToASCII)

test('nothing is lost', () => attacked.expectNothingLost())
