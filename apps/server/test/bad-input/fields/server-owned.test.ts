import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { noise, type Recipient, sendTo } from '#test/people/recipient'
import { AttackedApp } from '../attack/attacked-app.ts'
import { sampled } from '../attack/sampled.ts'
import { codeOf, shown } from '../attack/sound-answer.ts'
import { hostileValues, type Json } from '../cases/field-cases.ts'

// A busy machine is slow, not wrong.
vi.setConfig({ testTimeout: 90_000, hookTimeout: 60_000 })

let attacked: AttackedApp
beforeAll(async () => {
  attacked = await AttackedApp.open()
})
afterAll(() => attacked?.close())

const OWNED = [
  'slug',
  'senderId',
  'senderName',
  'company',
  'recordedVideos',
  'voiceMemo',
  'fileObjects',
  'fileName',
  'fileNumber',
  'size',
  'dateSent',
  'expiryDate',
  'status',
  'profilePic',
  'shareWith',
  'parentAdminID',
]

describe('fields of the save that the server owns', () => {
  test.each(OWNED)('%s is accepted and never trusted', async (field) => {
    const sender = await attacked.proven()
    const files = [{ path: 'own/a.txt', content: Buffer.from('four') }]
    const plan = await sender.plan({ files })
    await sender.upload(plan, files)
    const value: Json = field === 'slug' ? 'AAAAAAA' : field.endsWith('Date') || field === 'dateSent' ? 1 : 'mine'
    const body = { upload: plan.upload, token: plan.token, [field]: value }
    const { status, body: saved } = await sender.call('completeTransfer', { body })
    expect(status).toBe(200)
    const [op] = saved.data.ops
    expect(op).toMatchObject({
      sendAs: 'email',
      senderEmail: sender.address,
      fromEmail: sender.address,
      fullName: null,
      fileName: 'a.txt',
      fileNumber: 1,
      bytes: 4,
      status: true,
      expirySeconds: 604_800,
    })
    expect(op.slug).not.toBe('AAAAAAA')
    expect(Math.abs(op.expiryDate - op.dateSent - 604_800_000)).toBeLessThan(1_000)
    expect(op.dateSent).toBeGreaterThan(1_000_000)
    const row = await sql<Record<string, unknown>>`select * from transfers where id = ${op._id}`.execute(
      attacked.app.ctx.db,
    )
    expect(row.rows).toMatchObject([
      { role: 'anon', sender_name: null, sender_address: sender.address, bytes: 4, deleted_at: null },
    ])
    expect(JSON.stringify(row.rows)).not.toContain('mine')
  })

  test.each(sampled(hostileValues, 4).map((value) => [shown(value), value] as const))(
    'whatever it contains: %s',
    async (_shown, value) => {
      const sender = await attacked.proven()
      const plan = await sender.plan({ files: [{ path: 'h.txt', content: Buffer.alloc(0) }] })
      const owned = Object.fromEntries(OWNED.map((field) => [field, value]))
      const told = await attacked.post(sender, '/quicksendData', { upload: plan.upload, token: plan.token, ...owned })
      expect(told.status).toBe(200)
    },
  )

  test('checks the fields of the save like those of the plan', async () => {
    const sender = await attacked.proven()
    const plan = await sender.plan({ files: [{ path: 'j.txt', content: Buffer.alloc(0) }] })
    const changes: Array<[Record<string, unknown>, string]> = [
      [{ senderEmail: 'eve@evil.example' }, 'sender-unproven'],
      [{ sendAs: 'link' }, 'links-reserved'],
      [{ expirySeconds: 3_153_600_000 }, 'expiry-reserved'],
      [{ expirySeconds: 1 }, 'invalid-input'],
      [{ message: 'https://evil.example/x' }, 'message-holds-link'],
      [{ message: 'm'.repeat(281) }, 'invalid-input'],
      [{ emailTo: [] }, 'invalid-input'],
      [{ emailTo: [{ email: 'nobody' }] }, 'invalid-recipient'],
      [{ emailTo: Array.from({ length: 7 }, (_, nth) => ({ email: `r${nth}@b.example` })) }, 'too-many-recipients'],
    ]
    for (const [change, code] of changes) {
      const told = await attacked.post(sender, '/quicksendData', { upload: plan.upload, token: plan.token, ...change })
      expect([shown(change), codeOf(told)]).toEqual([shown(change), code])
    }
    expect((await attacked.post(sender, '/quicksendData', { upload: plan.upload, token: plan.token })).status).toBe(200)
  })
})

const files = [{ path: 'count.bin', content: noise(70_000, 41) }]
const expire = (table: 'transfers' | 'grants' | 'uploads', column: string, id: string) =>
  sql`update ${sql.table(table)} set expires_at = now() - interval '1 second' where ${sql.ref(column)} = ${id}`.execute(
    attacked.app.ctx.db,
  )

describe('counting and ending', () => {
  test('counts 300 clicks, 50 page views and conditions as no download', async () => {
    const recipient = await sendTo(attacked.app, files)
    const { links } = await recipient.grant()
    for (let nth = 0; nth < 300; nth += 20) {
      await Promise.all(
        Array.from({ length: 20 }, () =>
          recipient.browser.call('grantDownload', { body: { ...recipient.link, files: 'all' } }),
        ),
      )
    }
    for (let nth = 0; nth < 50; nth++) await recipient.get(links[0]?.url ?? '', {}, 'HEAD')
    await recipient.get(links[0]?.url ?? '', { 'if-none-match': '*' })
    await recipient.get(links[0]?.url ?? '', { range: 'bytes=999999-' })
    expect(await recipient.deliveries()).toEqual([])
  })

  test('serves every range with a grant from before the expiry, and grants none afterwards', async () => {
    const recipient = await sendTo(attacked.app, files)
    const { links, zip, grant } = await recipient.grant()
    await expire('transfers', 'id', recipient.transferId)
    const answer = await recipient.get(links[0]?.url ?? '', { range: 'bytes=5-9' })
    expect([answer.status, Buffer.from(await answer.bytes())]).toEqual([206, files[0]?.content.subarray(5, 10)])
    expect((await (await recipient.get(zip.url)).bytes()).length).toBe(zip.bytes)
    for (const call of ['grantDownload', 'reportOpened'] as const) {
      expect((await recipient.browser.call(call, { body: recipient.link })).body.code).toBe('transfer-expired')
    }
    const page = await recipient.get(recipient.path, { accept: 'text/html' })
    expect([page.status, (await page.text()).includes('count.bin')]).toEqual([410, false])
    await sql`update grants set expires_at = now() - interval '1 second' where transfer_id = ${recipient.transferId}`.execute(
      attacked.app.ctx.db,
    )
    await expectOver(recipient, grant, [links[0]?.url ?? '', zip.url], 'grant-expired')
  })

  test('ends the grants of a deleted transfer', async () => {
    const recipient = await sendTo(attacked.app, files)
    const { links, zip, grant } = await recipient.grant()
    await sql`update transfers set deleted_at = now() where id = ${recipient.transferId}`.execute(attacked.app.ctx.db)
    await expectOver(recipient, grant, [links[0]?.url ?? '', zip.url], 'grant-not-found')
  })

  test('accepts no part and no save for an expired upload', async () => {
    const sender = await attacked.proven()
    const plan = await sender.plan({ files })
    await expire('uploads', 'id', plan.upload)
    const part = await sender.putPart(plan, plan.blobs[0]?.path ?? '', 0, files[0]?.content as Buffer)
    expect(['upload-closed', 'upload-token-wrong']).toContain(part.body.code)
    const saved = await sender.call('completeTransfer', { body: { upload: plan.upload, token: plan.token } })
    expect([saved.status >= 400 && saved.status < 500]).toEqual([true])
    expect((await sender.call('resumeTransfer', { body: { upload: plan.upload } })).body.code).toBe('upload-closed')
    const again = await sender.plan({ files })
    expect(again.upload).not.toBe(plan.upload)
  })
})

async function expectOver(recipient: Recipient, grant: string, paths: string[], code: string): Promise<void> {
  for (const path of paths) expect(await (await recipient.get(path)).json()).toMatchObject({ code })
  for (const call of ['describeDownload', 'planZip', 'planFastDownload'] as const) {
    expect((await recipient.browser.call(call, { body: { grant } })).body.code).toBe(code)
  }
}

test('nothing is lost', () => attacked.expectNothingLost())
