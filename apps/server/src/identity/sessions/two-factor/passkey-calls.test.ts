import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TestApp } from '#test/app/test-app'
import { makeAccount, PASSWORD } from '#test/people/account-person'
import { logInAs, withPasskey, withTotp } from '#test/people/second-factors'
import { type PasskeyOptions, SoftwarePasskey } from '#test/people/software-passkey'

let app: TestApp
beforeAll(async () => {
  app = await TestApp.make()
})
afterAll(() => app.close())

const wrongFactor = { status: 401, body: { code: 'second-factor-wrong' } }

async function begin(person: Awaited<ReturnType<typeof makeAccount>>): Promise<PasskeyOptions> {
  return (await person.call('beginPasskey', { body: { password: PASSWORD } })).body.options
}

describe('adding', () => {
  test('stores a passkey under its name, returns recovery codes, and tells the owner', async () => {
    const person = await makeAccount(app)
    const options = await begin(person)
    expect(options).toMatchObject({
      rp: { id: 'localhost', name: 'Waybill' },
      user: { name: person.address },
      attestation: 'none',
    })
    const passkey = new SoftwarePasskey(app.origin).create(options)
    const added = await person.call('addPasskey', { body: { name: ' Blue\u202e key ', passkey } })
    expect(added.status).toBe(201)
    expect(added.body.recoveryCodes).toHaveLength(10)
    expect((await person.call('listFactors')).body).toMatchObject({
      hasTotp: false,
      recoveryCodesLeft: 10,
      passkeys: [{ id: added.body.id, name: 'Blue key', lastUsedAt: null }],
    })
    const { rows } = await sql`select transports from passkeys where id = ${added.body.id}`.execute(app.ctx.db)
    expect(rows).toEqual([{ transports: ['internal'] }])
    const [mail] = await app.mails(person.address)
    expect(mail).toMatchObject({
      subject: 'A passkey was added to your account',
      text: expect.stringContaining('Blue key'),
    })
  })

  test('accepts an answer once, and no other answer', async () => {
    const person = await makeAccount(app)
    const options = await begin(person)
    const passkey = new SoftwarePasskey(app.origin)
    const made = passkey.create(options)
    expect((await person.call('addPasskey', { body: { passkey: made } })).status).toBe(201)
    expect(await person.call('addPasskey', { body: { passkey: made } })).toMatchObject(wrongFactor)
    // The same credential again, for any account.
    const other = await makeAccount(app)
    expect(await other.call('addPasskey', { body: { passkey: passkey.create(await begin(other)) } })).toMatchObject(
      wrongFactor,
    )
  })

  test('refuses one from elsewhere, for elsewhere, or for another challenge', async () => {
    const person = await makeAccount(app)
    const cases: Array<(options: PasskeyOptions) => unknown> = [
      (options) => new SoftwarePasskey('https://evil.example').create(options),
      (options) => new SoftwarePasskey(app.origin.replace('localhost', '127.0.0.1')).create(options),
      (options) => new SoftwarePasskey(app.origin).create({ ...options, rp: { id: 'evil.example' } }),
      (options) => new SoftwarePasskey(app.origin).create({ ...options, challenge: 'AAAA' }),
    ]
    for (const answerTo of cases) {
      const options = await begin(person)
      expect(await person.call('addPasskey', { body: { passkey: answerTo(options) } })).toMatchObject(wrongFactor)
    }
    expect((await person.call('listFactors')).body.passkeys).toEqual([])
  })

  test("refuses a maker's certificates before it fetches anything they name", async () => {
    const person = await makeAccount(app)
    const statements = [
      { fmt: 'packed', attStmt: new Map<string, never>([['x5c', new Map() as never]]) },
      { fmt: 'android-key', attStmt: new Map<string, never>() },
      { fmt: 'fido-u2f', attStmt: new Map<string, never>() },
    ]
    for (const statement of statements) {
      const passkey = new SoftwarePasskey(app.origin).create(await begin(person), statement)
      expect(await person.call('addPasskey', { body: { passkey } })).toMatchObject(wrongFactor)
    }
  })

  test('treats nonsense as wrong, never as our error', async () => {
    const person = await makeAccount(app)
    const sound = new SoftwarePasskey(app.origin).create(await begin(person))
    const nonsense = [
      {},
      { ...sound, id: 7 },
      { ...sound, response: null },
      { ...sound, response: { ...sound.response, attestationObject: 'AAAA' } },
      { ...sound, response: { ...sound.response, clientDataJSON: '%%%' } },
    ]
    for (const passkey of nonsense) {
      await begin(person)
      expect(await person.call('addPasskey', { body: { passkey } })).toMatchObject(wrongFactor)
    }
  })
})

describe('signing in', () => {
  test("accepts the passkey's signature of the login's challenge, once", async () => {
    const person = await makeAccount(app)
    const { passkey } = await withPasskey(app, person)
    const login = await logInAs(app, person)
    expect(login.secondFactor).toMatchObject({
      kinds: ['passkey', 'recovery'],
      passkeyOptions: { rpId: 'localhost', allowCredentials: [{ id: passkey.id.toString('base64url') }] },
    })
    const given = { passkey: passkey.get(login.secondFactor?.passkeyOptions as PasskeyOptions) }
    expect((await login.answer(given)).status).toBe(200)
    expect(await login.answer(given)).toMatchObject({ status: 401, body: { code: 'login-expired' } })
    const again = await logInAs(app, person)
    expect(await again.answer(given)).toMatchObject(wrongFactor)
    expect((await person.call('listFactors')).body.passkeys[0].lastUsedAt).not.toBeNull()
  })

  test('refuses one from elsewhere, or by another key', async () => {
    const person = await makeAccount(app)
    const { passkey } = await withPasskey(app, person)
    const other = await makeAccount(app)
    const { passkey: foreign } = await withPasskey(app, other)
    const login = await logInAs(app, person)
    const options = login.secondFactor?.passkeyOptions as PasskeyOptions
    const copied = Object.assign(new SoftwarePasskey(app.origin), { id: passkey.id })
    for (const given of [
      foreign.get(options),
      copied.get(options),
      { ...passkey.get(options), id: foreign.id.toString('base64url') },
      passkey.get({ ...options, rpId: 'evil.example' }),
    ]) {
      expect(await login.answer({ passkey: given })).toMatchObject(wrongFactor)
    }
    const onceMore = await logInAs(app, other)
    for (const given of [{}, { id: 7 }, { id: 'a\0b' }, { id: foreign.id.toString('base64url'), response: {} }]) {
      expect(await onceMore.answer({ passkey: given })).toMatchObject(wrongFactor)
    }
  })

  test('gives a page of another origin nothing, even with the real key', async () => {
    const person = await makeAccount(app)
    const { passkey } = await withPasskey(app, person)
    const login = await logInAs(app, person)
    const phished = Object.assign(Object.create(Object.getPrototypeOf(passkey)), passkey, {
      origin: 'https://evil.example',
    })
    const given = { passkey: phished.get(login.secondFactor?.passkeyOptions) }
    expect(await login.answer(given)).toMatchObject(wrongFactor)
  })

  test('treats a counter that stops or decreases as a copy', async () => {
    const person = await makeAccount(app)
    const { passkey } = await withPasskey(app, person, new SoftwarePasskey(app.origin, { counter: 5 }))
    const login = await logInAs(app, person)
    expect(
      (await login.answer({ passkey: passkey.get(login.secondFactor?.passkeyOptions as PasskeyOptions) })).status,
    ).toBe(200)
    for (const counter of [1, 5]) {
      passkey.counter = counter
      const again = await logInAs(app, person)
      const given = passkey.get(again.secondFactor?.passkeyOptions as PasskeyOptions)
      expect(await again.answer({ passkey: given })).toMatchObject(wrongFactor)
    }
  })
})

describe('removing', () => {
  test('deletes the recovery codes with the last factor, not with one of two', async () => {
    const person = await makeAccount(app)
    const { id, passkey } = await withPasskey(app, person)
    const { ticket, passkeyOptions } = (await person.call('beginStepUp', { body: { password: PASSWORD } })).body
      .secondFactor
    const shown = await person.call('finishStepUp', { body: { ticket, passkey: passkey.get(passkeyOptions) } })
    const headers = { 'waybill-step-up': shown.body.stepUp }
    expect((await withTotp(person, headers)).recoveryCodes).toEqual([])
    const gone = await person.call('removePasskey', { params: { passkey: id }, body: {}, headers })
    expect(gone.status).toBe(204)
    expect((await person.call('listFactors')).body).toEqual({ hasTotp: true, recoveryCodesLeft: 10, passkeys: [] })
    await person.call('removeTotp', { body: {}, headers })
    expect((await person.call('listFactors')).body).toEqual({ hasTotp: false, recoveryCodesLeft: 0, passkeys: [] })
  })

  test('refuses another account’s, or a call without a factor', async () => {
    const [person, other] = [await makeAccount(app), await makeAccount(app)]
    const { id } = await withPasskey(app, person)
    const asked = { params: { passkey: id }, body: { password: PASSWORD } }
    expect(await other.call('removePasskey', asked)).toMatchObject({ status: 404, body: { code: 'passkey-not-found' } })
    expect(await person.call('removePasskey', asked)).toMatchObject({ status: 403, body: { code: 'step-up-required' } })
    expect((await person.call('listFactors')).body.passkeys).toHaveLength(1)
  })
})
