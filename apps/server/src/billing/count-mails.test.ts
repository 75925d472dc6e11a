import { dailyMails, plans, type Role } from '@waybill/contract/billing/plans'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestContext, type TestContext } from '#test/app/test-context'
import { moveInto } from '#test/people/move-into'
import { changeAccount } from '#test/people/put-account'
import { makeSendingAccount } from '#test/people/sending-account'
import {
  accountSender,
  countMails,
  countOrWait,
  forgetMailCounts,
  type MailSender,
  readDayMails,
  requireMails,
  requireStanding,
  splitByPace,
  visitorSender,
} from './index.ts'
import { mailboxMark } from './mailbox-mark.ts'

let ctx: TestContext
let close: () => Promise<void>
beforeAll(async () => {
  ;({ ctx, close } = await openTestContext())
})
afterAll(() => close())

type AccountOptions = NonNullable<Parameters<typeof makeSendingAccount>[1]>
const DAY_SECONDS = 86_400
let networks = 0
let people = 0

async function make(
  options: AccountOptions = {},
  network: string | null = `10.${++networks}.0.0/24`,
): Promise<MailSender> {
  const { actor } = await makeSendingAccount(ctx, options)
  return accountSender(await requireStanding(ctx.db, actor.account.id), network)
}
const somebody = (domain = 'rao-forge.example') => `person-${++people}@${domain}`
const some = (count: number) => Array.from({ length: count }, () => somebody())
const count = (sender: MailSender, addresses: readonly string[], thing?: Parameters<typeof countMails>[3]) =>
  ctx.db.transaction().execute((tx) => countMails(tx, sender, addresses, thing))
/** As if everything so far had happened this much earlier. */
const wait = (seconds: number) =>
  sql`update mail_paces set times = array(select t - make_interval(secs => ${seconds}) from unnest(times) t),
    last_at = last_at - make_interval(secs => ${seconds})`.execute(ctx.db)
const tooMany = (because: 'day' | 'address', facts: object = {}) => ({
  code: 'too-many-mails',
  facts: { because, ...facts },
})

describe('to one mailbox', () => {
  test.each([
    ['free', { role: 'free' }, 3, 6],
    ['on trial', { role: 'pro', subscription: 'trialing' }, 3, 6],
    ['paying', { role: 'pro', subscription: 'active' }, 10, 30],
  ] as Array<[string, AccountOptions, number, number]>)(
    '%s: a limit per hour and per day',
    async (_who, options, hour, day) => {
      const sender = await make(options)
      const mailbox = somebody()
      for (let sent = 0; sent < day; sent += hour) {
        for (let n = 0; n < hour; n++) await count(sender, [mailbox])
        await expect(requireMails(ctx.db, sender, [mailbox])).rejects.toMatchObject(tooMany('address'))
        const refused = await count(sender, [mailbox]).catch((error) => error)
        expect(refused).toMatchObject(tooMany('address', { address: mailbox }))
        const isOfDay = sent + hour === day
        expect(refused.facts.retryAfterSeconds).toBeGreaterThan(isOfDay ? 20 * 3_600 : 3_500)
        expect(refused.facts.retryAfterSeconds).toBeLessThanOrEqual(isOfDay ? DAY_SECONDS : 3_600)
        await wait(3_601)
      }
      await expect(count(sender, [mailbox])).rejects.toMatchObject(tooMany('address'))
      await wait(DAY_SECONDS)
      await count(sender, [mailbox])
    },
  )

  test('counts every spelling, even within one call', async () => {
    const sender = await make()
    const spellings = ['a.da@gmail.com', 'ada+1@googlemail.com', 'A.D.A@gmail.com', 'ada@gmail.com']
    await expect(count(sender, spellings)).rejects.toMatchObject(tooMany('address'))
    await count(sender, spellings.slice(0, 3))
    await expect(count(sender, ['a+d@gmail.com', somebody()])).resolves.toBeUndefined()
    await expect(count(sender, spellings.slice(3))).rejects.toMatchObject(tooMany('address'))
  })

  test('counts nobody in a refused call', async () => {
    const sender = await make()
    const [full, other] = [somebody(), somebody()]
    await count(sender, [full])
    await count(sender, [full])
    await count(sender, [full])
    for (let n = 0; n < 5; n++) await expect(count(sender, [other, full])).rejects.toMatchObject(tooMany('address'))
    expect(await splitByPace(ctx.db, sender, [other, full])).toMatchObject({ now: [other], waiting: [full] })
    for (let n = 0; n < 3; n++) await count(sender, [other])
  })

  test('treats other accounts of the same mailbox, and its visitor, as the same sender', async () => {
    const mailbox = somebody()
    const name = `many-${people}`
    await count(await make({ email: `${name}@acme.example` }), [mailbox])
    await count(await make({ email: `${name}+two@acme.example` }), [mailbox])
    await count(visitorSender({ address: `${name}+three@acme.example`, network: '10.0.0.0/24' }), [mailbox])
    await expect(count(await make({ email: `${name}+4@acme.example` }), [mailbox])).rejects.toMatchObject(
      tooMany('address'),
    )
    await count(await make(), [mailbox])
  })

  test('lets all free senders on one network mail one mailbox as often as one paying sender, who is not counted there', async () => {
    const [mailbox, network] = [somebody(), '10.255.1.0/24']
    for (let n = 0; n < 10; n++) await count(await make({}, network), [mailbox])
    await expect(count(await make({}, network), [mailbox])).rejects.toMatchObject(tooMany('address'))
    const visitor = visitorSender({ address: somebody(), network })
    await expect(count(visitor, [mailbox])).rejects.toMatchObject(tooMany('address'))
    await count(await make({ role: 'pro' }, network), [mailbox])
    await count(await make({}, '10.255.2.0/24'), [mailbox])
  })
})

describe('in a day', () => {
  const roles = (Object.keys(plans) as Role[]).filter((role) => role !== 'undefined' && role !== 'anon')

  test.each(roles)('%s: ten times its recipients on trial, twenty once paid', (role) => {
    const { recipientLimit } = plans[role]
    expect(dailyMails({ role, subscription: 'trialing', isNew: false })).toBe(10 * recipientLimit)
    const paid = (role === 'free' ? 10 : 20) * recipientLimit
    expect(dailyMails({ role, subscription: 'active', isNew: false })).toBe(paid)
    expect(dailyMails({ role, subscription: 'trialing', isNew: true })).toBe(50)
    expect(dailyMails({ role, subscription: 'active', isNew: true })).toBe(role === 'free' ? 50 : paid)
  })

  test('allows sixty mails of a free account, to anybody; then says when the day ends', async () => {
    const sender = await make()
    await count(sender, some(58))
    const again = somebody()
    await count(sender, [again])
    await count(sender, [again])
    const refused = await count(sender, [somebody()]).catch((error) => error)
    expect(refused).toMatchObject(tooMany('day', { limit: 60 }))
    const { rows } = await sql<{ left: number }>`
      select extract(epoch from date_trunc('day', now(), 'utc') + interval '1 day' - now())::float8 as left`.execute(
      ctx.db,
    )
    expect(Math.abs(refused.facts.retryAfterSeconds - (rows[0]?.left ?? 0))).toBeLessThan(60)
    await expect(requireMails(ctx.db, sender, [again])).rejects.toMatchObject(tooMany('day'))
  })

  test('allows fifty in the first week, free or on trial; with the first payment the plan applies at once', async () => {
    const { actor } = await makeSendingAccount(ctx, { role: 'business', subscription: 'trialing', isNew: true })
    const live = async () => accountSender(await requireStanding(ctx.db, actor.account.id), null)
    await count(await live(), some(50))
    const paused = { code: 'sending-paused', facts: { because: 'new-account', limit: 50 } }
    await expect(count(await live(), [somebody()])).rejects.toMatchObject(paused)
    await changeAccount(ctx.db, actor.account.id, { subscription: 'active' })
    await count(await live(), some(60))
  })

  test('a new member has a limit of their own, and does not lower that of the team', async () => {
    const [admin, member] = [
      await makeSendingAccount(ctx, { role: 'business', subscription: 'trialing' }),
      await makeSendingAccount(ctx, { isNew: true }),
    ]
    await moveInto(ctx.db, member.actor.account.id, sql`${admin.actor.account.id}`)
    const liveOf = ({ actor }: typeof admin) => requireStanding(ctx.db, actor.account.id)
    const senderOf = async (one: typeof admin) => accountSender(await liveOf(one), null)
    const paused = { code: 'sending-paused', facts: { because: 'new-account', limit: 50 } }
    await count(await senderOf(admin), some(60))
    await count(await senderOf(member), some(50))
    expect(await readDayMails(ctx.db, await liveOf(member))).toEqual({ used: 50, limit: 50 })
    expect(await readDayMails(ctx.db, await liveOf(admin))).toEqual({ used: 110, limit: 1_000 })
    await expect(requireMails(ctx.db, await senderOf(member), [somebody()])).rejects.toMatchObject(paused)
    await expect(count(await senderOf(member), [somebody()])).rejects.toMatchObject(paused)
    expect(await countOrWait(ctx.db, await senderOf(member), somebody())).toBeGreaterThan(0)
    await count(await senderOf(admin), [somebody()])
  })

  test('a team with a new admin has the limit of a new account, also for its older members', async () => {
    const [admin, member] = [await makeSendingAccount(ctx, { isNew: true }), await makeSendingAccount(ctx)]
    await moveInto(ctx.db, member.actor.account.id, sql`${admin.actor.account.id}`)
    const sender = accountSender(await requireStanding(ctx.db, member.actor.account.id), null)
    await count(sender, some(50))
    await expect(count(sender, [somebody()])).rejects.toMatchObject({ code: 'sending-paused' })
  })

  test('continues the count of an account that is deleted and created again', async () => {
    const email = somebody('again.example')
    const first = await makeSendingAccount(ctx, { email })
    await count(accountSender(await requireStanding(ctx.db, first.actor.account.id), null), some(60))
    await ctx.db.deleteFrom('account_addresses').where('address', '=', email).execute()
    await ctx.db
      .updateTable('accounts')
      .set({ deleted_at: new Date(), email: `gone-${people}` })
      .where('id', '=', first.actor.account.id)
      .execute()
    await expect(count(await make({ email }), [somebody()])).rejects.toMatchObject(tooMany('day'))
  })
})

describe('in its lifetime', () => {
  test('limits the people a thing is mailed to, by mailbox; existing ones may be mailed again', async () => {
    const sender = await make()
    const thing = { id: `thing-${people}`, recipientLimit: 3 }
    const [one, two, three] = some(3) as [string, string, string]
    await count(sender, [one, two], thing)
    await count(sender, [one.replace('@', '+again@'), three], thing)
    const refused = { code: 'too-many-recipients', facts: { limit: 3, isEver: true } }
    await expect(count(sender, [somebody()], thing)).rejects.toMatchObject(refused)
    await count(sender, [two], thing)
    await expect(count(sender, [two], { ...thing, recipientLimit: 1 })).resolves.toBeUndefined()
  })
})

test('says how long an automatic mail has to wait, and counts it once it may be sent', async () => {
  const sender = await make()
  const mailbox = somebody()
  const later = () => ctx.db.transaction().execute((tx) => countOrWait(tx, sender, mailbox))
  expect([await later(), await later(), await later()]).toEqual([0, 0, 0])
  const seconds = await later()
  expect(seconds).toBeGreaterThan(3_500)
  await wait(seconds)
  expect(await later()).toBe(0)
  await count(sender, some(56))
  await wait(DAY_SECONDS)
  expect(await later()).toBeGreaterThan(0)
})

test('deletes what no limit counts any more, and nothing else', async () => {
  const sender = await make()
  const mailbox = somebody()
  await count(sender, [mailbox], { id: 'kept-thing', recipientLimit: 6 })
  const key = `mails:${[...sender.keys.keys()][0]}:2020-01-01`
  await sql`insert into allowances (key, sends) values (${key}, 60)`.execute(ctx.db)
  await forgetMailCounts(ctx.db)
  const rows = async () =>
    (await ctx.db.selectFrom('mail_paces').selectAll().where('mailbox', '=', mailboxMark(mailbox)).execute()).length
  expect(await rows()).toBe(sender.keys.size + 1)
  expect(await ctx.db.selectFrom('allowances').selectAll().where('key', '=', key).execute()).toEqual([])
  await wait(DAY_SECONDS + 1)
  await forgetMailCounts(ctx.db)
  expect(await rows()).toBe(0)
  const kept = await ctx.db.selectFrom('mailed_people').selectAll().where('thing', '=', 'kept-thing').execute()
  expect(kept).toHaveLength(1)
})
