/** What a member has under way when the admin removes them: an upload, downloads, and a transfer for a later hour. */
import type { IncomingMessage } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeTestApp, makeTwin, type TestApp } from '#test/app/test-app'
import type { AccountPerson } from '#test/people/account-person'
import { noise, Recipient, sha256 } from '#test/people/recipient'
import { makeTeam, newAddress } from '#test/people/team'
import { readUsage } from '../../billing/index.ts'

const DAY = 86_400_000
const LARGE = noise(16 * 1_048_576)

let app: TestApp
let two: TestApp
beforeAll(async () => {
  app = await makeTestApp()
  two = await makeTwin(app)
})
afterAll(async () => {
  await two?.close()
  await app?.close()
})

async function team() {
  const { admin, members } = await makeTeam(app, { members: ['member', 'member'] })
  const [member, colleague] = members as [AccountPerson, AccountPerson]
  const remove = async () => {
    const answer = await admin.call('removeMember', { params: { member: member.accountId }, body: {} })
    expect(answer.status).toBe(200)
  }
  return { admin, member, colleague, remove }
}

const file = (path: string, content: Buffer = Buffer.alloc(900, path)) => ({ path, content })

test('an upload: neither a further part nor its completion is taken, on either process', async () => {
  const { admin, member, remove } = await team()
  const files = [file('half-sent.bin', noise(9 * 1_048_576))]
  const plan = await member.plan({ files })
  const [blob] = plan.blobs
  const params = { upload: plan.upload, blob: blob?.id ?? '' }
  await remove()
  await expect(member.upload(plan, files)).rejects.toThrow(/upload-closed|upload-not-found/)
  for (const site of [app, two]) {
    const headers = member.headers()
    const body = { upload: plan.upload, token: plan.token }
    expect((await site.call('completeTransfer', { headers, body })).status).toBe(401)
    const bearer = { authorization: `Bearer ${plan.token}` }
    const answer = await site.call('readUpload', { params: { upload: params.upload }, headers: bearer })
    // A job removes what was abandoned.
    const over = ['upload-closed', 'upload-not-found']
    expect(over).toContain(answer.body.code)
    // Without the session the token alone completes nothing either.
    const alone = await site.call('completeTransfer', { body })
    expect(['unauthenticated', ...over]).toContain(alone.body.code)
  }
  expect(await readUsage(app.ctx.db, admin.accountId)).toMatchObject({ usedBytes: 0, reservedBytes: 0 })
})

/** Reads what is left, after somebody did something in the middle. */
async function readWith(answer: IncomingMessage, meanwhile: () => Promise<void>): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of answer) {
    if (chunks.length === 0) await meanwhile()
    chunks.push(chunk as Buffer)
  }
  return Buffer.concat(chunks)
}

describe('a download', () => {
  test('by a recipient ends whole, and its link goes on', async () => {
    const { member, remove } = await team()
    const address = newAddress('reader')
    const sent = await member.send({ files: [file('large.bin', LARGE)], emailTo: [address] })
    const recipient = new Recipient(app, member, { id: sent.id, upload: sent.upload, path: sent.links[address] ?? '' })
    const { links } = await recipient.grant()
    const url = links[0]?.url ?? ''
    const whole = await readWith(await recipient.open(url), remove)
    expect(sha256(whole)).toBe(sha256(LARGE))
    const rest = await recipient.take(url, { range: `bytes=${LARGE.length - 100}-` })
    expect(rest.equals(LARGE.subarray(-100))).toBe(true)
    await recipient.untilFinished(1)
  })

  test('by the member of a file of their own: its link opens nothing more', async () => {
    const { member, remove } = await team()
    const sent = await member.send({ files: [file('own.bin', LARGE)] })
    const files = await app.ctx.db.selectFrom('files').select('id').where('upload_id', '=', sent.upload).execute()
    const { body } = await member.call('fetchLibraryFiles', { body: { ids: files.map(({ id }) => id) } })
    const url: string = body.links[0].url
    const reader = new Recipient(app, member, { id: sent.id, upload: sent.upload, path: '' })
    await readWith(await reader.open(url), remove)
    for (const site of [app, two]) {
      const answer = await site.fetch(url, { headers: { range: 'bytes=0-99' } })
      expect(answer.status).toBe(404)
    }
  })
})

test('a scheduled transfer goes out once at its hour as the successor’s, and the former member cannot change it', async () => {
  const { admin, member, remove } = await team()
  const reader = newAddress('reader')
  const day = new Date(Date.now() + 2 * DAY).toISOString().slice(0, 10)
  const sendLater = { localTime: `${day}T09:00`, timeZone: 'Asia/Hong_Kong' }
  const files = [file('offer.pdf')]
  const draft = { ...member.draft({ files, emailTo: [reader] }), sendLater }
  const planned = await member.call('planTransfer', { body: draft })
  const { plan } = planned.body
  await member.upload(plan, files)
  const done = await member.call('completeTransfer', { body: { upload: plan.upload, token: plan.token } })
  const [{ _id: transfer, slug }] = done.body.data.ops
  await remove()
  expect(await app.mails(reader)).toEqual([])
  const { body } = await admin.call('listTransfers')
  expect(body.allDocs).toMatchObject([{ slug, state: 'scheduled' }])
  const changed = await member.call('editTransfer', { params: { transfer }, body: { sendLater: null } })
  expect(changed.status).toBe(401)

  await app.passTime(4 * DAY)
  const mails = await app.mails(reader)
  expect(mails.filter(({ text }) => text.includes(slug))).toHaveLength(1)
  expect((await admin.call('listTransfers')).body.allDocs).toMatchObject([
    { slug, state: expect.not.stringMatching('scheduled') },
  ])
})
