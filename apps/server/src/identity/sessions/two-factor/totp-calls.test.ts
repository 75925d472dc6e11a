import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TestApp } from '#test/app/test-app'
import { type AccountPerson, makeAccount, PASSWORD } from '#test/people/account-person'
import { makePerson } from '#test/people/people'
import { codeOf, logInAs, steppedUp, withTotp } from '#test/people/second-factors'
import { verifyFactor } from './verify-factor.ts'

let app: TestApp
beforeAll(async () => {
  app = await TestApp.make()
})
afterAll(() => app.close())

const wrongFactor = { status: 401, body: { code: 'second-factor-wrong' } }

/** As if the current codes had never been used. */
const forgetStep = ({ accountId }: AccountPerson) =>
  sql`update accounts set totp_step = null where id = ${accountId}`.execute(app.ctx.db)

describe('an authenticator app', () => {
  test('is active once its code was confirmed, comes with ten recovery codes, and is reported to the owner', async () => {
    const person = await makeAccount(app)
    const begun = await person.call('beginTotp', { body: { password: PASSWORD } })
    expect(begun.body.uri).toContain(`secret=${begun.body.secret}`)
    expect((await person.call('listFactors')).body).toEqual({ hasTotp: false, recoveryCodesLeft: 0, passkeys: [] })
    const confirmed = await person.call('confirmTotp', { body: { code: ` ${codeOf(begun.body.secret)} ` } })
    expect(confirmed.status).toBe(200)
    expect(new Set(confirmed.body.recoveryCodes).size).toBe(10)
    expect((await person.call('listFactors')).body).toEqual({ hasTotp: true, recoveryCodesLeft: 10, passkeys: [] })
    expect((await person.call('readAccount')).body.user).toMatchObject({ hasTotp: true, passkeyCount: 0 })
    const [mail] = await app.mails(person.address)
    expect(mail?.subject).toBe('An authenticator app was added to your account')
  })

  test('is required at the next login, and signs in', async () => {
    const person = await makeAccount(app)
    const { code } = await withTotp(person)
    const login = await logInAs(app, person)
    expect(login.secondFactor).toMatchObject({ kinds: ['totp', 'recovery'], passkeyOptions: null })
    expect(await login.answer({ code: code(1) })).toMatchObject({
      status: 200,
      body: { user: { _id: person.accountId } },
    })
  })

  test('accepts a code once, the confirming one included, and never after a later one', async () => {
    const person = await makeAccount(app)
    const { code } = await withTotp(person)
    const login = await logInAs(app, person)
    expect(await login.answer({ code: code(0) })).toMatchObject(wrongFactor)
    expect((await login.answer({ code: code(1) })).status).toBe(200)
    const again = await logInAs(app, person)
    for (const steps of [1, 0, -1]) expect(await again.answer({ code: code(steps) })).toMatchObject(wrongFactor)
  })

  test('signs in once with the same code at the same time', async () => {
    const person = await makeAccount(app)
    const code = (await withTotp(person)).code(1)
    const outcomes = await Promise.all(
      Array.from({ length: 16 }, () =>
        app.ctx.db
          .transaction()
          .execute((tx) => verifyFactor(app.ctx, tx, person.accountId, { code, challenge: null })),
      ),
    )
    expect(outcomes.filter(Boolean)).toHaveLength(1)
  })

  test('is not activated by wrong codes and nonsense, and allows five tries', async () => {
    const person = await makeAccount(app)
    expect(await person.call('confirmTotp', { body: { code: '123456' } })).toMatchObject(wrongFactor)
    const { secret } = (await person.call('beginTotp', { body: { password: PASSWORD } })).body
    for (const code of ['', 'abcdef', codeOf(secret, 5), codeOf(secret, -5), '１'.repeat(64)]) {
      expect(await person.call('confirmTotp', { body: { code } })).toMatchObject(wrongFactor)
    }
    expect(await person.call('confirmTotp', { body: { code: codeOf(secret) } })).toMatchObject(wrongFactor)
    expect((await person.call('listFactors')).body.hasTotp).toBe(false)
  })

  test('cannot be continued in another session, nor after ten minutes', async () => {
    const [person, other] = [await makeAccount(app), await makeAccount(app)]
    const { secret } = (await person.call('beginTotp', { body: { password: PASSWORD } })).body
    expect(await other.call('confirmTotp', { body: { code: codeOf(secret) } })).toMatchObject(wrongFactor)
    await sql`update challenges set expires_at = now() where account_id = ${person.accountId}`.execute(app.ctx.db)
    expect(await person.call('confirmTotp', { body: { code: codeOf(secret) } })).toMatchObject(wrongFactor)
  })

  test('stays active until the next is confirmed, and keeps its recovery codes', async () => {
    const person = await makeAccount(app)
    const { code, recoveryCodes } = await withTotp(person)
    const headers = await steppedUp(person, recoveryCodes[0] ?? '')
    const next = (await person.call('beginTotp', { body: {}, headers })).body
    const login = await logInAs(app, person)
    expect((await login.answer({ code: code(1) })).status).toBe(200)
    const confirmed = await person.call('confirmTotp', { body: { code: codeOf(next.secret) } })
    expect(confirmed).toMatchObject({ status: 200, body: { recoveryCodes: [] } })
    const again = await logInAs(app, person)
    await forgetStep(person)
    expect(await again.answer({ code: code(1) })).toMatchObject(wrongFactor)
    expect((await again.answer({ code: codeOf(next.secret) })).status).toBe(200)
  })

  test('is removed with the password and a factor, together with the recovery codes', async () => {
    const person = await makeAccount(app)
    const { recoveryCodes } = await withTotp(person)
    const [first = '', second = ''] = recoveryCodes
    for (const name of ['beginTotp', 'removeTotp', 'beginPasskey'] as const) {
      const refusals = [
        [{ password: PASSWORD }, 'step-up-required'],
        [{ password: 'not it', code: first }, 'password-wrong'],
        [{ password: PASSWORD, code: '000000' }, 'second-factor-wrong'],
      ] as const
      for (const [body, code] of refusals) expect(await person.call(name, { body })).toMatchObject({ body: { code } })
    }
    expect((await person.call('removeTotp', { body: { password: PASSWORD, code: second } })).status).toBe(204)
    expect((await person.call('removeTotp', { body: { password: PASSWORD } })).status).toBe(204)
    expect((await person.call('listFactors')).body).toEqual({ hasTotp: false, recoveryCodesLeft: 0, passkeys: [] })
    expect((await logInAs(app, person)).secondFactor).toBeNull()
    const told = (await app.mails(person.address)).map(({ subject }) => subject)
    expect(told.filter((subject) => subject === 'The authenticator app was removed from your account')).toHaveLength(1)
  })

  test('never has its plain secret in the database', async () => {
    const person = await makeAccount(app)
    const { secret, recoveryCodes } = await withTotp(person)
    const { rows } = await sql`
      select accounts.*, (select json_agg(challenges) from challenges where account_id = accounts.id) as begun,
        (select json_agg(recovery_codes) from recovery_codes where account_id = accounts.id) as codes
      from accounts where id = ${person.accountId}`.execute(app.ctx.db)
    const kept = JSON.stringify(rows)
    for (const told of [secret, ...recoveryCodes]) expect(kept).not.toContain(told)
  })
})

describe('recovery codes', () => {
  test('sign in once each, however typed', async () => {
    const person = await makeAccount(app)
    const { recoveryCodes } = await withTotp(person)
    const [first = ''] = recoveryCodes
    const login = await logInAs(app, person)
    expect((await login.answer({ code: first.toLowerCase().replace('-', ' ') })).status).toBe(200)
    expect((await person.call('listFactors')).body.recoveryCodesLeft).toBe(9)
    const again = await logInAs(app, person)
    expect(await again.answer({ code: first })).toMatchObject(wrongFactor)
  })

  test('sign in once when the same code is sent 64 times at once', async () => {
    const person = await makeAccount(app)
    const { recoveryCodes } = await withTotp(person)
    for (const code of recoveryCodes) {
      const outcomes = await Promise.all(
        Array.from({ length: 64 }, () =>
          app.ctx.db
            .transaction()
            .execute((tx) => verifyFactor(app.ctx, tx, person.accountId, { code, challenge: null })),
        ),
      )
      expect(outcomes.filter(Boolean)).toHaveLength(1)
    }
    expect((await person.call('listFactors')).body.recoveryCodesLeft).toBe(0)
    expect((await logInAs(app, person)).secondFactor?.kinds).toEqual(['totp'])
  })

  test('do not work for another account', async () => {
    const [person, other] = [await makeAccount(app), await makeAccount(app)]
    const { recoveryCodes } = await withTotp(person)
    await withTotp(other)
    const login = await logInAs(app, other)
    expect(await login.answer({ code: recoveryCodes[0] ?? '' })).toMatchObject(wrongFactor)
  })
})

test('are unavailable to a visitor', async () => {
  const visitor = makePerson(app)
  const bodies = {
    listFactors: undefined,
    beginTotp: { password: 'x' },
    confirmTotp: { code: '1' },
    removeTotp: { password: 'x' },
  }
  for (const [name, body] of Object.entries(bodies)) {
    const answer = await visitor.call(name as keyof typeof bodies, { body })
    expect(answer).toMatchObject({ status: 401, body: { code: 'unauthenticated' } })
  }
})
