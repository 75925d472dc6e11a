import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { domainToASCII } from 'node:url'
import { routes } from '@waybill/contract/core/routes'
import { mailboxOf } from '@waybill/contract/identity/mailbox-of'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { typedAddresses } from '#test/mail/addresses'
import { openSmtpInbox, type SmtpInbox } from '#test/mail/smtp-inbox'
import { showWork } from '#test/people/guessing'
import { makePerson, type Person } from '#test/people/people'
import { hashToken, newId } from '../../platform/ids.ts'

const CODE_ON_ITS_LINE = /^[0-9A-HJKMNP-TV-Z]{5}$/m
const HOUR_MS = 3_600_000

let app: TestApp
beforeAll(async () => {
  app = await makeTestApp()
})
afterAll(() => app.close())

const ask = (person: Person, email = person.address, more: Record<string, unknown> = {}) =>
  person.call('requestSenderCode', { body: { email, ...more } })
const confirm = (person: Person, verifyId: string, email = person.address) =>
  person.call('confirmSenderCode', { body: { email, verifyId } })

async function mailedCode(address: string): Promise<string> {
  const [mail] = await app.mails(address)
  return CODE_ON_ITS_LINE.exec(mail?.text ?? '')?.[0] ?? ''
}

describe('requestSenderCode', () => {
  test('mails a code that confirmSenderCode accepts once', async () => {
    const ada = makePerson(app)
    expect(await ask(ada)).toMatchObject({
      status: 200,
      body: { email: ada.address, resendInSeconds: 2, origins: [app.origin] },
    })
    const mails = await app.mails(ada.address)
    expect(mails).toHaveLength(1)
    expect(mails[0]).toMatchObject({ to: ada.address, from: app.config.mail.from })
    const code = await mailedCode(ada.address)
    expect(mails[0]?.subject).toContain(code)
    expect(await confirm(ada, code.toLowerCase())).toMatchObject({
      status: 200,
      body: { email: ada.address, verified: true },
    })
    expect(await confirm(ada, code)).toMatchObject({ status: 403, body: { code: 'code-expired' } })
  })

  test('gives the browser a cookie that no script can read, and keeps an existing one', async () => {
    const ada = makePerson(app)
    const first = await ask(ada)
    const [cookie = '', ...others] = first.headers.getSetCookie()
    expect(others).toEqual([])
    expect(cookie).toMatch(/^waybill_device=[\w-]{43}; /)
    const flags = cookie.split('; ').slice(1)
    expect(flags).toEqual(expect.arrayContaining(['Max-Age=31536000', 'Path=/', 'HttpOnly', 'SameSite=Lax']))
    expect(flags).not.toContain('Secure')
    const second = await ask(ada, 'else@example.com')
    expect(second.headers.getSetCookie()).toEqual([])
  })

  test('replaces a made-up cookie, which is no device', async () => {
    const eve = makePerson(app)
    for (const [at, value] of ['x', 'A'.repeat(43), '', "' or 1=1 --", '%00', 'ä'].entries()) {
      const headers = eve.headers({ cookie: `waybill_device=${encodeURIComponent(value)}` })
      const answer = await app.call('requestSenderCode', {
        body: { email: `eve-${at}@example.com` },
        headers,
      })
      expect(answer.status).toBe(200)
      expect(answer.headers.getSetCookie()[0]).toMatch(/^waybill_device=[\w-]{43}; /)
    }
  })

  test('is refused within two seconds; beyond five an hour to one mailbox, in any spelling, it takes work', async () => {
    const spelled = (at: number) => `popular+${at}@example.com`
    expect((await ask(makePerson(app), spelled(0))).status).toBe(200)
    const early = await ask(makePerson(app), ' Popular@Example.com ')
    expect(early).toMatchObject({ status: 429, body: { code: 'too-many-codes' } })
    expect([1, 2]).toContain(early.body.facts.retryAfterSeconds)
    expect(early.headers.get('retry-after')).toBe(String(early.body.facts.retryAfterSeconds))
    for (let at = 1; at < 5; at += 1) {
      await app.passTime(3_000)
      expect((await ask(makePerson(app), spelled(at))).status).toBe(200)
    }
    await app.passTime(3_000)
    const [eve, owner] = [makePerson(app), makePerson(app, 'popular@example.com')]
    expect(await ask(eve, spelled(6))).toMatchObject({ status: 429, body: { code: 'proof-required' } })
    const asked = await ask(owner)
    expect(asked.body.facts).toMatchObject({ answers: 8, bits: 15 })
    await showWork(owner, asked.body.facts.challenge)
    // Later requests by others end nothing that this browser was sent.
    expect((await ask(owner)).status).toBe(200)
    const code = await mailedCode(owner.address)
    await app.passTime(HOUR_MS / 10)
    await ask(eve, owner.address)
    expect((await confirm(owner, code)).status).toBe(200)
  })

  test('gives strangers no more than twenty an hour for a mailbox, and its owner’s browser and network a separate share', async () => {
    const owner = makePerson(app)
    await owner.prove()
    const rows = Array.from({ length: 20 }, () => ({
      id: newId(),
      mailbox_hash: hashToken(owner.address),
      is_known: false,
    }))
    await app.ctx.db.insertInto('code_mails').values(rows).execute()
    await app.passTime(3_000)
    const stranger = await ask(makePerson(app), owner.address)
    expect(stranger).toMatchObject({ status: 429, body: { code: 'too-many-codes' } })
    expect(stranger.body.facts.retryAfterSeconds).toBeGreaterThan(3_000)
    expect((await ask(owner)).status).toBe(200)
    await app.passTime(3_000)
    const [device] = (await ask(makePerson(app), 'else@example.com')).headers.getSetCookie()
    const neighbour = { cookie: device?.split(';')[0] ?? '', 'x-forwarded-for': owner.ip }
    expect((await app.call('requestSenderCode', { body: { email: owner.address }, headers: neighbour })).status).toBe(
      200,
    )
  })

  test('mails one code for thirty concurrent calls', async () => {
    const address = 'hurried@example.com'
    const answers = await Promise.all(Array.from({ length: 30 }, () => ask(makePerson(app), address)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await app.mails(address)).toHaveLength(1)
  })

  test('gives a network twenty free ones an hour, for any addresses', async () => {
    const crowd = makePerson(app)
    const statuses: number[] = []
    for (let at = 0; at < 21; at += 1) statuses.push((await ask(crowd, `crowd-${at}@example.com`)).status)
    expect(statuses.slice(0, 20).every((status) => status === 200)).toBe(true)
    expect(statuses[20]).toBe(429)
    expect(await ask(crowd, 'crowd-21@example.com')).toMatchObject({ body: { code: 'proof-required' } })
    expect((await ask(makePerson(app), 'crowd-22@example.com')).status).toBe(200)
  })

  test('uses the requested language, else the reader’s', async () => {
    const [bo, cy] = [makePerson(app), makePerson(app)]
    await ask(bo, bo.address, { lang: 'zh' })
    expect((await app.mails(bo.address))[0]?.subject).toContain('验证码')
    await cy.call('requestSenderCode', {
      body: { email: cy.address },
      headers: { 'accept-language': 'zh-CN,en;q=0.5' },
    })
    expect((await app.mails(cy.address))[0]?.subject).toContain('验证码')
  })

  test('takes the mail’s links from the configuration, whatever headers say', async () => {
    const ada = makePerson(app)
    const headers = {
      'x-forwarded-host': 'evil.example',
      'x-original-url': 'https://evil.example',
      forwarded: 'host=evil.example',
    }
    const answer = await ada.call('requestSenderCode', { body: { email: ada.address }, headers })
    expect(answer.status).toBe(200)
    const [mail] = await app.mails(ada.address)
    expect(`${mail?.text}${mail?.html}`).not.toContain('evil.example')
  })
})

describe('confirmSenderCode', () => {
  test('judges five of 64 concurrent wrong guesses with spoofed addresses, then refuses the right one', async () => {
    const ada = makePerson(app)
    await ask(ada)
    const code = await mailedCode(ada.address)
    const wrong = code === 'ZZZZZ' ? 'YYYYY' : 'ZZZZZ'
    const answers = await Promise.all(
      Array.from({ length: 64 }, (_, at) =>
        app.call('confirmSenderCode', {
          body: { email: ada.address, verifyId: wrong },
          headers: ada.headers({ 'x-forwarded-for': `198.51.${at}.1` }),
        }),
      ),
    )
    const codes = answers.map(({ body }) => body.code)
    expect(codes.filter((one) => one === 'code-wrong')).toHaveLength(5)
    expect(codes.filter((one) => one === 'code-expired')).toHaveLength(59)
    expect(await confirm(ada, code)).toMatchObject({ status: 403, body: { code: 'code-expired' } })
  })

  test('accepts no code in another browser, for another address, or after ten minutes', async () => {
    const [ada, eve] = [makePerson(app), makePerson(app)]
    await ask(ada)
    await ask(eve)
    const code = await mailedCode(ada.address)
    expect(await confirm(eve, code, ada.address)).toMatchObject({ status: 403, body: { code: 'code-expired' } })
    await app.passTime(10 * 60_000)
    expect(await confirm(ada, code)).toMatchObject({ status: 403, body: { code: 'code-expired' } })
  })

  test('refuses an extra field by name', async () => {
    const answer = await makePerson(app).call('confirmSenderCode', {
      body: { email: 'a@b.cd', verifyId: '7K2QX', verifyComplete: true },
    })
    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'unknown-field', facts: { fields: ['verifyComplete'] } },
    })
  })
})

test('locateVisitor returns a country and a city, or null', async () => {
  const someone = await app.call('locateVisitor', { headers: { 'x-forwarded-for': '8.8.8.8' } })
  expect(someone).toMatchObject({ status: 200, body: { country: 'US' } })
  const local = await app.call('locateVisitor', { headers: { 'x-forwarded-for': '10.1.2.3' } })
  expect(local.body).toEqual({ country: null, city_name: null })
})

/** Requests a code like a browser behind the operator's TLS proxy; returns the cookies that were set. */
async function cookiesSet(port: number, cookie: string, email: string): Promise<string[]> {
  const sent = request({
    host: '127.0.0.1',
    port,
    method: 'POST',
    path: routes.requestSenderCode.path,
    headers: {
      'content-type': 'application/json',
      host: 'files.example.com',
      origin: 'https://files.example.com',
      ...(cookie === '' ? {} : { cookie }),
    },
  })
  sent.end(JSON.stringify({ email }))
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  answer.resume()
  expect(answer.statusCode).toBe(200)
  return answer.headers['set-cookie'] ?? []
}

describe('over https', () => {
  test('binds the cookie to the host, and ignores one set by a neighbour on the domain', async () => {
    const secure = await makeTestApp({ env: { PUBLIC_URL: 'https://files.example.com' } })
    try {
      const call = (cookie: string, email: string) => cookiesSet(secure.config.port, cookie, email)
      const first = await call('', 'ada@example.com')
      const [cookie = ''] = first
      expect(cookie).toMatch(/^__Host-waybill_device=[\w-]{43}; /)
      expect(cookie.split('; ')).toEqual(expect.arrayContaining(['Secure', 'HttpOnly', 'Path=/']))
      expect(cookie).not.toContain('Domain')
      const secret = /=([\w-]{43})/.exec(cookie)?.[1]
      expect(await call(`__Host-waybill_device=${secret}`, 'bo@example.com')).toEqual([])
      expect(await call(`waybill_device=${secret}`, 'cy@example.com')).toHaveLength(1)
    } finally {
      await secure.close()
    }
  })
})

/** The receiving server of this test shows decoded domains. */
const asSent = (shown: string) => shown.replace(/[^@]+$/, domainToASCII)

describe('typed addresses', () => {
  let inbox: SmtpInbox
  let mailing: TestApp
  beforeAll(async () => {
    inbox = await openSmtpInbox()
    mailing = await makeTestApp({ env: { SMTP_URL: inbox.url } })
  })
  afterAll(async () => {
    await mailing.close()
    await inbox.close()
  })

  test(`refuses each of ${typedAddresses.length}, or reaches exactly the address it means`, async () => {
    expect(typedAddresses.length).toBeGreaterThanOrEqual(120)
    const expected: string[] = []
    const countMailed = (address: string) => expected.filter((one) => mailboxOf(one) === mailboxOf(address)).length
    for (const [typed, address] of typedAddresses) {
      // A mailbox gets one in two seconds.
      if (address !== null && countMailed(address) > 0) await mailing.passTime(3_000)
      const answer = await makePerson(mailing).call('requestSenderCode', { body: { email: typed } })
      if (address === null) {
        expect([typed, answer.status]).toEqual([typed, 400])
        expect(['invalid-recipient', 'invalid-input']).toContain(answer.body.code)
        expect(
          await makePerson(mailing).call('confirmSenderCode', { body: { email: typed, verifyId: '7K2QX' } }),
        ).toMatchObject({ status: 400 })
      } else if (countMailed(address) < 5) {
        expect([typed, answer.status]).toEqual([typed, 200])
        expect(answer.body.email).toBe(address)
        expected.push(address)
      } else {
        expect(answer.body.code).toBe('proof-required')
      }
    }
    await mailing.runJobs()
    expect(inbox.mails.every(({ recipients }) => recipients.length === 1)).toBe(true)
    const reached = inbox.mails.flatMap(({ recipients }) => recipients.map(asSent)).sort()
    // The receiving server of this test accepts at most 253 characters of the permitted 254.
    expect(reached).toEqual(expected.filter((address) => address.length <= 253).sort())
  }, 60_000)
})
