import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { fsck } from '#test/database/fsck'
import { PASSWORD } from '#test/people/account-person'
import { makePerson, type Person } from '#test/people/people'
import { bearerOf } from '#test/people/signing-up'
import { joinAccount } from '../../identity/accounts/index.ts'
import { adoptTransfers } from './adopt-transfers.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const files = [{ path: 'housing.dwg', content: Buffer.from('the drawing') }]

let app: TestApp
beforeAll(async () => {
  app = await makeTestApp()
})
afterAll(async () => {
  await app.close()
})

const rowOf = async (id: string) =>
  app.ctx.db
    .selectFrom('transfers')
    .innerJoin('uploads', 'uploads.id', 'transfers.upload_id')
    .select([
      'transfers.account_id',
      'transfers.role',
      'transfers.deleted_at',
      'uploads.account_id as upload_account_id',
    ])
    .where('transfers.id', '=', id)
    .executeTakeFirstOrThrow()

const signUp = (person: Person) => person.call('signUp', { body: { email: person.address, password: PASSWORD } })

describe('what was sent without an account', () => {
  test('joins a new account with its proven address, and counts towards its storage', async () => {
    const person = makePerson(app)
    await person.prove()
    const sent = [await person.send({ files }), await person.send({ files: [{ ...files[0], path: 'b' } as never] })]
    const { body } = await signUp(person)
    await app.runJobs()
    for (const { id } of sent) {
      const accountId = body.user._id
      expect(await rowOf(id)).toMatchObject({ account_id: accountId, upload_account_id: accountId, role: 'anon' })
    }
    const { user } = (await person.call('refreshSession')).body
    expect(user).toMatchObject({ folderSize: 2 * (files[0]?.content.length ?? 0), thisMonthsTransfers: 0 })
    await app.passTime(20 * DAY_MS)
    await sql`select graphile_worker.add_job('remove-expired', '{}')`.execute(app.ctx.db)
    await app.runJobs()
    for (const { id } of sent) expect(await rowOf(id)).toMatchObject({ deleted_at: null })
    expect(await fsck(app.env)).toEqual([])
  })

  test('joins at the next login, and at once when the address is proven or sends again', async () => {
    const person = makePerson(app)
    await person.prove()
    const { body } = await signUp(person)
    const elsewhere = makePerson(app, person.address)
    await app.passTime(3_000)
    await elsewhere.prove()
    const sent = await elsewhere.send({ files })
    await app.runJobs()
    expect(await rowOf(sent.id)).toMatchObject({ account_id: body.user._id })
    await app.ctx.db
      .updateTable('transfers')
      .set({ account_id: null, workspace_id: null })
      .where('id', '=', sent.id)
      .execute()
    await person.call('logIn', { body: { email: person.address, password: PASSWORD } })
    await app.runJobs()
    expect(await rowOf(sent.id)).toMatchObject({ account_id: body.user._id })
  })

  test('by anybody else joins nobody: another address, another spelling of the mailbox', async () => {
    const person = makePerson(app, 'ada@join.example')
    const tagged = makePerson(app, 'ada+tag@join.example')
    await tagged.prove()
    const sent = await tagged.send({ files })
    // One mailbox gets a code every two seconds, in any spelling.
    await app.passTime(3_000)
    await person.prove()
    await signUp(person)
    await app.runJobs()
    expect(await rowOf(sent.id)).toMatchObject({ account_id: null, upload_account_id: null })
  })

  test('joins once, in any number of concurrent calls', async () => {
    const person = makePerson(app)
    await person.prove()
    await person.send({ files })
    const { body } = await signUp(person)
    const accountId = body.user._id
    await Promise.all(Array.from({ length: 8 }, () => adoptTransfers(app.ctx, accountId)))
    await app.ctx.db.transaction().execute((tx) => joinAccount(tx, accountId))
    await app.runJobs()
    const { user } = (await person.call('refreshSession')).body
    expect(user.folderSize).toBe(files[0]?.content.length)
  })

  test('stays expired if it has expired by then', async () => {
    const person = makePerson(app)
    await person.prove()
    const sent = await person.send({ files })
    await app.passTime(15 * DAY_MS)
    await sql`select graphile_worker.add_job('remove-expired', '{}')`.execute(app.ctx.db)
    await app.runJobs()
    await person.prove()
    const { body } = await signUp(person)
    await app.runJobs()
    expect(await rowOf(sent.id)).toMatchObject({ account_id: null })
    expect(body.user.folderSize).toBe(0)
  })
})

describe('a returning visitor', () => {
  const longAgo = () => String(app.ctx.clock.nowMs() - 7 * HOUR_MS)
  const ask = (person: Person, lastVisit?: string, more: Record<string, string> = {}) =>
    person.call('checkReturning', { headers: { ...(lastVisit === undefined ? {} : { lastVisit }), ...more } })

  test('who has sent from this browser and first came over six hours ago is greeted, until it has joined', async () => {
    const person = makePerson(app)
    expect((await ask(person, longAgo())).body).toEqual({ welcomeBack: false })
    await person.prove()
    expect((await ask(person, longAgo())).body).toEqual({ welcomeBack: false })
    await person.send({ files })
    expect(await ask(person, longAgo())).toMatchObject({ status: 200, body: { welcomeBack: true } })
    expect((await ask(person, longAgo())).body).toEqual({ welcomeBack: true })
    expect((await ask(makePerson(app), longAgo())).body).toEqual({ welcomeBack: false })
    const made = await signUp(person)
    expect((await ask(person, longAgo(), bearerOf(made))).body).toEqual({ welcomeBack: false })
    await app.runJobs()
    expect((await ask(person, longAgo())).body).toEqual({ welcomeBack: false })
  })

  test.each(['', 'yesterday', '-1', '1e3', '0x10', 'NaN', '99999999999999999999', '1.5', '{}'])(
    'ignores a first visit of %j',
    async (lastVisit) => {
      const person = makePerson(app)
      await person.prove()
      await person.send({ files })
      expect(await ask(person, lastVisit)).toMatchObject({ status: 200, body: { welcomeBack: false } })
      expect((await ask(person)).body).toEqual({ welcomeBack: false })
      const now = String(app.ctx.clock.nowMs() - 5 * HOUR_MS)
      expect((await ask(person, now)).body).toEqual({ welcomeBack: false })
    },
  )
})
