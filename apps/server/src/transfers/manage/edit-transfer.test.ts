import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { makeAccount } from '#test/people/account-person'
import { makePerson } from '#test/people/people'
import { noise } from '#test/people/recipient'
import { insertListed } from '#test/transfers/listed-transfers'
import { ASHA, codeOf, edit, expectConsistent, sendPlan, WEEK_SECONDS } from '#test/transfers/own-transfers'

let app: TestApp
beforeAll(async () => {
  app = await makeTestApp()
})
afterAll(async () => {
  await expectConsistent(app)
  await app.close()
})

const statusOf = async (path: string) => (await makePerson(app).fetch(path)).status

test('changes only the given fields, and returns the current transfer', async () => {
  const owner = await makeAccount(app, { role: 'pro' })
  const { id } = await sendPlan(owner)
  const first = (await edit(owner, id, {})).body.transfer
  expect(first).toMatchObject({
    message: '',
    isPaused: false,
    hasPassword: false,
    downloadLimit: null,
    onlyProven: false,
  })
  expect(first.recipients).toMatchObject([{ email: ASHA, mail: 'accepted', isRemoved: false, downloads: 0 }])
  const changes = {
    title: ' Spring\u202e list ',
    message: 'Ein Gruß',
    isPaused: true,
    password: 'secret words',
    downloadLimit: 3,
    onlyProven: true,
  }
  const second = (await edit(owner, id, changes)).body.transfer
  expect(second).toEqual({
    ...first,
    lastEvent: { kind: 'edited', at: expect.any(String) },
    isProtected: true,
    title: 'Spring list',
    message: 'Ein Gruß',
    isPaused: true,
    state: 'paused',
    hasPassword: true,
    downloadLimit: 3,
    onlyProven: true,
  })
  const never = (await edit(owner, id, { expirySeconds: 3_153_600_000 })).body.transfer
  expect(never).toMatchObject({ expiryDate: null, message: 'Ein Gruß', hasPassword: true })
  const search = await (await owner.fetch('/getQs?q=spring')).json()
  expect(search.allDocs).toMatchObject([{ _id: id, title: 'Spring list' }])
  const bare = {
    title: '',
    message: '',
    isPaused: false,
    password: null,
    downloadLimit: null,
    onlyProven: false,
    expirySeconds: WEEK_SECONDS,
  }
  const third = (await edit(owner, id, bare)).body.transfer
  expect({ ...third, expiryDate: 0 }).toEqual({ ...first, expiryDate: 0, lastEvent: third.lastEvent })
  const stored = await app.ctx.db.selectFrom('transfers').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  expect(stored.edited_at).not.toBeNull()
})

test('lets the transfer or its account choose whether to remind recipients', async () => {
  const owner = await makeAccount(app, { role: 'pro' })
  const { id } = await sendPlan(owner)
  const first = (await edit(owner, id, { message: 'before' })).body.transfer
  expect(first.remindRecipients).toBeNull()
  for (const remindRecipients of [true, false, null]) {
    const { lastEvent, ...edited } = (await edit(owner, id, { remindRecipients })).body.transfer
    expect(lastEvent.kind).toBe('edited')
    expect({ ...edited, lastEvent: first.lastEvent }).toEqual({ ...first, remindRecipients })
  }
  const { db } = app.ctx
  const rows = await db
    .selectFrom('events')
    .select('detail')
    .where('transfer_id', '=', id)
    .where('kind', '=', 'edited')
    .execute()
  expect(rows.filter(({ detail }) => detail === 'remindRecipients')).toHaveLength(3)
})

test("treats a change of the sender's alerts as no edit: nothing on record, and nobody else sees it", async () => {
  const owner = await makeAccount(app, { role: 'pro' })
  const { id } = await sendPlan(owner)
  const first = (await edit(owner, id, { message: 'before' })).body.transfer
  expect(first.alerts).toBeNull()
  const { db } = app.ctx
  const stored = () => db.selectFrom('transfers').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const ledger = () => db.selectFrom('events').select('place').where('transfer_id', '=', id).execute()
  await app.runJobs()
  const [before, entries] = [await stored(), await ledger()]
  for (const alerts of ['every', 'none', null]) {
    expect((await edit(owner, id, { alerts })).body.transfer).toEqual({ ...first, alerts })
  }
  expect((await stored()).edited_at).toEqual(before.edited_at)
  expect(await ledger()).toEqual(entries)
  expect(codeOf(await edit(owner, id, { alerts: 'sometimes' }))).toBe('invalid-input')
})

test("applies a new transfer's rules to an edit", async () => {
  const [free, pro] = [await makeAccount(app), await makeAccount(app, { role: 'pro' })]
  const [ofFree, ofPro] = [await sendPlan(free), await sendPlan(pro)]
  expect(codeOf(await edit(free, ofFree.id, { message: 'see https://evil.example' }))).toBe('message-holds-link')
  expect(codeOf(await edit(pro, ofPro.id, { message: 'see https://good.example' }))).toBe('done')
  expect(codeOf(await edit(free, ofFree.id, { expirySeconds: 2_629_746 }))).toBe('expiry-reserved')
  expect(codeOf(await edit(pro, ofPro.id, { expirySeconds: 2_629_746 }))).toBe('done')
  for (const password of ['', 'short', '     ']) {
    expect(codeOf(await edit(pro, ofPro.id, { password }))).toBe('password-too-short')
  }
  for (const body of [
    { message: 'x'.repeat(281) },
    { expirySeconds: WEEK_SECONDS + 1 },
    { expirySeconds: -1 },
    { expirySeconds: 1e15 },
    { downloadLimit: 0 },
    { downloadLimit: 10_001 },
    { downloadLimit: 1.5 },
    { password: 'x'.repeat(257) },
  ]) {
    expect(codeOf(await edit(pro, ofPro.id, body))).toBe('invalid-input')
  }
  expect(codeOf(await edit(pro, ofPro.id, { role: 'pro' }))).toBe('unknown-field')
})

test('adds and removes files, records which, and updates links', async () => {
  const owner = await makeAccount(app, { role: 'pro' })
  const { id, links } = await sendPlan(owner)
  const added = [{ path: 'photo.png', content: noise(900) }]
  const { files } = owner.draft({ files: added })
  const planned = await owner.call('planAddedFiles', { params: { transfer: id }, body: { files } })
  await owner.upload(planned.body.plan, added)
  const { upload, token } = planned.body.plan
  const saved = await owner.call('completeAddedFiles', { params: { transfer: id }, body: { upload, token } })
  expect(saved.body.transfer).toMatchObject({
    fileNumber: 2,
    bytes: 2_900,
    files: [{ fileName: 'plan.pdf' }, { fileName: 'photo.png', isWithdrawn: false, hasThumbnail: false }],
  })
  const [plan, photo] = saved.body.transfer.files
  await app.ctx.db
    .insertInto('thumbnails')
    .values({ file_id: photo._id, webp: Buffer.from('webp') })
    .onConflict((taken) => taken.column('file_id').doUpdateSet({ webp: Buffer.from('webp') }))
    .execute()
  const remove = (file: string) => owner.call('removeTransferFile', { params: { transfer: id, file } })
  expect((await remove(plan._id)).body.transfer).toMatchObject({
    fileNumber: 1,
    fileName: 'photo.png',
    files: [{ _id: photo._id, hasThumbnail: true }],
  })
  expect(codeOf(await remove(plan._id))).toBe('file-not-found')
  expect(codeOf(await remove(photo._id))).toBe('last-file')
  const page = await (await makePerson(app).fetch(links[ASHA] as string)).text()
  expect([page.includes('photo.png'), page.includes('plan.pdf')]).toEqual([true, false])
})

describe('many at once', () => {
  test('are extended from now, and expired ones open again', async () => {
    const owner = await makeAccount(app, { role: 'pro' })
    const ends = [-100, 5, null]
    const made = await Promise.all(
      ends.map((endsInMinutes) => insertListed(app.ctx, { accountId: owner.accountId, endsInMinutes })),
    )
    const ids = made.map(({ transferId }) => transferId)
    const { body } = await owner.call('extendTransfers', { body: { ids: [...ids, ...ids], expirySeconds: 2_629_746 } })
    expect(body).toEqual({ extended: 3 })
    const list = await (await owner.fetch('/getQs?filter=active')).json()
    expect(list).toMatchObject({ allCount: 3, activeCount: 3, expiredCount: 0 })
    const left = list.allDocs.map(
      ({ expiryDate, dateSent }: { expiryDate: number; dateSent: number }) => expiryDate - dateSent,
    )
    expect(left.every((ms: number) => Math.abs(ms - 2_629_746_000) < 120_000)).toBe(true)
    expect(codeOf(await owner.call('extendTransfers', { body: { ids: [], expirySeconds: WEEK_SECONDS } }))).toBe(
      'invalid-input',
    )
  })

  test('are deleted and restored within a minute, with their links', async () => {
    const owner = await makeAccount(app, { role: 'pro' })
    const sent = [await sendPlan(owner), await sendPlan(owner)]
    const ids = sent.map(({ id }) => id)
    const path = sent[0]?.links[ASHA] as string
    const { body } = await owner.call('deleteTransfer', { body: { ids } })
    expect(body).toEqual({ deleted: 2, undoSeconds: 60 })
    expect([await statusOf(path), (await (await owner.fetch('/getQs')).json()).allCount]).toEqual([404, 0])
    expect((await owner.call('restoreTransfers', { body: { ids } })).body).toEqual({ restored: 2 })
    expect([await statusOf(path), (await (await owner.fetch('/getQs')).json()).allCount]).toEqual([200, 2])
    await owner.call('deleteTransfer', { body: { ids } })
    await app.passTime(61_000)
    expect(codeOf(await owner.call('restoreTransfers', { body: { ids } }))).toBe('transfer-not-found')
  })
})
