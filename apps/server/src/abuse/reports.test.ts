/** Anybody with a link reports a transfer without scripts or an account; an operator decides, and nothing else does. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { type AccountPerson, makeAccount } from '#test/people/account-person'
import { makePerson, type Person } from '#test/people/people'
import { noise, sendTo } from '#test/people/recipient'
import { findSecurityRows } from '../platform/security-log/security-store.ts'
import { decideReport, listReports } from './index.ts'
import { forgetOldReports } from './report-store.ts'

let app: TestApp
let owner: AccountPerson
beforeAll(async () => {
  app = await makeTestApp()
  owner = await makeAccount(app, { role: 'pro', subscription: 'active' })
})
afterAll(() => app.close())

let salt = 700
const fresh = () => {
  salt += 1
  return { path: `secret-plan-${salt}.bin`, content: noise(4_000, salt) }
}
const submit = (person: Person, slug: string, fields: Record<string, string>) =>
  person.fetch(`/report/${slug}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' },
    body: new URLSearchParams(fields).toString(),
  })
const sent = async (file = fresh()) => {
  const recipient = await sendTo(app, [file], owner)
  return { ...recipient.link, recipient, file }
}
const mailsToOperator = async (slug: string) =>
  (await app.mails(app.config.supportEmail)).filter(({ subject }) => subject.includes(slug))
const pending = async (slug: string) => (await listReports(app.ctx.db, { slug }))[0]

test('is linked on the page and in the mail, shows a form without scripts, and reveals nothing', async () => {
  const { slug, user, recipient, file } = await sent()
  const [mail] = (await app.mails()).filter(({ text }) => text.includes(slug))
  for (const part of [mail?.text, mail?.html]) expect(part).toContain(`/report/${slug}/${user}`)
  const page = await (await recipient.browser.fetch(recipient.path, { headers: { accept: 'text/html' } })).text()
  expect(page).toContain(`/report/${slug}/${user}?lang=en`)
  for (const [lang, title] of [
    ['en', 'Report this transfer'],
    ['zh', '举报此传输'],
  ]) {
    const answer = await makePerson(app).fetch(`/report/${slug}/${user}?lang=${lang}`)
    const text = await answer.text()
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-security-policy')).toContain("form-action 'self'")
    expect(text).toContain(`<h1>${title}</h1>`)
    expect(text).not.toContain('<script')
    for (const hidden of [owner.address, file.path]) expect(text).not.toContain(hidden)
  }
  expect((await makePerson(app).fetch('/report/not-a-slug')).status).toBe(404)
  // Nobody has this number, and the page does not say so.
  expect((await makePerson(app).fetch('/report/zzzzzzz')).status).toBe(200)
  expect(await pending(slug)).toBeUndefined()
})

test('is stored once for each network; a hundred change nothing but the list, with one mail', async () => {
  const { slug, user, recipient } = await sent()
  const first = makePerson(app)
  const text = 'It asks for\r\nmy password.'
  for (let nth = 0; nth < 2; nth += 1) {
    const answer = await submit(first, slug, { user, reason: 'phishing', text, email: first.address, lang: 'en' })
    expect(answer.status).toBe(202)
    expect(await answer.text()).toContain('Thank you for your report')
  }
  await Promise.all(
    Array.from({ length: 99 }, () =>
      makePerson(app).call('reportTransfer', { params: { slug }, body: { user, reason: 'malware' } }),
    ),
  )
  expect(await pending(slug)).toMatchObject({
    reportCount: 100,
    reasons: { phishing: 1, malware: 99 },
    isBlocked: false,
    decided: null,
    sender: { address: owner.address, isProven: true, accountId: owner.accountId },
  })
  const { rows } = await sql<{ address: string; text: string; row: string }>`
    select address, text, r::text as row from abuse_reports r where reason = 'phishing'`.execute(app.ctx.db)
  expect(rows[0]).toMatchObject({ address: first.address, text: 'It asks for\nmy password.' })
  expect(rows[0]?.row).not.toContain(first.ip.replace(/\d+$/, ''))
  await app.runJobs()
  const mails = await mailsToOperator(slug)
  expect(mails).toHaveLength(1)
  expect(mails[0]?.text).toContain(`report decide ${slug}`)
  expect(await recipient.grant()).toMatchObject({ grant: expect.any(String) })
  await decideReport(app.ctx, slug, { decision: 'dismiss' })
  expect(await pending(slug)).toBeUndefined()
  expect(await recipient.grant()).toMatchObject({ grant: expect.any(String) })
  expect((await submit(makePerson(app), slug, { user, reason: 'other' })).status).toBe(202)
  await app.runJobs()
  expect(await mailsToOperator(slug)).toHaveLength(2)
})

test.each([
  ['an address that is none', { email: 'nobody@' }, 400],
  ['a wrong token', { user: 'A'.repeat(22) }, 404],
])('comes back with what was typed and why: %s', async (_what, wrong, status) => {
  const { slug, user } = await sent()
  const answer = await submit(makePerson(app), slug, { user, reason: 'other', text: 'kept <b>', ...wrong })
  const text = await answer.text()
  expect([answer.status, text.includes('role="alert"')]).toEqual([status, true])
  expect(text).toContain('kept &lt;b&gt;')
  expect(text).toMatch(/value="other" required checked/)
  expect(await pending(slug)).toBeUndefined()
})

test('refuses a longer text, other reasons and other fields, and too many from one network', async () => {
  const { slug, user } = await sent()
  const call = (person: Person, body: object) =>
    person.call('reportTransfer', { params: { slug }, body: { user, reason: 'other', ...body } })
  const person = makePerson(app)
  for (const body of [{ text: 'x'.repeat(2_001) }, { reason: 'dull' }, { decision: 'block-transfer' }])
    expect((await call(person, body)).status).toBe(400)
  expect((await call(person, { text: 'x'.repeat(2_000) })).status).toBe(202)
  const flood = await Promise.all(Array.from({ length: 25 }, () => call(person, {})))
  expect(flood.some(({ status }) => status === 429)).toBe(true)
  expect((await pending(slug))?.reportCount).toBe(1)
})

test('an operator blocks the content: it is refused again everywhere, and the sender is told and can answer', async () => {
  const { slug, user, recipient, file } = await sent()
  const other = await makeAccount(app, { role: 'pro', subscription: 'active' })
  const elsewhere = await sendTo(app, [{ path: 'renamed.bin', content: file.content }], other)
  await app.runJobs()
  await submit(makePerson(app), slug, { user, reason: 'malware' })
  const decided = { decision: 'block-content', note: 'EICAR' } as const
  expect(await decideReport(app.ctx, slug, decided)).toEqual({ withdrawn: 2, unread: 0 })
  expect(await decideReport(app.ctx, slug, decided)).toEqual({ withdrawn: 0, unread: 0 })
  expect(await decideReport(app.ctx, 'zzzzzzz', decided)).toBeNull()
  await app.runJobs()
  const told = (await app.mails(owner.address)).filter(({ subject }) => subject.includes('blocked'))
  expect(told).toHaveLength(1)
  expect(told[0]?.text).toContain('virus or other malware')
  expect(told[0]?.text).toContain(app.config.supportEmail)
  await expect(recipient.grant()).rejects.toThrow('transfer-not-found')
  await expect(elsewhere.grant()).rejects.toThrow('file-withdrawn')

  const third = await makeAccount(app, { role: 'pro', subscription: 'active' })
  const plan = await third.plan({ files: [file] })
  await third.upload(plan, [file])
  const again = await third.call('completeTransfer', { body: { upload: plan.upload, token: plan.token } })
  expect(again.body.code).toBe('file-blocked')
  const { file_id: fileId } = await app.ctx.db
    .selectFrom('transfer_files')
    .select('file_id')
    .where('transfer_id', '=', elsewhere.transferId)
    .executeTakeFirstOrThrow()
  const draft = { ...other.draft({ files: [] }), emailTo: [{ email: 'lin@rao-forge.example' }] }
  const forwarded = await other.call('planTransfer', {
    body: { ...draft, forwarded: [{ newPath: fileId, fileName: '' }] },
  })
  expect(forwarded.body.code).toBe('file-not-found')
  const [listed] = await listReports(app.ctx.db, { slug, isDecided: true })
  expect(listed).toMatchObject({ isBlocked: true, decided: { decision: 'block-content', note: 'EICAR' } })
})

test('an operator suspends the account behind a transfer; a visitor has none to suspend', async () => {
  const bad = await makeAccount(app, { role: 'pro', subscription: 'active' })
  const [reported, standing] = [await sendTo(app, [fresh()], bad), await sendTo(app, [fresh()], bad)]
  await submit(makePerson(app), reported.link.slug, { user: reported.link.user, reason: 'illegal' })
  const suspend = { decision: 'suspend-account', by: owner.accountId } as const
  await decideReport(app.ctx, reported.link.slug, suspend)
  await app.runJobs()
  for (const one of [reported, standing]) await expect(one.grant()).rejects.toThrow('transfer-not-found')
  const noted = await findSecurityRows(app.ctx.db, { accountId: bad.accountId, limit: 10 })
  const named = noted.filter(({ facts }) => facts.by === owner.accountId).map(({ event }) => event)
  expect(named.sort()).toEqual(['account-suspended', 'reports-decided', 'transfer-blocked'])
  expect((await app.mails(bad.address)).some(({ text }) => text.includes('your account is suspended'))).toBe(true)

  const visitor = makePerson(app)
  await visitor.prove()
  const own = await sendTo(app, [fresh()], visitor)
  await submit(makePerson(app), own.link.slug, { user: own.link.user, reason: 'illegal' })
  await expect(decideReport(app.ctx, own.link.slug, suspend)).rejects.toThrow('invalid-input')
  expect(await own.grant()).toMatchObject({ grant: expect.any(String) })
})

test('five recipients with their own links stop the mails of a sender until an operator decides, one link never does', async () => {
  const sender = await makeAccount(app, { role: 'pro', subscription: 'active' })
  const emailTo = Array.from({ length: 6 }, (_, nth) => `reader-${salt}@forge-${nth}.example`)
  const { slug, links } = await sender.send({ files: [fresh()], emailTo })
  const users = emailTo.map((address) => links[address]?.split('/').at(-1) ?? '')
  const plan = () => sender.call('planTransfer', { body: sender.draft({ files: [fresh()], emailTo }) })
  const report = (user = '') => submit(makePerson(app), slug, { user, reason: 'phishing' })
  for (const user of [...users.slice(0, 4), ...Array(20).fill(users[0])]) await report(user)
  expect((await plan()).status).toBe(200)
  const stopped = async () =>
    (await app.mails('support@localhost')).filter(({ text }) => text.includes(`emails from ${sender.address}`))
  expect(await stopped()).toEqual([])
  await report(users[4])
  await report(users[5])
  expect((await stopped()).map(({ subject }) => subject)).toEqual([expect.stringContaining('emails are stopped')])
  expect((await plan()).body).toMatchObject({ code: 'sending-paused', facts: { because: 'reported' } })
  await decideReport(app.ctx, slug, { decision: 'dismiss' })
  expect((await plan()).status).toBe(200)
})

test('a person counts once, however many mails and tags, and once for a transfer, whatever was decided', async () => {
  const sender = await makeAccount(app, { role: 'pro', subscription: 'active' })
  const plan = () =>
    sender.call('planTransfer', { body: sender.draft({ files: [fresh()], emailTo: ['a@rao-forge.example'] }) })
  const sends: Array<{ slug: string; users: string[] }> = []
  for (const nth of [1, 2]) {
    const emailTo = ['one', 'two', 'three', 'one'].map((name, at) => `${name}+${nth}${at}@many-${name}.example`)
    const { slug, links } = await sender.send({ files: [fresh()], emailTo })
    sends.push({ slug, users: emailTo.map((address) => links[address]?.split('/').at(-1) ?? '') })
  }
  const reportAll = async () => {
    for (const { slug, users } of sends)
      for (const user of users) await submit(makePerson(app), slug, { user, reason: 'phishing' })
    expect((await plan()).status).toBe(200)
    const { rows } = await sql<{ count: number }>`
      select count(recipient_id)::int as count from abuse_reports r join transfers t on t.id = r.transfer_id
      where t.account_id = ${sender.accountId} and r.decided_at is null`.execute(app.ctx.db)
    for (const { slug } of sends) await decideReport(app.ctx, slug, { decision: 'dismiss' })
    return rows[0]?.count
  }
  // The second time they count for the other transfer, then for none.
  expect([await reportAll(), await reportAll(), await reportAll()]).toEqual([3, 3, 0])
})

test('another decision later is noted and told, the same one is not', async () => {
  const { slug, user } = await sent()
  await submit(makePerson(app), slug, { user, reason: 'copyright' })
  for (const decision of ['dismiss', 'block-transfer', 'block-transfer'] as const)
    await decideReport(app.ctx, slug, { decision, by: owner.accountId })
  await app.runJobs()
  const told = (await app.mails(owner.address)).filter(({ text }) => text.includes('copyright infringement'))
  expect(told).toHaveLength(1)
  expect(await listReports(app.ctx.db, { slug, isDecided: true })).toMatchObject([
    { isBlocked: true, decided: { decision: 'block-transfer', by: owner.accountId } },
  ])
})

test('forgets reports a year after their decision', async () => {
  const { slug, user } = await sent()
  await submit(makePerson(app), slug, { user, reason: 'other' })
  await sql`update abuse_reports set created_at = now() - interval '2 years'`.execute(app.ctx.db)
  await forgetOldReports(app.ctx.db)
  expect(await pending(slug)).toBeDefined()
  await decideReport(app.ctx, slug, { decision: 'dismiss' })
  await sql`update abuse_reports set decided_at = decided_at - interval '366 days'`.execute(app.ctx.db)
  await forgetOldReports(app.ctx.db)
  expect(await listReports(app.ctx.db, { slug, isDecided: true })).toEqual([])
})
