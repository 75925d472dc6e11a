import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { operate } from '#test/app/operate'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { type AccountPerson, makeAccount } from '#test/people/account-person'
import { makePerson } from '#test/people/people'

let app: TestApp
beforeAll(async () => {
  app = await makeTestApp()
})
afterAll(() => app?.close())

const waybill = (...words: string[]) => operate(app.env, ...words)
const make = async (count: number): Promise<string[]> => {
  const { code, out } = await waybill('lifetime', 'make', '--count', String(count), '--note', 'a marketplace')
  expect(code).toBe(0)
  return out.trim().split('\n')
}
const redeem = (person: Pick<AccountPerson, 'call'>, codes: string[], body: object = {}) =>
  person.call('redeemLifetimeCodes', { body: { codes, ...body } })
const userOf = async (person: AccountPerson) => (await person.call('readAccount')).body.user
const invalid = {
  status: 400,
  body: { code: 'lifetime-codes-invalid', facts: { email: expect.stringContaining('support@') } },
}

describe('codes of the lifetime deal', () => {
  test('raise the role with their number, keep their order, and are shown on the account', async () => {
    const person = await makeAccount(app)
    const codes = await make(8)
    expect(codes).toEqual(Array(8).fill(expect.stringMatching(/^(?:[0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/)))
    expect((await userOf(person)).isSumo).toEqual({ isSumo: false })
    const roles = ['personal', 'pro', 'business', 'business', 'businessplus', 'businessplus', 'businesselite']
    for (const [nth, role] of [...roles, 'businesselite'].entries()) {
      // Active ones are ignored, and so are blank entries.
      const typed = [...codes.slice(0, nth), '', `  ${codes[nth]?.toLowerCase().replaceAll('-', ' ')} `]
      const answer = await redeem(person, typed, { userId: person.accountId, email: person.address })
      expect(answer).toMatchObject({ status: 200, body: codes.slice(0, nth + 1) })
      expect(await userOf(person)).toMatchObject({
        role,
        subscription: 'active',
        isSumo: { isSumo: true, [`code${nth + 1}`]: codes[nth] },
      })
    }
    const [ninth = ''] = await make(1)
    expect(await redeem(person, [ninth])).toMatchObject(invalid)
    expect(await redeem(await makeAccount(app), [ninth])).toMatchObject({ status: 200 })
  })

  test('are refused together where one is unknown, used, typed twice, or none is new', async () => {
    const [person, other] = [await makeAccount(app), await makeAccount(app)]
    const [first = '', second = '', third = ''] = await make(3)
    await redeem(other, [third])
    for (const typed of [
      [],
      [''],
      ['AAAA-AAAA-AAAA-AAAA'],
      [first, 'AAAA-AAAA-AAAA-AAAA'],
      [first, first],
      [first, first.toLowerCase()],
      [first, third],
      [first.slice(0, -1)],
    ])
      expect(await redeem(person, typed)).toMatchObject(invalid)
    expect(await userOf(person)).toMatchObject({ role: 'free', isSumo: { isSumo: false } })
    expect(await redeem(person, [first, second])).toMatchObject({ status: 200, body: [first, second] })
    expect(await redeem(person, [first, second])).toMatchObject(invalid)
    expect((await userOf(person)).role).toBe('pro')
  })

  test('go to one of sixty-four people who type the same one at once', async () => {
    const people = await Promise.all(Array.from({ length: 64 }, () => makeAccount(app)))
    const [code = ''] = await make(1)
    const answers = await Promise.all(people.map((person) => redeem(person, [code])))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ body }) => body.code === 'lifetime-codes-invalid')).toHaveLength(63)
  })

  test('are at most eight where two sets of five are typed at once, in opposite orders', async () => {
    const person = await makeAccount(app)
    const codes = await make(10)
    const [one, two] = await Promise.all([redeem(person, codes.slice(0, 5)), redeem(person, codes.slice(5))])
    expect([one?.status, two?.status].toSorted()).toEqual([200, 400])
    const [a, b] = [await makeAccount(app), await makeAccount(app)]
    const shared = await make(5)
    const both = await Promise.all([redeem(a, shared), redeem(b, shared.toReversed())])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400])
  })

  test('keep a higher subscription, and apply where it is overdue', async () => {
    const person = await makeAccount(app, { role: 'business', subscription: 'active' })
    expect((await redeem(person, await make(1))).status).toBe(200)
    expect(await userOf(person)).toMatchObject({ role: 'business', subscription: 'active' })
    await waybill('user', 'subscription', person.address, 'unpaid')
    expect(await userOf(person)).toMatchObject({ role: 'personal', subscription: 'active' })
    const said = await waybill('user', 'role', person.address, 'free')
    expect(said.out).toContain('Its lifetime codes give more: the account stays personal, active.')
    expect(await userOf(person)).toMatchObject({ role: 'personal', subscription: 'active' })
  })

  test('cannot be guessed: an account has twenty tries an hour', async () => {
    const person = await makeAccount(app)
    for (let tries = 0; tries < 20; tries += 1) await redeem(person, ['BBBB-BBBB-BBBB-BBBB'])
    expect(await redeem(person, await make(1))).toMatchObject({ status: 429, body: { code: 'too-many-requests' } })
  })

  test('are for accounts only, each for its own', async () => {
    const [person, other] = [await makeAccount(app), await makeAccount(app)]
    const codes = await make(1)
    expect(await redeem(makePerson(app) as never, codes)).toMatchObject({ status: 401 })
    expect(await redeem(person, codes, { userId: other.accountId })).toMatchObject({
      status: 403,
      body: { code: 'not-yours' },
    })
  })

  test('stay out of the database until they are redeemed', async () => {
    const [code = ''] = await make(1)
    const { rows } = await sql<{ row: string }>`select c::text as row from lifetime_codes c`.execute(app.ctx.db)
    const folded = code.replaceAll('-', '')
    expect(rows.some(({ row }) => row.includes(code) || row.includes(folded))).toBe(false)
  })
})

describe('the operator', () => {
  test('lists codes, and revokes them by code or id, redeemed or not', async () => {
    const person = await makeAccount(app)
    const [first = '', second = '', third = ''] = await make(3)
    await redeem(person, [first, second])
    const listed = (await waybill('lifetime', 'list', '--json')).out.trim().split('\n')
    const rows = listed.map((line) => JSON.parse(line))
    const of = (code: string) => rows.find(({ ending }) => code.endsWith(ending))
    expect(of(first)).toMatchObject({ state: 'redeemed', email: person.address, note: 'a marketplace' })
    expect(of(third)).toMatchObject({ state: 'open', email: null })
    expect((await waybill('lifetime', 'list')).out).toContain(`\t${third.slice(-4)}\t`)
    expect((await waybill('lifetime', 'revoke', first)).code).toBe(0)
    expect(await userOf(person)).toMatchObject({ role: 'personal', isSumo: { isSumo: true, code1: second } })
    expect((await waybill('lifetime', 'revoke', of(second).id)).code).toBe(0)
    expect(await userOf(person)).toMatchObject({ role: 'free', isSumo: { isSumo: false } })
    expect((await waybill('lifetime', 'revoke', third)).code).toBe(0)
    for (const code of [first, second, third]) expect(await redeem(person, [code])).toMatchObject(invalid)
    expect((await waybill('lifetime', 'revoke', third)).code).toBe(1)
    const done = await waybill('security', '--json', '--event', 'lifetime-revoked')
    expect(done.out.trim().split('\n')).toHaveLength(3)
  })

  test('revokes a code that is redeemed in the same moment', async () => {
    const person = await makeAccount(app)
    const [code = ''] = await make(1)
    const { id } = await app.ctx.db
      .selectFrom('lifetime_codes')
      .select('id')
      .where('ending', '=', code.slice(-4))
      .where('redeemed_at', 'is', null)
      .executeTakeFirstOrThrow()
    const redeeming = await app.ctx.db.startTransaction().execute()
    await redeeming
      .updateTable('lifetime_codes')
      .set({ workspace_id: person.accountId, code, place: 1, redeemed_at: new Date() })
      .where('id', '=', id)
      .execute()
    const revoking = waybill('lifetime', 'revoke', id)
    await vi.waitFor(async () => {
      const { rows } = await sql`select 1 from pg_stat_activity
        where wait_event_type = 'Lock' and query like 'update "lifetime_codes"%'
          and datname = current_database()`.execute(app.ctx.db)
      expect(rows).toHaveLength(1)
    }, 10_000)
    await redeeming.commit().execute()
    expect((await revoking).code).toBe(0)
    expect((await redeem(person, [code])).status).toBe(400)
    expect(await userOf(person)).toMatchObject({ role: 'free', isSumo: { isSumo: false } })
  })

  test.each([['0'], ['1.5'], ['many'], ['10001']])('creates no %s codes', async (count) => {
    expect((await waybill('lifetime', 'make', '--count', count)).code).toBe(2)
  })
})
