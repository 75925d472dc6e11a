/** Receipts of every kind, each of a transfer that was really sent. */

import type { TestApp } from '../app/test-app.ts'
import { until } from '../app/until.ts'
import { makeAccount } from '../people/account-person.ts'
import { largeFiles, sendArriving } from '../people/arriving-sender.ts'
import { makePerson } from '../people/people.ts'
import { noise, Recipient } from '../people/recipient.ts'
import { type Delivered, download, FILES, replaceFile, sendFor } from './receipts.ts'

const many = Array.from({ length: 40 }, (_, i) => ({ path: `plans/图 ${i}/sheet\\${i}.dwg`, content: noise(200, i) }))
const PROXIED = { via: '1.1 proxy' }

type ReceiptCase = (app: TestApp) => Promise<Delivered>

async function fetched(app: TestApp, how: Parameters<typeof download>[2], files = FILES): Promise<Delivered> {
  const delivered = await sendFor(app, files)
  await download(app, delivered, how)
  return delivered
}

/** Breaks off after some of it: the connection is reset with the rest unread. */
async function partly(app: TestApp): Promise<Delivered> {
  const delivered = await sendFor(app, [{ path: 'large.bin', content: noise(6_000_000) }])
  const { sent, address, owner, recipientId } = delivered
  const path = sent.links[address] ?? ''
  const recipient = new Recipient(app, owner, { id: sent.id, upload: sent.upload, path })
  const { links } = await recipient.grant()
  await recipient.readAndBreak(links[0]?.url ?? '', 2_000_000)
  await untilRecorded(app, recipientId, 'delivered')
  return delivered
}

/**
 * All of it arrives in two pieces, the first of which is reset unread; a minute later nobody has requested it again.
 */
async function doubtful(app: TestApp): Promise<Delivered> {
  const delivered = await sendFor(app, [{ path: 'doubted.bin', content: noise(200_000) }])
  const { sent, address, owner, recipientId } = delivered
  const path = sent.links[address] ?? ''
  const recipient = new Recipient(app, owner, { id: sent.id, upload: sent.upload, path })
  const { links } = await recipient.grant()
  const url = links[0]?.url ?? ''
  const answer = await recipient.open(url, { range: 'bytes=0-99999' })
  await until(async () => (await recipient.deliveries())[0]?.bytes === 100_000)
  answer.socket.resetAndDestroy()
  await untilRecorded(app, recipientId, 'delivered')
  await app.passTime(20_000)
  await recipient.take(url, { range: 'bytes=100000-' })
  await recipient.until(([row]) => row?.bytes === 200_000)
  await app.passTime(61_000)
  await untilRecorded(app, recipientId, 'finished')
  return delivered
}

const kindsOf = async (app: TestApp, recipientId: string): Promise<string[]> =>
  (await app.ctx.db.selectFrom('events').select('kind').where('recipient_id', '=', recipientId).execute()).map(
    ({ kind }) => kind,
  )
const untilRecorded = (app: TestApp, recipientId: string, kind: string) =>
  until(async () => (await kindsOf(app, recipientId)).includes(kind))

async function replaced(app: TestApp): Promise<Delivered> {
  const delivered = await fetched(app, {}, FILES.slice(0, 2))
  await replaceFile(app, delivered, delivered.fileIds[1] ?? '', { path: 'r8.dwg', content: noise(400, 3) })
  return delivered
}

async function deleted(app: TestApp): Promise<Delivered> {
  const delivered = await fetched(app, {}, FILES.slice(0, 2))
  await delivered.owner.call('deleteFiles', { body: { ids: [delivered.fileIds[0]] } })
  return delivered
}

async function withdrawn(app: TestApp): Promise<Delivered> {
  const delivered = await fetched(app, {}, FILES.slice(0, 2))
  await app.ctx.db
    .updateTable('files')
    .set({ withdrawn_at: new Date(), withdrawn_because: 'damaged' })
    .where('id', '=', delivered.fileIds[1] ?? '')
    .execute()
  return delivered
}

async function takenOff(app: TestApp): Promise<Delivered> {
  const delivered = await sendFor(app, FILES, ['someone-else@rao-forge.example'])
  await download(app, delivered)
  const params = { transfer: delivered.sent.id, recipient: delivered.recipientId }
  await delivered.owner.call('removeRecipient', { params })
  return delivered
}

/** Nobody is mailed: anyone with the link can open it. */
async function byLink(app: TestApp): Promise<Delivered> {
  const owner = await makeAccount(app, { role: 'pro' })
  const draft = { ...owner.draft({ files: FILES, emailTo: [] }), sendAs: 'link' }
  const { plan } = (await owner.call('planTransfer', { body: draft })).body
  await owner.upload(plan, FILES)
  const { upload, token } = plan
  const [op] = (await owner.call('completeTransfer', { body: { upload, token } })).body.data.ops
  const sent = { id: op._id, slug: op.slug, upload, links: {} }
  const reader = makePerson(app)
  const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' }
  const granted = await reader.call('grantDownload', { body: { slug: op.slug, files: 'all' }, headers })
  const described = await reader.call('describeDownload', { body: { grant: granted.body.grant } })
  const links = described.body.links as Array<{ url: string }>
  for (const { url } of links) await (await reader.fetch(url, { headers })).bytes()
  const rows = () =>
    app.ctx.db
      .selectFrom('deliveries')
      .innerJoin('recipients', 'recipients.id', 'recipient_id')
      .select('recipient_id')
      .where('transfer_id', '=', sent.id)
      .where('deliveries.finished_at', 'is not', null)
      .execute()
  await until(async () => (await rows()).length === links.length)
  const [first] = await rows()
  await app.runJobs()
  return { owner, sent, address: '', recipientId: first?.recipient_id ?? '', fileIds: [] }
}

async function lookedAt(app: TestApp): Promise<Delivered> {
  const delivered = await sendFor(app)
  const path = delivered.sent.links[delivered.address] ?? ''
  await makePerson(app).fetch(path, { headers: { 'user-agent': 'SafeLinks' } })
  return delivered
}

/** Sent while it uploads, up to `end`: the recipient downloads what is there. */
async function arriving(app: TestApp, end: 'all' | 'some' | 'none'): Promise<Delivered> {
  const owner = await makeAccount(app, { role: 'business' })
  const sent = await sendArriving(app, largeFiles(2), owner)
  const { transferId: id, link } = sent.recipient
  const ofTransfer = app.ctx.db.selectFrom('recipients').select('id').where('transfer_id', '=', id)
  const row = await ofTransfer.executeTakeFirstOrThrow()
  const delivered = {
    ...{ owner, address: sent.address, recipientId: row.id, fileIds: [sent.fileId(0), sent.fileId(1)] },
    sent: { id, slug: link.slug, upload: sent.plan.upload, links: { [sent.address]: `/d/${link.slug}/${link.user}` } },
  }
  await sent.put(0, 0, 1, 2, 3)
  await app.runJobs()
  if (end === 'all') await sent.put(1, 0, 1, 2, 3)
  if (end !== 'none') await (end === 'all' ? sent.finish() : sent.cancel())
  await app.runJobs()
  if (end !== 'none') await download(app, delivered)
  return delivered
}

export const receiptCases: Record<string, ReceiptCase> = {
  'sent and looked at by a machine': lookedAt,
  'fetched file by file': (app) => fetched(app, {}),
  'fetched as one archive': (app) => fetched(app, { asZip: true }, [...FILES, ...many]),
  'handed to a proxy': (app) => fetched(app, { more: PROXIED }),
  'partly fetched': partly,
  'finished in doubt': doubtful,
  'with a replaced file': replaced,
  'with a deleted file': deleted,
  'with a withdrawn file': withdrawn,
  'of somebody taken off, beside another': takenOff,
  'by an open link': byLink,
  'sent while it uploaded': (app) => arriving(app, 'all'),
  'sent while it uploaded, and cut short': (app) => arriving(app, 'some'),
  'still on its way': (app) => arriving(app, 'none'),
}
