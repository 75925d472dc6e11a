/** What a free account, and strangers in its name, can mail one person; and automatic mails that have to wait. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Answer, makeTestApp, type TestApp } from '#test/app/test-app'
import { type AccountPerson, makeAccount } from '#test/people/account-person'
import { makePerson } from '#test/people/people'
import { noise } from '#test/people/recipient'
import { answer, askFor, linkOf, open, suppliersOf } from '#test/requests/calls'
import { addPeople, codeOf, edit, sendPlan } from '#test/transfers/own-transfers'
import { remindDue } from '../../src/requests/deadlines/remind-due.ts'
import { remindRecipients } from '../../src/tracking/reminders/remind-recipients.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

const HOUR_MS = 3_600_000
let app: TestApp
beforeAll(async () => {
  app = await makeTestApp()
})
afterAll(() => app.close())

let mailboxes = 0
const newMailbox = () => `mailbox-${++mailboxes}@rao-forge.example`
const mailsTo = async (address: string) => (await app.mails(address)).length
const freeAccount = () => makeAccount(app, { role: 'free', subscription: 'active' })

/** A free account that has mailed somebody three times within the hour. */
async function spent(): Promise<{ owner: AccountPerson; mailbox: string; slug: string }> {
  const owner = await freeAccount()
  const mailbox = newMailbox()
  const { slug } = await sendPlan(owner, [mailbox])
  for (let nth = 0; nth < 2; nth++) await sendPlan(owner, [mailbox])
  await app.runJobs()
  return { owner, mailbox, slug }
}

function expectRefused({ status, body, headers }: Answer, address: string, longest = 3_600): void {
  expect({ status, code: body.code }).toEqual({ status: 429, code: 'too-many-mails' })
  expect(body.facts).toMatchObject({ because: 'address', address })
  expect(Number(headers.get('retry-after'))).toBe(body.facts.retryAfterSeconds)
  expect(body.facts.retryAfterSeconds).toBeGreaterThan(longest - 1_200)
  expect(body.facts.retryAfterSeconds).toBeLessThanOrEqual(longest)
}

test('sends one person three mails in an hour and six in a day, with any button and spelling', async () => {
  const { owner, mailbox, slug } = await spent()
  const files = [{ path: 'plan.pdf', bytes: 0, modifiedAt: 0, fingerprint: 'plan' }]
  const draft = { senderEmail: owner.address, message: '', expirySeconds: 604_800, effectiveType: 'other', files }
  const request = await askFor(owner)
  const { id } = await sendPlan(owner, [newMailbox()])
  const tagged = mailbox.replace('@', '+tag@')
  const buttons = [
    () => owner.call('planTransfer', { body: { ...draft, emailTo: [{ email: mailbox }] } }),
    () => owner.call('sendTransferEmail', { body: { slug } }),
    () => addPeople(owner, id, [tagged]),
    () => owner.call('sendTransferEmail', { body: { slug, recipients: [tagged] } }),
    () =>
      owner.call('addRequestSuppliers', { params: { request: request._id }, body: { suppliers: [{ email: tagged }] } }),
    () => owner.call('createRequest', { body: { title: 'Papers', suppliers: [{ email: mailbox }] } }),
  ]
  await app.passTime(61_000)
  for (const press of buttons) expectRefused(await press(), expect.stringMatching(/^mailbox-/) as never)
  expect(await mailsTo(mailbox)).toBe(3)
  await app.passTime(HOUR_MS)
  for (const press of buttons.slice(1, 4)) expect((await press()).status).toBe(200)
  expect(await mailsTo(mailbox)).toBe(4)
  expect(await mailsTo(tagged)).toBe(2)
  await app.passTime(HOUR_MS)
  const refused = await owner.call('sendTransferEmail', { body: { slug } })
  expectRefused(refused, expect.stringMatching(/^mailbox-/) as never, 24 * 3_600 - 2 * 3_600)
})

test('limits a transfer and a request to six people in their lifetime, and lets a removed one come back', async () => {
  const owner = await freeAccount()
  const { id } = await sendPlan(owner, [newMailbox()])
  const people = Array.from({ length: 6 }, newMailbox)
  for (const email of people.slice(0, 5)) {
    const { body } = await addPeople(owner, id, [email])
    const recipient = body.transfer.recipients.find((one: { email: string }) => one.email === email)._id
    await owner.call('removeRecipient', { params: { transfer: id, recipient } })
  }
  const refused = await addPeople(owner, id, people.slice(5))
  expect(refused.body).toMatchObject({ code: 'too-many-recipients', facts: { limit: 6, isEver: true } })
  expect(codeOf(await addPeople(owner, id, people.slice(0, 1)))).toBe('done')

  const { _id: request } = await askFor(owner, { suppliers: people.slice(0, 1).map((email) => ({ email })) })
  const ask = (email: string) =>
    owner.call('addRequestSuppliers', { params: { request }, body: { suppliers: [{ email }] } })
  for (const email of people.slice(1)) {
    const [supplier] = await suppliersOf(owner, request)
    await owner.call('removeRequestSupplier', { params: { request, supplier: supplier?._id ?? '' } })
    expect(codeOf(await ask(email))).toBe('done')
  }
  const [last] = await suppliersOf(owner, request)
  await owner.call('removeRequestSupplier', { params: { request, supplier: last?._id ?? '' } })
  expect((await ask(newMailbox())).body).toMatchObject({ code: 'too-many-recipients', facts: { isEver: true } })
  expect(codeOf(await ask(people[5] as string))).toBe('done')
})

test('does not mail a person who is typed into the lost mail form more than the sender may, and mails later', async () => {
  const { mailbox, slug } = await spent()
  const lose = () => makePerson(app).call('requestResend', { params: { slug }, body: { email: mailbox } })
  for (let nth = 0; nth < 5; nth++) expect((await lose()).status).toBe(202)
  await app.runJobs()
  expect(await mailsTo(mailbox)).toBe(3)
  await app.passTime(HOUR_MS + 10_000)
  await app.runJobs()
  expect(await mailsTo(mailbox)).toBe(4)
})

test('delays the reminder of a transfer that expires until its sender may mail again', async () => {
  const { owner, mailbox, slug } = await spent()
  const of = app.ctx.db.selectFrom('transfers').select('id').where('slug', '=', slug)
  const { id } = await of.executeTakeFirstOrThrow()
  expect((await edit(owner, id, { remindRecipients: true, expirySeconds: 604_800 })).status).toBe(200)
  await app.passTime(6 * 24 * HOUR_MS)
  for (let nth = 0; nth < 3; nth++) await sendPlan(owner, [mailbox])
  await app.runJobs()
  const had = await mailsTo(mailbox)
  await remindRecipients(app.ctx)
  await remindRecipients(app.ctx)
  await app.runJobs()
  expect(await mailsTo(mailbox)).toBe(had)
  await app.passTime(HOUR_MS + 10_000)
  await remindRecipients(app.ctx)
  await app.runJobs()
  expect(await mailsTo(mailbox)).toBe(had + 1)
})

test('delays the reminder of a request, and the mail about a returned item, too', async () => {
  const owner = await freeAccount()
  const mailbox = newMailbox()
  // Where it is day now, whenever this runs: nobody is reminded at night.
  const ahead = ((13 - new Date(app.ctx.clock.nowMs()).getUTCHours() + 36) % 24) - 12
  const timeZone = ahead === 0 ? 'Etc/GMT' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`
  const request = await askFor(owner, { suppliers: [{ email: mailbox, timeZone }], deadline: null })
  await app.runJobs()
  const link = await linkOf(owner, request, mailbox)
  const item = (await open(makePerson(app), link)).items[0]?._id ?? ''
  await answer(makePerson(app), link, { item, files: [{ path: 'a.pdf', content: noise(200) }] })
  await app.runJobs()
  for (let nth = 0; nth < 2; nth++) await sendPlan(owner, [mailbox])
  await app.runJobs()
  const [supplier] = await suppliersOf(owner, request._id)
  const params = { request: request._id, supplier: supplier?._id ?? '', item }
  const told = async () => {
    const mails = app.ctx.db.selectFrom('mails').select('template').where('supplier_id', '=', params.supplier)
    return (await mails.execute()).map(({ template }) => template).sort()
  }
  const back = (note: string) => owner.call('judgeItem', { params, body: { verdict: 'send-back', note } })
  expect((await back('No stamp')).body.state).toBe('sent-back')
  expect((await back('No stamp\u202e, no date')).body.state).toBe('sent-back')
  const isDue = { next_reminder_at: new Date(app.ctx.clock.nowMs() - 60_000) }
  await app.ctx.db.updateTable('request_suppliers').set(isDue).where('id', '=', params.supplier).execute()
  await remindDue(app.ctx)
  await app.runJobs()
  expect(await told()).toEqual(['files-asked'])
  expectRefused(await owner.call('remindRequestSuppliers', { params: { request: request._id }, body: {} }), mailbox)
  await app.passTime(HOUR_MS + 10_000)
  await remindDue(app.ctx)
  await app.runJobs()
  expect(await told()).toEqual(['files-asked', 'files-asked-again', 'item-sent-back'])
  expect((await app.mails(mailbox)).filter(({ text }) => text.includes('No stamp, no date'))).toHaveLength(1)
})

test('removes characters that reverse or hide text for its readers', async () => {
  const owner = await freeAccount()
  const { id } = await sendPlan(owner, [newMailbox()])
  const { body } = await edit(owner, id, { message: 'open \u202egpj.exe\u202c now\r\nthanks\u200b 👩‍👩‍👧' })
  expect(body.transfer.message).toBe('open gpj.exe now\nthanks 👩‍👩‍👧')
  const named = { emailTo: [{ email: newMailbox(), name: 'Asha\u2066 Rao\u2069', company: 'Rao\u202e Forge' }] }
  const added = await owner.call('addRecipients', { params: { transfer: id }, body: named })
  expect(added.body.transfer.recipients.at(-1)).toMatchObject({ name: 'Asha Rao', company: 'Rao Forge' })
  const request = await askFor(owner, { title: 'Pa\u202epers', message: 'for\u2067 7731' })
  expect(request).toMatchObject({ title: 'Papers', message: 'for 7731' })
  const linked = await edit(owner, id, { message: 'evil.com\\login' })
  expect(linked.body.code).toBe('message-holds-link')
})
