/** A transfer that was really sent and downloaded, and its receipts. */
import { canonicalJson } from '@waybill/contract/core/canonical-json'
import { checkReceipt, type ReceiptCheck } from '@waybill/contract/tracking/receipt-check'
import type { ReceiptKey, SignedReceipt } from '@waybill/contract/tracking/receipt-endpoints'
import { expect } from 'vitest'
import type { TestApp } from '../app/test-app.ts'
import { until } from '../app/until.ts'
import { AccountPerson, makeAccount } from '../people/account-person.ts'
import { Person, type Sent, type SentFile } from '../people/people.ts'
import { noise } from '../people/recipient.ts'

const agent =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/146.0.0.0 Safari/537.36'
/** In Hong Kong and in Bengaluru, according to the geolocation database. */
const HONG_KONG = '47.75.18.65'
const BENGALURU = '106.51.8.1'

export const FILES: SentFile[] = [
  { path: '报价单-深圳第三季度.pdf', content: noise(120_000, 1) },
  { path: 'gearbox-housing-r7.dwg', content: noise(90_000, 2) },
  { path: 'empty.txt', content: Buffer.alloc(0) },
]

export interface Delivered {
  owner: AccountPerson
  sent: Sent
  address: string
  recipientId: string
  fileIds: string[]
}

/** Sends to one address, and to others where given. */
export async function sendFor(app: TestApp, files = FILES, others: string[] = []): Promise<Delivered> {
  const made = await makeAccount(app, { role: 'pro', fullName: 'Li Wei 李伟', company: '伟业齿轮 Gear Works' })
  const { accountId } = made
  const owner = new AccountPerson(app, new Person(app, made.address, HONG_KONG), made)
  await app.ctx.db.updateTable('accounts').set({ time_zone: 'Asia/Hong_Kong' }).where('id', '=', accountId).execute()
  const address = `asha-${accountId.slice(0, 8).toLowerCase()}@rao-forge.example`
  const sent = await owner.send({ files, emailTo: [address, ...others] })
  await app.runJobs()
  const { db } = app.ctx
  const { id: recipientId } = await db
    .selectFrom('recipients')
    .select('id')
    .where('transfer_id', '=', sent.id)
    .where('address', '=', address)
    .executeTakeFirstOrThrow()
  return { owner, sent, address, recipientId, fileIds: await fileIdsOf(app, sent.id) }
}

async function fileIdsOf(app: TestApp, transferId: string): Promise<string[]> {
  const rows = await app.ctx.db
    .selectFrom('transfer_files')
    .select('file_id')
    .where('transfer_id', '=', transferId)
    .where('removed_at', 'is', null)
    .orderBy('position')
    .execute()
  return rows.map(({ file_id }) => file_id)
}

/** The recipient downloads everything, in Bengaluru: file by file, or as one archive. */
export async function download(
  app: TestApp,
  { sent, address, recipientId }: Pick<Delivered, 'sent' | 'address' | 'recipientId'>,
  { asZip = false, more = {} }: { asZip?: boolean; more?: Record<string, string> } = {},
): Promise<void> {
  const person = new Person(app, address, BENGALURU)
  const [, , slug, user] = (sent.links[address] ?? '').split('/')
  const headers = { 'user-agent': agent, ...more }
  const granted = await person.call('grantDownload', { body: { slug, user, files: 'all' }, headers })
  expect(granted.status).toBe(200)
  const { grant } = granted.body
  const described = await person.call('describeDownload', { body: { grant } })
  const links = described.body.links as Array<{ url: string; bytes: number }>
  const zip = async () => [(await person.call('planZip', { body: { grant, files: 'all' } })).body as { url: string }]
  for (const { url } of asZip ? await zip() : links) await (await person.fetch(url, { headers })).bytes()
  await until(async () => (await countFinished(app, recipientId)) === links.length)
  await app.runJobs()
}

async function countFinished(app: TestApp, recipientId: string): Promise<number> {
  const rows = await app.ctx.db
    .selectFrom('deliveries')
    .select('file_id')
    .where('recipient_id', '=', recipientId)
    .where('finished_at', 'is not', null)
    .execute()
  return rows.length
}

export async function replaceFile(
  app: TestApp,
  { owner, sent }: Delivered,
  old: string,
  file: SentFile,
): Promise<void> {
  const params = { transfer: sent.id }
  const { files } = owner.draft({ files: [file] })
  const planned = await owner.call('planAddedFiles', { params, body: { files, replaces: old } })
  expect(planned.status).toBeLessThan(300)
  await owner.upload(planned.body.plan, [file])
  const { upload, token } = planned.body.plan
  const completed = await owner.call('completeAddedFiles', { params, body: { upload, token } })
  expect(completed.status).toBeLessThan(300)
  await app.runJobs()
}

export interface FetchedReceipt {
  file: string
  signed: SignedReceipt
}

const pathOf = ({ sent, recipientId }: Pick<Delivered, 'sent' | 'recipientId'>): string =>
  `/transfers/${sent.id}/receipts/${recipientId}`

export async function fetchReceipt(delivered: Delivered): Promise<FetchedReceipt> {
  const answer = await delivered.owner.fetch(pathOf(delivered))
  expect(answer.status).toBe(200)
  const file = await answer.text()
  return { file, signed: JSON.parse(file) }
}

export const fetchPdf = (delivered: Delivered): Promise<Response> =>
  delivered.owner.fetch(`${pathOf(delivered)}/receipt.pdf`)

export const keysOf = async (app: TestApp): Promise<ReceiptKey[]> =>
  (await (await app.fetch('/-/receipt-keys.json')).json()).keys

export const check = async (app: TestApp, { file }: FetchedReceipt): Promise<ReceiptCheck> =>
  checkReceipt(file, await keysOf(app))

/** Another receipt, as somebody without the key would write it. */
export const forged = ({ signed }: FetchedReceipt, change: (signed: SignedReceipt) => unknown): FetchedReceipt => {
  const copy = structuredClone(signed)
  change(copy)
  return { signed: copy, file: canonicalJson(copy) }
}
