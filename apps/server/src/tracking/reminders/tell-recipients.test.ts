import { afterEach, expect, test } from 'vitest'
import { openTestContext, type TestContext } from '#test/app/test-context'
import { insertTransfer, queuedMails } from '#test/transfers/tracked-transfer'
import { recipientToken } from '../../transfers/index.ts'
import { tellRecipients } from './tell-recipients.ts'

const closers: Array<() => Promise<void>> = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

async function open(): Promise<TestContext> {
  const { ctx, close } = await openTestContext({ PUBLIC_URL: 'https://files.example.com' })
  closers.push(close)
  return ctx
}

test('sends every recipient one mail with a personal link, in their language where it is known', async () => {
  const ctx = await open()
  const sent = await insertTransfer(ctx, {
    message: 'Final housing',
    senderLanguage: 'zh',
    expiresAt: '2026-11-27T14:00:00Z',
    recipients: [{ address: 'asha@rao.example', language: 'en' }, { address: 'bo@li.example' }],
  })
  await tellRecipients(ctx, { transferId: sent.transferId })
  const mails = await queuedMails(ctx)
  expect(mails.map(({ template, to, language }) => ({ template, to, language }))).toEqual(
    expect.arrayContaining([
      { template: 'files-arrived', to: 'asha@rao.example', language: 'en' },
      { template: 'files-arrived', to: 'bo@li.example', language: 'zh' },
    ]),
  )
  expect(mails).toHaveLength(2)
  const asha = mails.find(({ to }) => to === 'asha@rao.example')
  expect(asha?.facts).toEqual({
    sender: { address: 'ada@lovelace.example', name: null, isProven: true },
    files: [{ path: 'a.dwg', bytes: 1_000 }],
    fileCount: 1,
    totalBytes: 1_000,
    title: null,
    message: 'Final housing',
    expiresAt: '2026-11-27T14:00:00.000Z',
    slug: sent.slug,
    link: `https://files.example.com/d/${sent.slug}/${recipientToken(ctx.masterKey, sent.recipientIds[0] ?? '')}`,
  })
  const links = mails.map(({ facts }) => (facts as { link: string }).link)
  expect(new Set(links).size).toBe(2)
})

test('adds nothing when it runs again or several times at once', async () => {
  const ctx = await open()
  const recipients = Array.from({ length: 6 }, (_, at) => ({ address: `person-${at}@example.com` }))
  const { transferId } = await insertTransfer(ctx, { recipients })
  await Promise.all(Array.from({ length: 4 }, () => tellRecipients(ctx, { transferId })))
  await tellRecipients(ctx, { transferId })
  const told = (await queuedMails(ctx)).map(({ to }) => to).sort()
  expect(told).toEqual(recipients.map(({ address }) => address).sort())
})

test('cuts a long list and keeps its totals', async () => {
  const ctx = await open()
  const files = Array.from({ length: 50 }, (_, at) => ({ path: `${String(at).padStart(2, '0')}.txt`, bytes: at }))
  const { transferId } = await insertTransfer(ctx, { files })
  await tellRecipients(ctx, { transferId })
  const [mail] = await queuedMails(ctx)
  expect(mail?.facts).toMatchObject({ fileCount: 50, totalBytes: 1_225, files: files.slice(0, 20) })
})

test('mails nobody for a link transfer, a deleted one and an unknown one', async () => {
  const ctx = await open()
  const byLink = await insertTransfer(ctx, { sendAs: 'link', recipients: [{ address: null }] })
  const deleted = await insertTransfer(ctx)
  await ctx.db.updateTable('transfers').set({ deleted_at: new Date() }).where('id', '=', deleted.transferId).execute()
  for (const transferId of [byLink.transferId, deleted.transferId, 'unknown']) await tellRecipients(ctx, { transferId })
  expect(await queuedMails(ctx)).toEqual([])
})
