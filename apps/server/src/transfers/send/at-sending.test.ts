import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeTestEnvironment, type TestEnvironment } from '#test/app/test-environment'
import { draftOf, makeSender, type Sender, saved } from '#test/people/sender'
import { makeSendingAccount } from '#test/people/sending-account'
import { testFile } from '#test/storage/upload-parts'
import { queuedMails } from '#test/transfers/tracked-transfer'
import type { Context } from '../../context.ts'
import { tellRecipients } from '../../tracking/reminders/tell-recipients.ts'
import { readListed } from '../list/listed-store.ts'
import { planTransfer } from './plan-transfer.ts'

/** What a sender chooses before the transfer exists: it holds from its first moment. */
let environment: TestEnvironment
let ctx: Context
let close: () => Promise<void>

beforeAll(async () => {
  environment = await makeTestEnvironment()
  ;({ ctx, close } = await environment.open())
})
afterAll(async () => {
  await close()
  await environment.drop()
})

const plan = (who: Sender, more: object) =>
  planTransfer(ctx, who.actor, draftOf(who, [testFile('a.pdf', 100)], more), [])
const rowOf = (id: string) => ctx.db.selectFrom('transfers').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const mailOf = async (transferId: string, slug: string) => {
  await tellRecipients(ctx, { transferId })
  return (await queuedMails(ctx)).find(({ facts }) => (facts as { slug: string }).slug === slug)?.facts
}

describe('title', () => {
  test('is cleaned, stored, searched, and in the mail', async () => {
    const who = await makeSender(ctx)
    const op = await saved(ctx, who, [testFile('plans/a.pdf', 100)], { title: ' Autumn catalogue ' })
    expect(op.title).toBe('Autumn catalogue')
    const row = await rowOf(op._id)
    expect(row.title).toBe('Autumn catalogue')
    expect(row.search_text.split('\n').slice(0, 2)).toEqual([op.slug.toLowerCase(), 'autumn catalogue'])
    expect(await mailOf(op._id, op.slug)).toMatchObject({ title: 'Autumn catalogue', files: [{ path: 'plans/a.pdf' }] })
  })

  test('is null when it is left out: lists then know the folder that holds everything', async () => {
    const who = await makeSendingAccount(ctx, { role: 'pro' })
    const folder = await saved(ctx, who, [testFile('plans/a.pdf', 100), testFile('plans/x/b.pdf', 100)], {
      title: '  ',
    })
    const apart = await saved(ctx, who, [testFile('plans/a.pdf', 100), testFile('planned/b.pdf', 100)])
    const rows = await readListed(ctx.db, { readerId: who.actor.account.id }, [folder._id, apart._id])
    expect(rows.map(({ title, folder, first_path }) => ({ title, folder, first_path }))).toEqual([
      { title: null, folder: 'plans', first_path: 'plans/a.pdf' },
      { title: null, folder: null, first_path: 'plans/a.pdf' },
    ])
  })

  test('holds no link without a paid plan, and has at most 120 characters', async () => {
    const visitor = await makeSender(ctx)
    const free = await makeSendingAccount(ctx, { role: 'free' })
    const link = { title: 'see https://evil.example/now' }
    for (const who of [visitor, free]) {
      await expect(plan(who, link)).rejects.toMatchObject({ code: 'message-holds-link', facts: { field: 'title' } })
    }
    const paid = await makeSendingAccount(ctx, { role: 'pro' })
    await expect(plan(paid, link)).resolves.toBeDefined()
    await expect(plan(paid, { title: '字'.repeat(121) })).rejects.toMatchObject({ code: 'invalid-input' })
    await expect(plan(paid, { title: '字'.repeat(120) })).resolves.toBeDefined()
  })

  test('of a sender who does not pay is not mailed where it imitates a brand', async () => {
    const title = 'PayPal: your refund'
    const op = await saved(ctx, await makeSender(ctx), [testFile('a.pdf', 100)], { title })
    expect(op.title).toBe(title)
    expect(await mailOf(op._id, op.slug)).toMatchObject({ title: null })
    const paid = await saved(ctx, await makeSendingAccount(ctx, { role: 'pro' }), [testFile('a.pdf', 100)], { title })
    expect(await mailOf(paid._id, paid.slug)).toMatchObject({ title })
  })
})

describe('options of an account', () => {
  const options = { password: 'secret words', downloadLimit: 2, onlyProven: true, alerts: 'every' as const }

  test('hold from the first moment; the mail then lists no files', async () => {
    const who = await makeSendingAccount(ctx, { role: 'free' })
    const op = await saved(ctx, who, [testFile('secret plan.pdf', 100)], options)
    const row = await rowOf(op._id)
    expect(row).toMatchObject({ download_limit: 2, only_proven: true, alert_mode: 'every' })
    expect(row.password_hash).toMatch(/^\$argon2id\$/)
    const facts = await mailOf(op._id, op.slug)
    expect(facts).toMatchObject({ isLocked: true, files: [], fileCount: 1 })
    expect(JSON.stringify(facts)).not.toContain('secret')
  })

  test('are refused to visitors, and a password that is too short to everybody', async () => {
    const visitor = await makeSender(ctx)
    for (const [key, value] of Object.entries(options)) {
      await expect(plan(visitor, { [key]: value })).rejects.toMatchObject({ code: 'unauthenticated' })
    }
    await expect(plan(visitor, { password: null, downloadLimit: null, onlyProven: false })).resolves.toBeDefined()
    const who = await makeSendingAccount(ctx, { role: 'pro' })
    await expect(plan(who, { password: 'short' })).rejects.toMatchObject({ code: 'password-too-short' })
  })
})
