import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askAgain } from '#test/app/ask-again'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { until } from '#test/app/until'
import { type AccountPerson, makeAccount } from '#test/people/account-person'
import { makePerson } from '#test/people/people'
import { changeAccount } from '#test/people/put-account'
import { noise } from '#test/people/recipient'
import { insertListed } from '#test/transfers/listed-transfers'
import { ASHA, addPeople, codeOf, edit, expectConsistent, sendPlan } from '#test/transfers/own-transfers'

let app: TestApp
beforeAll(async () => {
  app = await makeTestApp()
})
afterAll(async () => {
  await expectConsistent(app)
  await app.close()
})

const DAY_MS = 86_400_000
const mailsTo = async (address: string) => (await app.mails(address)).length
const statusOf = async (path: string) => (await makePerson(app).fetch(path)).status

describe('recipients', () => {
  test("gives an added person a link by mail, and nobody else, and ends a removed person's link", async () => {
    const owner = await makeAccount(app, { role: 'pro' })
    const { id, links, slug } = await sendPlan(owner)
    const had = await mailsTo(ASHA)
    const lin = `lin-${id.toLowerCase()}@example.com`
    const added = await addPeople(owner, id, [ASHA.toUpperCase(), lin, ` ${lin} `])
    expect(added.body.transfer).toMatchObject({ recipientCount: 2, recipients: [{ email: ASHA }, { email: lin }] })
    expect([await mailsTo(lin), await mailsTo(ASHA)]).toEqual([1, had])
    const path = new RegExp(`/d/${slug}/[\\w-]{22}`).exec((await app.mails(lin))[0]?.text ?? '')?.[0] as string
    expect([await statusOf(path), await statusOf(links[ASHA] as string)]).toEqual([200, 200])
    const recipient = added.body.transfer.recipients[1]._id
    const remove = () => owner.call('removeRecipient', { params: { transfer: id, recipient } })
    expect((await remove()).body.transfer).toMatchObject({ recipientCount: 1, recipients: [{}, { isRemoved: true }] })
    expect(codeOf(await remove())).toBe('recipient-not-found')
    const unknown = await makePerson(app).fetch(`/d/${slug}/${'A'.repeat(22)}`)
    const gone = await makePerson(app).fetch(path)
    const plain = async (response: Response) => (await response.text()).replaceAll(/nonce="[^"]*"/g, '')
    expect([gone.status, await plain(gone)]).toEqual([unknown.status, await plain(unknown)])
    const search = async () => (await (await owner.fetch(`/getQs?q=${lin}`)).json()).allDocs.length
    expect(await search()).toBe(0)
    await addPeople(owner, id, [lin])
    expect([await mailsTo(lin), await search()]).toEqual([2, 1])
    const anew = new RegExp(`/d/${slug}/[\\w-]{22}`).exec((await app.mails(lin))[0]?.text ?? '')?.[0] as string
    expect([anew === path, await statusOf(anew), await statusOf(path)]).toEqual([false, 200, 404])
  })

  test('cancels an unsent mail once its recipient is removed', async () => {
    const owner = await makeAccount(app, { role: 'pro' })
    const { id } = await sendPlan(owner)
    const ida = `ida-${id.toLowerCase()}@example.com`
    const { body } = await addPeople(owner, id, [ida])
    await app.runJobs()
    const recipient = body.transfer.recipients[1]._id
    const sealed = app.ctx.masterKey.seal('mail/late', '{}')
    await app.ctx.db
      .insertInto('mails')
      .values({ id: 'late', message_id: 'late', template: 'files-arrived-again', recipient_id: recipient, sealed })
      .execute()
    await owner.call('removeRecipient', { params: { transfer: id, recipient } })
    const mail = await app.ctx.db.selectFrom('mails').selectAll().where('id', '=', 'late').executeTakeFirstOrThrow()
    expect([mail.given_up_at === null, mail.sealed]).toEqual([false, null])
  })

  test('adds as many of sixty-four people at once as the plan allows', async () => {
    const owner = await makeAccount(app, { role: 'personal' })
    const { id } = await sendPlan(owner)
    const answers = await Promise.all(
      Array.from({ length: 64 }, (_, nth) => askAgain(() => addPeople(owner, id, [`p${nth}@example.com`]))),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20)
    expect(new Set(answers.filter(({ status }) => status !== 200).map(codeOf))).toEqual(
      new Set(['too-many-recipients']),
    )
    const record = await edit(owner, id, {})
    expect(record.body.transfer.recipientCount).toBe(21)
    const places = await app.ctx.db.selectFrom('recipients').select('position').where('transfer_id', '=', id).execute()
    expect(new Set(places.map(({ position }) => position)).size).toBe(21)
  })

  test('are refused by the rules of a new transfer', async () => {
    const free = await makeAccount(app)
    const { id } = await sendPlan(free)
    expect(codeOf(await addPeople(free, id, ['no address']))).toBe('invalid-recipient')
    expect(
      codeOf(
        await addPeople(
          free,
          id,
          Array.from({ length: 6 }, (_, nth) => `p${nth}@example.com`),
        ),
      ),
    ).toBe('too-many-recipients')
    const named = { emailTo: [{ email: 'a@example.com', name: 'https://evil.example' }] }
    expect(codeOf(await free.call('addRecipients', { params: { transfer: id }, body: named }))).toBe(
      'message-holds-link',
    )
    await changeAccount(app.ctx.db, free.accountId, { subscription: 'unpaid' })
    expect(codeOf(await addPeople(free, id, ['a@example.com']))).toBe('subscription-due')
    await changeAccount(app.ctx.db, free.accountId, { subscription: 'active' })
    await app.ctx.db
      .updateTable('transfers')
      .set({ expires_at: new Date(0) })
      .where('id', '=', id)
      .execute()
    expect(codeOf(await addPeople(free, id, ['a@example.com']))).toBe('transfer-expired')
  })

  test('of a link transfer are those it can be restricted to: nobody is mailed until requested', async () => {
    const owner = await makeAccount(app, { role: 'pro' })
    const { transferId, slug } = await insertListed(app.ctx, { accountId: owner.accountId, sendAs: 'link' })
    const una = `una-${transferId.toLowerCase()}@example.com`
    const { body } = await addPeople(owner, transferId, [una])
    expect(body.transfer.recipients).toMatchObject([
      { email: null, mail: 'none' },
      { email: una, mail: 'none' },
    ])
    expect(await mailsTo(una)).toBe(0)
    const asked = await owner.call('sendTransferEmail', { body: { slug } })
    expect(asked.body).toEqual({ mailed: 1 })
    expect((await app.mails(una)).map(({ text }) => text.includes(`/w/${slug}`))).toEqual([true])
    const first = body.transfer.recipients[0]._id
    const remove = await owner.call('removeRecipient', { params: { transfer: transferId, recipient: first } })
    expect(codeOf(remove)).toBe('recipient-not-found')
    // Rows without tokens are the server's own, not a link's.
    await app.ctx.db.deleteFrom('mails').where('recipient_id', 'is not', null).execute()
  })
})

describe('mailing again', () => {
  const again = (owner: AccountPerson, slug: string, recipients?: string[]) =>
    owner.call('sendTransferEmail', { body: { slug, ...(recipients ? { recipients } : {}) } })

  test('sends nothing twice right after the save, and a minute later once for all concurrent calls', async () => {
    const owner = await makeAccount(app, { role: 'pro' })
    const to = `max-${owner.accountId.toLowerCase()}@example.com`
    const plan = await owner.plan({ files: [{ path: 'a', content: noise(10) }], emailTo: [to] })
    await owner.upload(plan, [{ path: 'a', content: noise(10) }])
    const saved = await owner.call('completeTransfer', { body: { upload: plan.upload, token: plan.token } })
    const { slug } = saved.body.data.ops[0]
    expect((await again(owner, slug)).body).toEqual({ mailed: 0 })
    expect(await mailsTo(to)).toBe(1)
    expect((await again(owner, slug, [to])).body).toEqual({ mailed: 0 })
    expect(await mailsTo(to)).toBe(1)
    await app.passTime(61_000)
    const answers = await Promise.all(Array.from({ length: 16 }, () => again(owner, slug)))
    expect(answers.map(({ body }) => body.mailed).sort()).toEqual([...Array.from({ length: 15 }, () => 0), 1])
    expect(await mailsTo(to)).toBe(2)
    const [second, first] = await app.mails(to)
    const linkOf = (text = '') => /\/d\/\S+/.exec(text)?.[0]
    expect(linkOf(second?.text)).toBe(linkOf(first?.text))
  })

  test('leaves out who has finished by then, where that is asked for', async () => {
    const owner = await makeAccount(app, { role: 'pro', subscription: 'active' })
    const [one, two] = ['one', 'two'].map((who) => `${who}-${owner.accountId.toLowerCase()}@example.com`) as [
      string,
      string,
    ]
    const { slug } = await sendPlan(owner, [one, two])
    await app.passTime(61_000)
    // The mail waits for a delivery that is being saved, and sees it.
    const held = Promise.withResolvers<void>()
    const locked = Promise.withResolvers<void>()
    const finishing = app.ctx.db.transaction().execute(async (tx) => {
      await tx.updateTable('recipients').set({ finished_at: new Date() }).where('address', '=', one).execute()
      locked.resolve()
      await held.promise
    })
    await locked.promise
    const asked = owner.call('sendTransferEmail', { body: { slug, onlyUnfinished: true } })
    await until(async () => {
      const { rows } = await sql<{ waiting: number }>`select count(*)::int as waiting from pg_locks where not granted
        and pid in (select pid from pg_stat_activity where datname = current_database())`.execute(app.ctx.db)
      return (rows[0]?.waiting ?? 0) > 0
    })
    held.resolve()
    await finishing
    expect((await asked).body).toEqual({ mailed: 1 })
    expect([await mailsTo(one), await mailsTo(two)]).toEqual([1, 2])
    await app.ctx.db.updateTable('recipients').set({ finished_at: null }).where('address', '=', one).execute()
  })

  test('reaches new addresses too, and one person five times a day', async () => {
    const owner = await makeAccount(app, { role: 'pro', subscription: 'active' })
    const { slug } = await sendPlan(owner, [`kim-${owner.accountId.toLowerCase()}@example.com`])
    const kim = `kim-${owner.accountId.toLowerCase()}@example.com`
    const zoe = `zoe-${owner.accountId.toLowerCase()}@example.com`
    expect((await again(owner, slug, [kim, zoe])).body).toEqual({ mailed: 1 })
    expect([await mailsTo(kim), await mailsTo(zoe)]).toEqual([1, 1])
    for (let nth = 1; nth <= 5; nth += 1) {
      await app.passTime(61_000)
      expect((await again(owner, slug, [kim])).body).toEqual({ mailed: 1 })
      expect(await mailsTo(kim)).toBe(1 + nth)
    }
    await app.passTime(61_000)
    expect(codeOf(await again(owner, slug, [kim]))).toBe('too-many-requests')
    expect((await again(owner, slug, [kim, zoe])).body).toEqual({ mailed: 1 })
    await app.passTime(DAY_MS)
    expect((await again(owner, slug, [kim])).body).toEqual({ mailed: 1 })
  })
})
