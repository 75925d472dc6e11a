import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestContext, type TestContext } from '#test/app/test-context'
import { insertAccount, peopleOf } from '#test/transfers/alerted'
import { insertTransfer, queuedMails, type Tracked, type TrackedOptions } from '#test/transfers/tracked-transfer'
import { tellUnfetched } from './tell-unfetched.ts'

let ctx: TestContext
let close: () => Promise<void>
beforeAll(async () => {
  ;({ ctx, close } = await openTestContext({ PUBLIC_URL: 'https://files.example.com' }))
})
beforeEach(async () => {
  await ctx.db.deleteFrom('mails').execute()
})
afterAll(() => close())

const HOURS = 2.2 * 24

/** A transfer that expires in this many hours. */
async function ending(hours: number, options: TrackedOptions = {}): Promise<Tracked> {
  const sent = await insertTransfer(ctx, options)
  await sql`update transfers set expires_at = now() + make_interval(secs => ${hours * 3_600}) where id = ${sent.transferId}`.execute(
    ctx.db,
  )
  return sent
}
const finish = (recipientId: string | undefined) =>
  ctx.db
    .updateTable('recipients')
    .set({ finished_at: sql<Date>`now()` })
    .where('id', '=', recipientId ?? '')
    .execute()
const factsOf = async () => (await queuedMails(ctx)).map(({ facts }) => facts as Record<string, unknown>)

test('tells the sender once, 2.2 days before the expiry, who has not downloaded, and where to resend it', async () => {
  const { id, email } = await insertAccount(ctx, { alerts: 'finished' })
  const sent = await ending(HOURS - 0.1, { accountId: id, recipients: peopleOf(4), senderLanguage: 'zh' })
  const [fetched, opened, , removed] = sent.recipientIds
  await finish(fetched)
  const change = (row: object, recipientId = '') =>
    ctx.db.updateTable('recipients').set(row).where('id', '=', recipientId).execute()
  await change({ opened_at: sql<Date>`now()` }, opened)
  await change({ removed_at: sql<Date>`now()` }, removed)
  await Promise.all([tellUnfetched(ctx), tellUnfetched(ctx)])
  await tellUnfetched(ctx)
  const [mail, ...others] = await queuedMails(ctx)
  expect(others).toEqual([])
  expect(mail).toMatchObject({ template: 'not-fetched', to: email, language: 'zh' })
  expect(mail).toHaveProperty('muteLink', expect.stringMatching(/^https:\/\/files\.example\.com\/mute\/[\w-]{42}$/))
  expect(mail?.facts).toMatchObject({
    slug: sent.slug,
    recipients: [
      { address: 'person-1@rao-forge.example', hasOpened: true },
      { address: 'person-2@rao-forge.example', hasOpened: false },
    ],
    recipientCount: 2,
    daysLeft: 2.2,
    follow: { link: `https://files.example.com/dash/transfers/${sent.slug}`, isOwn: true },
  })
})

test('tells a sender with a proven address and no account too, without a link that needs a login', async () => {
  await ending(40)
  await tellUnfetched(ctx)
  expect(await factsOf()).toMatchObject([{ daysLeft: 1.7, follow: { isOwn: false }, recipientCount: 1 }])
})

test('says that nobody has opened a link', async () => {
  const sent = await ending(50, { sendAs: 'link', recipients: [{ address: null }] })
  await tellUnfetched(ctx)
  expect(await factsOf()).toMatchObject([{ slug: sent.slug, recipients: [{ address: null, hasOpened: false }] }])
})

test('does not report an extended expiry again, and cuts long lists with a count', async () => {
  const sent = await ending(30, { recipients: peopleOf(200) })
  await tellUnfetched(ctx)
  const [facts] = await factsOf()
  expect(facts?.recipientCount).toBe(200)
  expect(facts?.recipients).toHaveLength(20)
  await sql`update transfers set expires_at = now() + interval '1 day' where id = ${sent.transferId}`.execute(ctx.db)
  await tellUnfetched(ctx)
  expect(await factsOf()).toHaveLength(1)
})

test('reports nothing that has time, never expires, has ended, is downloaded, deleted, blocked, unproven or muted', async () => {
  await ending(HOURS + 0.1)
  await ending(-1)
  await insertTransfer(ctx)
  const [only] = (await ending(30)).recipientIds
  await finish(only)
  for (const row of [{ deleted_at: new Date(0) }, { blocked_at: new Date(0) }]) {
    const { transferId } = await ending(30)
    await ctx.db.updateTable('transfers').set(row).where('id', '=', transferId).execute()
  }
  await ending(30, { senderProven: false })
  await ending(30, { alerts: 'none' })
  const { id } = await insertAccount(ctx, { alerts: 'none' })
  await ending(30, { accountId: id })
  await tellUnfetched(ctx)
  expect(await queuedMails(ctx)).toEqual([])
})

test('reports a paused link once it opens again', async () => {
  const { transferId } = await ending(30)
  const set = (row: object) => ctx.db.updateTable('transfers').set(row).where('id', '=', transferId).execute()
  await set({ paused_at: new Date(0) })
  await tellUnfetched(ctx)
  expect(await queuedMails(ctx)).toEqual([])
  await set({ paused_at: null })
  await tellUnfetched(ctx)
  expect(await queuedMails(ctx)).toHaveLength(1)
})
