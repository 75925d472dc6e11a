import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { makePerson, type Person } from '#test/people/people'
import { fetchWhole, insertAccount } from '#test/transfers/alerted'
import { insertTransfer, type Tracked, type TrackedOptions } from '#test/transfers/tracked-transfer'
import { muteLink } from './mute-token.ts'

const ONE_CLICK = 'List-Unsubscribe=One-Click'
const FORM = 'application/x-www-form-urlencoded'

let app: TestApp
let anybody: Person
beforeAll(async () => {
  app = await makeTestApp()
  anybody = makePerson(app)
})
afterAll(() => app.close())

const send = (options: TrackedOptions = {}) => insertTransfer(app.ctx, { message: 'between us', ...options })
const pathOf = (kind: 'transfer' | 'digest', id: string) => new URL(muteLink(app.ctx, kind, id)).pathname
const modeOf = async ({ transferId }: Tracked) =>
  (await app.ctx.db.selectFrom('transfers').select('alert_mode').where('id', '=', transferId).executeTakeFirstOrThrow())
    .alert_mode
const finish = (sent: Tracked) =>
  fetchWhole(app.ctx, sent, sent.recipientIds[0] ?? '', { fileId: sent.fileIds[0] ?? '', bytes: 1_000 })
const mailsOf = async ({ slug }: Tracked) =>
  (await app.mails('ada@lovelace.example')).filter(({ html }) => html.includes(slug))

/** A post like that of a mail program's server: no cookie, no page. */
const post = (path: string, body: string, headers: Record<string, string> = {}) =>
  anybody.fetch(path, { method: 'POST', body, headers: { 'x-no-origin': '1', 'content-type': FORM, ...headers } })

test('shows a page in either language from the link in a mail, changes nothing and reveals only the slug', async () => {
  const sent = await send()
  await finish(sent)
  const [mail] = await mailsOf(sent)
  const path = /\/mute\/[\w-]{42}/.exec(mail?.text ?? '')?.[0] ?? ''
  for (const [language, title] of [
    ['en', 'Stop emails about this transfer?'],
    ['zh', '不再接收此传输的邮件'],
  ] as const) {
    const page = await anybody.fetch(path, { headers: { 'accept-language': language, accept: 'text/html' } })
    const text = await page.text()
    expect(page.status).toBe(200)
    expect(page.headers.get('content-security-policy')).toContain("form-action 'self'")
    expect(page.headers.get('x-robots-tag')).toBe('noindex, nofollow')
    expect(text).toContain(`<h1>${title}</h1>`)
    expect(text).toContain(sent.slug)
    for (const secret of [
      'lovelace',
      'asha',
      'a.dwg',
      'between us',
      sent.fileIds[0] ?? '',
      sent.recipientIds[0] ?? '',
    ]) {
      expect(text).not.toContain(secret)
    }
  }
  expect(await modeOf(sent)).toBeNull()
})

test.each<[string, string, string]>([
  ['a form', FORM, ONE_CLICK],
  [
    'a form in parts',
    'multipart/form-data; boundary=part',
    '--part\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--part--\r\n',
  ],
])(
  'lets a mail program post %s without session or page, repeatedly, and sends no further mail',
  async (_what, type, body) => {
    const sent = await send()
    for (let times = 0; times < 2; times += 1) {
      const answer = await post(pathOf('transfer', sent.transferId), body, { 'content-type': type })
      expect([answer.status, await answer.text()]).toEqual([200, ''])
    }
    expect(await modeOf(sent)).toBe('none')
    await finish(sent)
    expect(await mailsOf(sent)).toEqual([])
  },
)

test("answers the page's button with a page, and still reports other transfers", async () => {
  const [sent, other] = [await send(), await send()]
  const answer = await anybody.fetch(pathOf('transfer', sent.transferId), {
    method: 'POST',
    body: ONE_CLICK,
    headers: { 'content-type': FORM, accept: 'text/html,*/*' },
  })
  expect(answer.status).toBe(200)
  expect(await answer.text()).toContain('<h1>You won’t get these emails any more</h1>')
  await finish(other)
  expect(await mailsOf(other)).toHaveLength(1)
})

test('stops every daily mail of the account through the link in one, and nothing else', async () => {
  const account = await insertAccount(app.ctx, { alerts: 'digest' })
  const own = { accountId: account.id }
  const [daily, every, plain] = [
    await send({ ...own, alerts: 'digest' }),
    await send({ ...own, alerts: 'every' }),
    await send(own),
  ]
  const path = pathOf('digest', account.id)
  const page = await anybody.fetch(path)
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<h1>Stop the daily summary?</h1>')])
  for (let times = 0; times < 2; times += 1) expect((await post(path, ONE_CLICK)).status).toBe(200)
  expect(await Promise.all([daily, every, plain].map(modeOf))).toEqual(['none', 'every', null])
  const stored = app.ctx.db.selectFrom('accounts').select('alert_mode').where('id', '=', account.id)
  expect(await stored.executeTakeFirst()).toEqual({ alert_mode: 'none' })
})

describe('refuses', () => {
  test('tokens that this server did not make, all with the same answer', async () => {
    const sent = await send()
    const good = pathOf('transfer', sent.transferId)
    const nobody = pathOf('transfer', 'A'.repeat(20))
    const wrong = [
      `${good.slice(0, -1)}${good.endsWith('A') ? 'Q' : 'A'}`,
      good.slice(0, -1),
      `${good}A`,
      `/mute/${sent.transferId}${pathOf('digest', sent.transferId).slice(-22)}x`,
      `/mute/${sent.transferId}${nobody.slice(-22)}`,
      nobody,
      pathOf('digest', 'A'.repeat(20)),
      '/mute/x',
    ]
    for (const path of wrong) {
      expect([path, (await post(path, ONE_CLICK)).status]).toEqual([path, 404])
      if (path === pathOf('digest', 'A'.repeat(20))) continue
      expect([path, (await anybody.fetch(path)).status]).toEqual([path, 404])
      const page = await anybody.fetch(path, { headers: { accept: 'text/html' } })
      expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
    }
    expect(await modeOf(sent)).toBeNull()
  })

  test('other bodies and pages of other sites', async () => {
    const sent = await send()
    const path = pathOf('transfer', sent.transferId)
    const multipart = { 'content-type': 'multipart/form-data; boundary=part' }
    const cases: Array<[number, string, Record<string, string>]> = [
      [400, '', {}],
      [400, 'List-Unsubscribe=Yes', {}],
      [400, `${ONE_CLICK}&more=1`, {}],
      [400, 'no parts at all', multipart],
      [400, '--part\r\nContent-Disposition: form-data; name="other"\r\n\r\nOne-Click\r\n--part--\r\n', multipart],
      [413, `${ONE_CLICK}${'x'.repeat(70_000)}`, {}],
      [415, ONE_CLICK, { 'content-type': 'text/plain' }],
      [403, ONE_CLICK, { origin: 'https://evil.example' }],
      [403, ONE_CLICK, { 'sec-fetch-site': 'cross-site' }],
    ]
    for (const [status, body, headers] of cases) {
      expect([body.slice(0, 60), (await post(path, body, headers)).status]).toEqual([body.slice(0, 60), status])
    }
    expect(await modeOf(sent)).toBeNull()
  })
})
