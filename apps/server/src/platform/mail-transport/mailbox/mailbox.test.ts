import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { networkInterfaces } from 'node:os'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OPERATOR_TOKEN } from '#test/app/operator-token'
import { makeTestApp, type OutboxMail, type TestApp } from '#test/app/test-app'
import { openSmtpInbox } from '#test/mail/smtp-inbox'
import type { MailFacts } from '../facts/mail-facts.ts'
import { queueMail } from '../queue-mail.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeTestApp({ env: { HOST: '0.0.0.0' } })
})
afterAll(() => app.close())

const evil = '"><img src=x onerror=alert(1)><script>alert(2)</script>'
const facts: MailFacts['files-arrived'] = {
  sender: { address: 'ada@lovelace.example', name: null, isProven: true },
  files: [{ path: `${evil}.pdf`, bytes: 3 }],
  fileCount: 1,
  totalBytes: 3,
  message: evil,
  expiresAt: null,
  slug: '7kQ2xWd',
  link: 'http://localhost/d/7kQ2xWd/token',
}

const queue = (to: string) =>
  app.ctx.db
    .transaction()
    .execute((tx) => queueMail(tx, app.ctx, { template: 'files-arrived', to, language: 'en', facts }))

interface Answer {
  status: number
  headers: IncomingMessage['headers']
  body: string
}

async function get(path: string, headers: Record<string, string> = {}, host = '127.0.0.1'): Promise<Answer> {
  const sent = request({
    host,
    port: app.config.port,
    path,
    headers: { host: `localhost:${app.config.port}`, 'waybill-operator-token': OPERATOR_TOKEN, ...headers },
  })
  sent.end()
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  const chunks: Buffer[] = []
  for await (const chunk of answer) chunks.push(chunk)
  return { status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(chunks).toString() }
}

const paths = ['/-/mailbox', '/-/mailbox.json', '/-/mailbox/html?mail=x']

test('explains an empty mailbox', async () => {
  expect(await get('/-/mailbox.json')).toMatchObject({ status: 200, body: '[]' })
  expect((await get('/-/mailbox')).body).toContain('No emails yet')
})

test('lists mails newest first, as the contract says', async () => {
  for (const to of ['one@example.com', 'two@example.com']) {
    await queue(to)
    await app.runJobs()
  }
  const mails = JSON.parse((await get('/-/mailbox.json')).body) as OutboxMail[]
  expect(mails.map(({ to }) => to)).toEqual(['two@example.com', 'one@example.com'])
  expect(Object.keys(mails[0] ?? {}).sort()).toEqual(['date', 'from', 'html', 'subject', 'text', 'to'])
  expect(mails[0]?.html).toContain('href="http://localhost/d/7kQ2xWd/token"')
})

test('shows the list and one mail, and treats nothing in a mail as markup of the page', async () => {
  const page = await get('/-/mailbox')
  expect(page.status).toBe(200)
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(page.headers['cache-control']).toBe('no-store')
  expect(page.body).not.toMatch(/<script|<img|onerror=alert\(1\)>/)
  expect(page.body.match(/<li>/g)).toHaveLength(2)
  expect(page.body).toContain('<pre>')
  const policy = String(page.headers['content-security-policy'])
  expect(policy).toContain("default-src 'none'")
  expect(policy).not.toContain('unsafe')
})

test('frames a mail’s HTML without scripts, requests or an origin', async () => {
  const page = await get('/-/mailbox')
  const path = /<iframe[^>]* src="([^"]+)"/.exec(page.body)?.[1] ?? ''
  expect(/<iframe[^>]* sandbox="([^"]*)"/.exec(page.body)?.[1]).toBe('allow-popups allow-popups-to-escape-sandbox')
  const frame = await get(path)
  expect(frame.status).toBe(200)
  expect(frame.headers['x-frame-options']).toBe('SAMEORIGIN')
  const policy = String(frame.headers['content-security-policy'])
  expect(policy).toContain("default-src 'none'")
  expect(policy).toMatch(/; sandbox allow-popups allow-popups-to-escape-sandbox$/)
  expect(frame.body).toContain('<base target="_blank">')
  expect(frame.body).not.toContain('<script')
})

test.each(['?mail=unknown', '?mail=', '?mail=a&mail=b', '?mail=../../etc/passwd', '?mail=%00'])(
  'does not accept %s as a mail',
  async (query) => {
    expect((await get(`/-/mailbox/html${query}`)).status).toBe(404)
    expect((await get(`/-/mailbox${query}`)).status).toBe(200)
  },
)

describe('answers 404 to callers without access', () => {
  test.each([
    ['x-forwarded-for', '127.0.0.1'],
    ['x-forwarded-host', 'localhost'],
    ['x-forwarded-proto', 'http'],
    ['X-Forwarded-Anything', ''],
    ['forwarded', 'for=127.0.0.1'],
    ['via', '1.1 proxy'],
    ['x-real-ip', '127.0.0.1'],
  ])('with %s: %s', async (name, value) => {
    for (const path of paths) expect((await get(path, { [name]: value })).status).toBe(404)
  })

  test('with any other Host', async () => {
    for (const host of [
      'evil.example',
      'localhost.evil.example',
      '127.0.0.1.nip.io',
      `evil.example:${app.config.port}`,
    ]) {
      for (const path of paths) expect([404, 421]).toContain((await get(path, { host })).status)
    }
  })

  test('from another machine’s address', async () => {
    const own = Object.values(networkInterfaces())
      .flat()
      .find((entry) => entry?.family === 'IPv4' && !entry.internal)
    // A machine without a network has no caller to refuse.
    if (own) for (const path of paths) expect((await get(path, {}, own.address)).status).toBe(404)
  })

  test('where mails are really sent', async () => {
    const inbox = await openSmtpInbox()
    const sending = await makeTestApp({ env: { SMTP_URL: inbox.url } })
    for (const path of paths) {
      const headers = { 'waybill-operator-token': OPERATOR_TOKEN }
      expect((await fetch(new URL(path, sending.origin), { headers })).status).toBe(404)
    }
    await sending.close()
    await inbox.close()
  })
})

test('opens by the printed address, follows its links by a cookie for that path, and is 404 without the token', async () => {
  const opened = await get(`/-/mailbox?token=${OPERATOR_TOKEN}`, { 'waybill-operator-token': '' })
  expect(opened.status).toBe(200)
  const [cookie = ''] = opened.headers['set-cookie'] ?? []
  expect(cookie).toMatch(/; Path=\/-\/mailbox; HttpOnly; SameSite=Strict$/)
  const shown = { 'waybill-operator-token': '', cookie: cookie.split(';')[0] ?? '' }
  expect((await get('/-/mailbox', shown)).status).toBe(200)
  // A plain proxy_pass does not announce itself: the server takes it for a caller at this machine.
  for (const path of [...paths, '/-/mailbox?token=', '/-/mailbox?token=another-token-altogether']) {
    expect((await get(path, { 'waybill-operator-token': '' })).status).toBe(404)
  }
})

test('accepts no call that changes something', async () => {
  for (const method of ['POST', 'PUT', 'DELETE']) {
    for (const path of paths) expect([404, 405, 415]).toContain((await app.fetch(path, { method })).status)
  }
})
