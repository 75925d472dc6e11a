import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { PASSWORD } from '#test/people/account-person'
import { showWork } from '#test/people/guessing'
import { makePerson } from '#test/people/people'
import { bearerOf, mailedCode, sessionCookie, signedUp, verifyAddress } from '#test/people/signing-up'

const MINUTE_MS = 60_000

let app: TestApp
beforeAll(async () => {
  app = await makeTestApp()
})
afterAll(async () => {
  await app.close()
})

const accountsOf = (email: string) =>
  app.ctx.db
    .selectFrom('accounts')
    .innerJoin('account_facts as facts', 'facts.id', 'accounts.id')
    .selectAll('accounts')
    .select(['facts.role', 'facts.subscription'])
    .where('accounts.email', '=', email)
    .execute()

describe('two steps make an account', () => {
  test('the code proves the address, the password signs in, and step 2 is skipped once proven', async () => {
    const person = makePerson(app)
    const email = person.address.toUpperCase()
    const asked = await person.call('verifySignup', { body: { email: ` ${email} `, verifyComplete: '' } })
    expect(asked).toMatchObject({ status: 200, body: { email: person.address, isVerified: false, resendInSeconds: 2 } })
    const verifyComplete = (await mailedCode(app, person.address)).toLowerCase()
    const proven = await person.call('verifySignup', { body: { email, verifyComplete, isTeamMember: false } })
    expect(proven).toMatchObject({ status: 200, body: { isVerified: true } })
    const again = await person.call('verifySignup', { body: { email, verifyComplete: false } })
    expect(again).toMatchObject({ status: 200, body: { isVerified: true } })
    expect(await app.mails(person.address)).toHaveLength(1)

    const made = await person.call('signUp', {
      body: { email, password: PASSWORD, fullName: ' Ada\n Lovelace ', company: 'Engines', timeZone: 'Asia/Hong_Kong' },
      headers: { 'accept-language': 'zh-CN' },
    })
    expect(made.status).toBe(201)
    expect(made.headers.get('cache-control')).toBe('private, no-store')
    expect(made.body.user).toMatchObject({ email: person.address, fullName: 'Ada Lovelace', company: 'Engines' })
    expect(made.body.user).toMatchObject({ lang: 'zh', timeZone: 'Asia/Hong_Kong', loginCount: 1 })
    const own = await person.call('listSessions', { headers: bearerOf(made) })
    expect(own.body.sessions).toMatchObject([{ id: made.body.refreshToken, isCurrent: true }])
    expect(await app.mails(person.address)).toHaveLength(1)
  })

  test('it begins free and on trial, whatever the call says about role, plan and payment', async () => {
    const person = makePerson(app)
    await verifyAddress(app, person)
    const made = await person.call('signUp', {
      body: {
        email: person.address,
        password: PASSWORD,
        role: 'teamelite',
        role_nickname: 'Team Elite',
        role_full: { uploadLimit: 1e15 },
        status: 'active',
        period: 'Yearly',
        stripeId: 'cus_of_somebody',
        fingerprint: { language: 'en' },
      },
    })
    expect(made.status).toBe(201)
    expect(made.body.user).toMatchObject({ role: 'free', subscription: 'trialing', status: 'ok' })
    expect(await accountsOf(person.address)).toMatchObject([{ role: 'free', subscription: 'trialing' }])
  })

  test('the partner that led here is kept, and no other text than a name', async () => {
    const person = makePerson(app)
    await verifyAddress(app, person)
    const ask = (referral: string) =>
      person.call('signUp', { body: { email: person.address, password: PASSWORD, referral } })
    for (const referral of ['', 'a b', '=1+1', 'a'.repeat(65)]) expect((await ask(referral)).status).toBe(400)
    expect((await ask('a'.repeat(64))).status).toBe(201)
    expect(await accountsOf(person.address)).toMatchObject([{ referral: 'a'.repeat(64), role: 'free' }])
  })

  test.each([
    ['_id', 'x'],
    ['isTeamMember', true],
    ['email_verified', true],
  ])('a field that is not the call’s, %s, is refused', async (field, value) => {
    const person = makePerson(app)
    const body = { email: person.address, password: PASSWORD, [field]: value }
    expect(await person.call('signUp', { body })).toMatchObject({ status: 400, body: { code: 'unknown-field' } })
  })
})

describe('refused sign-ups', () => {
  test('a wrong code with 403, five of them, and then the right one too', async () => {
    const person = makePerson(app)
    const email = person.address
    await person.call('verifySignup', { body: { email, verifyComplete: '' } })
    const right = await mailedCode(app, email)
    const wrong = right === '00000' ? '11111' : '00000'
    for (const triesLeft of [4, 3, 2, 1, 0]) {
      const answer = await person.call('verifySignup', { body: { email, verifyComplete: wrong } })
      expect(answer).toMatchObject({ status: 403, body: { code: 'signup-code-wrong', facts: { triesLeft } } })
    }
    const late = await person.call('verifySignup', { body: { email, verifyComplete: right } })
    expect(late).toMatchObject({ status: 403, body: { code: 'code-expired' } })
    const short = await person.call('verifySignup', { body: { email, verifyComplete: '12' } })
    expect(short).toMatchObject({ status: 400, body: { code: 'code-malformed' } })
  })

  test('an address that this browser has not proven, or not within 30 minutes, or that another browser has', async () => {
    const person = makePerson(app)
    const body = { email: person.address, password: PASSWORD }
    const unproven = { status: 403, body: { code: 'sender-unproven' } }
    expect(await person.call('signUp', { body })).toMatchObject(unproven)
    await verifyAddress(app, person)
    expect(await makePerson(app).call('signUp', { body })).toMatchObject(unproven)
    await app.passTime(31 * MINUTE_MS)
    expect(await person.call('signUp', { body })).toMatchObject(unproven)
    expect(await accountsOf(person.address)).toEqual([])
  })

  test.each([
    ['short', 'password-too-short', { minChars: 6 }],
    ['😀😀😀😀😀', 'password-too-short', { minChars: 6 }],
    ['PassWord1', 'password-too-common', {}],
    ['woaini1314', 'password-too-common', {}],
  ])('the password %s', async (password, code, facts) => {
    const person = makePerson(app)
    await verifyAddress(app, person)
    const answer = await person.call('signUp', { body: { email: person.address, password } })
    expect(answer).toMatchObject({ status: 400, body: { code, facts } })
  })

  test.each([
    ['password', 'x'.repeat(257)],
    ['password', 'a\0bcdefgh'],
    ['fullName', 'x'.repeat(201)],
  ])('a %s that cannot be stored', async (field, value) => {
    const person = makePerson(app)
    const body = { email: person.address, password: PASSWORD, [field]: value }
    expect(await person.call('signUp', { body })).toMatchObject({ status: 400, body: { code: 'invalid-input' } })
  })

  test.each(['fullName', 'company'])('a link in %s', async (field) => {
    const person = makePerson(app)
    await verifyAddress(app, person)
    const body = { email: person.address, password: PASSWORD, [field]: 'Win at https://evil.example/now' }
    const refused = { status: 400, body: { code: 'message-holds-link', facts: { field } } }
    expect(await person.call('signUp', { body })).toMatchObject(refused)
  })

  test('a team’s invitation: there are no teams yet', async () => {
    const person = makePerson(app)
    const body = { email: person.address, verifyComplete: '', isTeamMember: { newMemberEmail: person.address } }
    expect(await person.call('verifySignup', { body })).toMatchObject({ status: 404, body: { code: 'not-found' } })
  })
})

describe('an address with an account', () => {
  test('is reported in step 1 with 409: three times an hour to a network, ten times with work, and then no address is reported', async () => {
    const { person } = await signedUp(app)
    const stranger = makePerson(app)
    const ask = (email: string) => stranger.call('verifySignup', { body: { email, verifyComplete: '' } })
    const taken = { status: 409, body: { code: 'email-taken' } }
    for (let i = 0; i < 3; i++) expect(await ask(person.address)).toMatchObject(taken)
    const refused = await ask(person.address)
    expect(refused).toMatchObject({ status: 429, body: { code: 'proof-required', facts: { answers: 8, bits: 15 } } })
    expect(await ask('nobody@free.example')).toMatchObject({ status: 429, body: { code: 'proof-required' } })
    await showWork(stranger, refused.body.facts.challenge)
    for (let i = 3; i < 10; i++) expect(await ask(person.address)).toMatchObject(taken)
    for (const email of [person.address, 'nobody@free.example']) {
      expect(await ask(email)).toMatchObject({ status: 429, body: { code: 'too-many-requests' } })
    }
    expect(await app.mails('nobody@free.example')).toEqual([])
    expect(await app.mails(person.address)).toHaveLength(1)
  })

  test('is refused in step 2, even to a browser that has proven it', async () => {
    const { person } = await signedUp(app)
    const other = makePerson(app, person.address)
    await app.passTime(3_000)
    await other.prove()
    const body = { email: person.address, password: 'quite another password' }
    expect(await other.call('signUp', { body })).toMatchObject({ status: 409, body: { code: 'email-taken' } })
    expect(await person.call('signUp', { body })).toMatchObject({ status: 409, body: { code: 'email-taken' } })
  })

  test('64 concurrent sign-ups make one account', async () => {
    const email = `many-sign-ups@example.com`
    const people = Array.from({ length: 4 }, () => makePerson(app, email))
    for (const person of people) {
      await person.prove()
      await app.passTime(3_000)
    }
    const answers = await Promise.all(
      Array.from({ length: 64 }, (_, i) =>
        people[i % 4]?.call('signUp', { body: { email, password: `a password of browser ${i % 4}` } }),
      ),
    )
    const codes = answers.map((answer) => (answer?.status === 201 ? 'made' : answer?.body.code))
    expect(codes).toContain('made')
    for (const code of codes) expect(code).toBeOneOf(['made', 'email-taken', 'busy'])
    const made = answers.flatMap((answer, i) => (answer?.status === 201 ? [i % 4] : []))
    expect(new Set(made).size).toBe(1)
    expect(await accountsOf(email)).toHaveLength(1)
  })
})

test('a sign-up whose answer was lost is answered again, in this browser, with this password, for ten minutes', async () => {
  const { person, answer } = await signedUp(app)
  const body = { email: person.address, password: PASSWORD }
  const again = await person.call('signUp', { body })
  expect(again).toMatchObject({ status: 201, body: { user: { _id: answer.body.user._id } } })
  expect(sessionCookie(again)).toBeDefined()
  await app.passTime(11 * MINUTE_MS)
  expect(await person.call('signUp', { body })).toMatchObject({ status: 409, body: { code: 'email-taken' } })
})

test("a password is only stored as argon2id with the service's settings", async () => {
  const { person } = await signedUp(app)
  const [account] = await accountsOf(person.address)
  expect(account?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  const { rows } = await sql<{ found: number }>`
    select count(*)::int as found from accounts where to_jsonb(accounts)::text like ${`%${PASSWORD}%`}`.execute(
    app.ctx.db,
  )
  expect(rows).toEqual([{ found: 0 }])
})
