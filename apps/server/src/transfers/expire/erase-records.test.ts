import type { TransferRecord } from '@waybill/contract/transfers/list-endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { type AccountPerson, makeAccount } from '#test/people/account-person'
import { chrome } from '#test/people/open-links'
import { noise, Recipient } from '#test/people/recipient'
import { checkCounts, checkLedgers } from '../../tracking/ledger/index.ts'
import { checkTransfers } from '../index.ts'

const ASHA = 'asha@rao-forge.example'
const files = [
  { path: 'plans/plan.pdf', content: noise(90_001) },
  { path: 'plans/empty.txt', content: Buffer.alloc(0) },
]

let app: TestApp
let owner: AccountPerson
beforeAll(async () => {
  app = await makeTestApp()
  owner = await makeAccount(app, { role: 'pro', fullName: 'Li Wei' })
})
afterAll(async () => {
  expect(await checkTransfers(app.ctx)).toEqual([])
  expect(await checkLedgers(app.ctx)).toEqual([])
  await app.close()
})

/** Sent, opened, downloaded and then permanently deleted. */
async function sendAndDelete(): Promise<Recipient> {
  const sent = await owner.send({ files, emailTo: [ASHA], message: 'for your eyes' })
  const asha = new Recipient(app, owner, { id: sent.id, upload: sent.upload, path: sent.links[ASHA] ?? '' })
  await app.passTime(10_000)
  await asha.browser.call('reportOpened', { body: asha.link, headers: chrome })
  await asha.take((await asha.grant()).zip.url)
  await asha.untilFinished(2)
  await owner.call('deleteTransfer', { body: { ids: [sent.id] } })
  await app.passTime(120_000)
  await app.runJobs()
  return asha
}
const list = async (query: string) => {
  const response = await owner.fetch(`/getQs?${query}`)
  return {
    status: response.status,
    body: (await response.json()) as { allDocs: TransferRecord[]; deletedCount: number },
  }
}
const ledgerOf = async (id: string, query = '') => {
  const response = await owner.fetch(`/transfers/${id}/ledger${query}`)
  return {
    status: response.status,
    body: (await response.json()) as { entries: Array<{ kind: string }>; length: number },
  }
}
const receiptOf = (id: string, recipient: string) => owner.fetch(`/transfers/${id}/receipts/${recipient}`)

test("keeps a deleted transfer's record, ledger and receipts, and opens nothing", async () => {
  const asha = await sendAndDelete()
  const { slug } = asha.link
  expect((await asha.browser.call('grantDownload', { body: asha.link })).body.code).toBe('transfer-not-found')
  expect((await list('filter=all')).body.allDocs.map((row) => row.slug)).not.toContain(slug)
  const listed = await list('filter=deleted')
  expect(listed.body.allDocs.map((row) => [row.slug, row.state, row.link])).toContainEqual([slug, 'deleted', null])
  expect(listed.body.deletedCount).toBeGreaterThan(0)
  const [record] = (await list(`slug=${slug}`)).body.allDocs
  expect(record?.deletedAt).not.toBeNull()
  expect(record?.message).toBe('for your eyes')
  expect(record?.files.map(({ fileName, isWithdrawn, hasThumbnail }) => [fileName, isWithdrawn, hasThumbnail])).toEqual(
    [
      ['plans/plan.pdf', false, false],
      ['plans/empty.txt', false, false],
    ],
  )
  const [recipient] = record?.recipients ?? []
  expect([recipient?.email, recipient?.filesFinished, recipient?.finishedAt !== null]).toEqual([ASHA, 2, true])
  const ledger = await ledgerOf(asha.transferId)
  expect(ledger.body.entries.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['sent', 'opened', 'finished', 'deleted']),
  )
  const receipt = await receiptOf(asha.transferId, recipient?._id ?? '')
  const { receipt: told } = (await receipt.json()) as { receipt: { delivery: { finishedAt: object | null } } }
  expect(told.delivery.finishedAt).not.toBeNull()
  // Only its owner can read it, and nobody can change it.
  const other = await makeAccount(app, { role: 'pro' })
  expect((await other.fetch(`/getQs?slug=${slug}`)).status).toBe(404)
  expect((await other.call('eraseRecords', { body: { ids: [asha.transferId] } })).body.code).toBe('transfer-not-found')
  const edited = await owner.call('editTransfer', { params: { transfer: asha.transferId }, body: { message: 'x' } })
  expect(edited.body.code).toBe('transfer-not-found')
})

test('erases every name when the owner erases it, and keeps the chain valid', async () => {
  const asha = await sendAndDelete()
  const standing = await owner.send({ files, emailTo: [ASHA] })
  const mixed = await owner.call('eraseRecords', { body: { ids: [asha.transferId, standing.id] } })
  expect(mixed.body.code).toBe('transfer-not-found')
  const [recipient] = (await list(`slug=${asha.link.slug}`)).body.allDocs[0]?.recipients ?? []
  expect((await owner.call('eraseRecords', { body: { ids: [asha.transferId] } })).body).toEqual({ erased: 1 })
  expect((await list(`slug=${asha.link.slug}`)).status).toBe(404)
  expect((await ledgerOf(asha.transferId)).status).toBe(404)
  expect((await receiptOf(asha.transferId, recipient?._id ?? '')).status).toBe(404)
  expect((await list('filter=deleted')).body.allDocs.map(({ slug }) => slug)).not.toContain(asha.link.slug)
  for (const name of ['eraseRecords', 'restoreTransfers', 'deleteTransfer'] as const) {
    expect((await owner.call(name, { body: { ids: [asha.transferId] } })).body.code).toBe('transfer-not-found')
  }
  const { db } = app.ctx
  const row = await db
    .selectFrom('recipients')
    .innerJoin('transfers', 'transfers.id', 'recipients.transfer_id')
    .select(['recipients.address', 'transfers.message', 'transfers.sender_address', 'transfers.search_text'])
    .where('transfer_id', '=', asha.transferId)
    .executeTakeFirstOrThrow()
  expect(row).toEqual({ address: '', message: '', sender_address: '', search_text: '' })
  for (const table of ['identities', 'held_visits', 'access_requesters'] as const) {
    expect(await db.selectFrom(table).selectAll().where('transfer_id', '=', asha.transferId).execute()).toEqual([])
  }
  const ips = db.selectFrom('event_ips').innerJoin('events', 'events.id', 'event_ips.event_id')
  expect(await ips.select('ip').where('transfer_id', '=', asha.transferId).execute()).toEqual([])
  expect(await db.selectFrom('events').select('id').where('transfer_id', '=', asha.transferId).execute()).not.toEqual(
    [],
  )
  // Its part of the account's counts stays, without contacts.
  expect(await checkCounts(app.ctx)).toEqual([])
})
