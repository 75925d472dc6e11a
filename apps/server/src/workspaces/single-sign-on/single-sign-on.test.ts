import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { CLIENT, OpenIdProvider, type ProviderPerson } from '#test/http/open-id-provider'
import { type AccountPerson, makeAccount, PASSWORD } from '#test/people/account-person'
import { makePerson, type Person } from '#test/people/people'
import { changeAccount } from '#test/people/put-account'
import { withTotp } from '#test/people/second-factors'
import { invite, inviteTokenOf, joinAs } from '#test/people/team'

let app: TestApp
let provider: OpenIdProvider
beforeAll(async () => {
  provider = await OpenIdProvider.open()
  app = await makeTestApp({ env: { SSO_ALLOW_HOSTS: provider.host } })
  await provider.serve(`${app.origin}/login`)
})
afterAll(async () => {
  await app?.close()
  await provider?.close()
})
afterEach(() => {
  provider.faults = {}
})

let domains = 0
const settings = () => ({
  issuer: provider.issuer,
  clientId: CLIENT.id,
  clientSecret: CLIENT.secret,
  password: PASSWORD,
})

/** A company with single sign-on: its domain is that of its admin's address. */
async function company({ save = true, name = 'admin', domain = `company-${++domains}.example` } = {}) {
  const own = { email: `${name}@${domain}`, company: 'Lovelace' }
  const admin = await makeAccount(app, { role: 'business', subscription: 'active', ...own })
  if (save) expect((await admin.call('saveSso', { body: settings() })).status).toBe(200)
  const somebody = (name: string): ProviderPerson => ({
    sub: `${name}@${domain}`,
    email: `${name}@${domain}`,
    email_verified: true,
    name: `Name of ${name}`,
  })
  return { domain, admin, somebody }
}

const begin = (browser: Person, email: string) => browser.call('beginSso', { body: { email } })

/** Signs somebody in through the provider on a new browser. */
async function signIn(person: ProviderPerson, typed = person.email, browser = makePerson(app)) {
  const { body } = await begin(browser, typed)
  const query = await provider.signIn(body.url, person)
  return { browser, query, answer: await browser.call('finishSso', { body: query }) }
}

const refused = (because: string) => ({ status: 403, body: { code: 'sso-refused', facts: { because } } })
const failed = (because: string) => ({ status: 403, body: { code: 'sso-failed', facts: { because } } })

describe('setting it up', () => {
  test('takes the plan, a domain of the admin’s own, and a provider that answers; the secret is never shown', async () => {
    const { admin, domain } = await company({ save: false })
    const save = (change: object) => admin.call('saveSso', { body: { ...settings(), ...change } })
    const unfit = (because: string) => ({ status: 422, body: { code: 'sso-issuer-unfit', facts: { because } } })
    for (const issuer of ['http://localhost', 'https://localhost:1', 'https://10.0.0.1', `${provider.issuer}/?a`]) {
      expect([issuer, await save({ issuer })]).toMatchObject([issuer, unfit('address')])
    }
    expect(await save({ issuer: `${provider.issuer}/other` })).toMatchObject(unfit('unreachable'))
    expect(await save({ issuer: `${provider.issuer}/` })).toMatchObject(unfit('mismatch'))
    expect(await save({ clientSecret: '' })).toMatchObject(unfit('secret'))
    expect(await save({ password: 'wrong' })).toMatchObject({ body: { code: 'password-wrong' } })
    const saved = await save({})
    expect(saved.body).toEqual({
      sso: { issuer: provider.issuer, clientId: CLIENT.id, domain, isTried: false, isRequired: false },
      redirectUri: `${app.origin}/login`,
      ownDomain: domain,
    })
    expect((await save({ clientSecret: '' })).status).toBe(200)
    const { rows } = await app.ctx.pool.query('select sealed_secret from single_sign_ons')
    expect(String(rows.map((row) => row.sealed_secret.toString('latin1')))).not.toContain(CLIENT.secret)
    const second = await makeAccount(app, { role: 'business', subscription: 'active', email: `second@${domain}` })
    expect(await second.call('saveSso', { body: settings() })).toMatchObject({
      status: 409,
      body: { code: 'sso-domain-refused', facts: { because: 'taken' } },
    })
    const rivals = await Promise.all(
      ['one', 'two', 'three'].map((name) => company({ save: false, name, domain: `rivals-${domain}` })),
    )
    const saves = await Promise.all(rivals.map((rival) => rival.admin.call('saveSso', { body: settings() })))
    expect(saves.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    const atGmail = await makeAccount(app, { role: 'business', subscription: 'active', email: 'x@gmail.com' })
    expect((await atGmail.call('saveSso', { body: settings() })).body.facts).toEqual({ because: 'public' })
    const small = await makeAccount(app, { role: 'pro', subscription: 'active' })
    expect((await small.call('saveSso', { body: settings() })).body.code).toBe('sso-reserved')
  })
})

describe('signing in', () => {
  test('makes a member at the first time, within the seats, and opens the same account from then on', async () => {
    const { admin, domain, somebody } = await company()
    const { answer, browser } = await signIn(somebody('eva'))
    expect(answer).toMatchObject({ status: 200, body: { user: { email: `eva@${domain}`, memberRole: 'member' } } })
    expect(answer.body.user).toMatchObject({ fullName: 'Name of eva', company: 'Lovelace', isTeamMember: true })
    expect((await browser.call('refreshSession')).body.user._id).toBe(answer.body.user._id)
    expect((await app.mails(admin.address))[0]?.subject).toContain(`eva@${domain}`)
    // The account is the person's at the provider, whatever address they have there by now.
    const renamed = { ...somebody('eva'), email: `eva.new@${domain}` }
    expect((await signIn(renamed)).answer.body.user._id).toBe(answer.body.user._id)
    // Seats: business has five.
    const names = ['a', 'b', 'c', 'd']
    for (const name of names) expect((await signIn(somebody(name))).answer.status).toBe(200)
    const { body } = await admin.call('readTeam')
    expect(body.team.seats).toEqual({ limit: 5, members: 5, invites: 0 })
    expect((await signIn(somebody('late'))).answer).toMatchObject(refused('seat'))
  })

  test('uses the seat and the role of an invitation', async () => {
    const { admin, domain, somebody } = await company()
    await invite(admin, [`ivy@${domain}`], 'manager')
    const { answer } = await signIn(somebody('ivy'))
    expect(answer.body.user.memberRole).toBe('manager')
    expect((await admin.call('readTeam')).body.team).toMatchObject({ seats: { members: 1, invites: 0 }, invites: [] })
  })

  test('never opens an account outside the team, and nobody who was removed comes back without an invitation', async () => {
    const { admin, domain, somebody } = await company()
    const outside = await makeAccount(app, { email: `own@${domain}` })
    expect((await signIn(somebody('own'))).answer).toMatchObject(refused('elsewhere'))
    expect((await outside.call('readAccount')).body.user.isTeamMember).toBe(false)

    const joined = await signIn(somebody('max'))
    const { _id: member } = joined.answer.body.user
    await admin.call('removeMember', { params: { member }, body: {} })
    expect((await joined.browser.call('refreshSession')).status).toBe(401)
    expect((await signIn(somebody('max'))).answer).toMatchObject(refused('left'))
    await invite(admin, [`own@${domain}`])
    await joinAs(app, outside, await inviteTokenOf(app, outside.address))
    expect((await signIn(somebody('own'))).answer.body.user._id).toBe(outside.accountId)
    // Somebody else who gets the address at the provider is not that member.
    expect((await signIn({ ...somebody('own'), sub: 'another' })).answer).toMatchObject(refused('linked'))
  })

  test('still asks for the account’s own second factor, and for the one that its team requires', async () => {
    const { admin, domain, somebody } = await company()
    const { recoveryCodes } = await withTotp(admin)
    const asked = await signIn({ ...somebody('admin') })
    const { ticket } = asked.answer.body.secondFactor
    expect(asked.answer.body).not.toHaveProperty('accessToken')
    const body = { ticket, code: recoveryCodes[0] }
    const entered = await asked.browser.call('answerSecondFactor', { body })
    expect(entered.body.user.email).toBe(`admin@${domain}`)
    const shown = { password: PASSWORD, code: recoveryCodes[1] }
    await admin.call('requireSecondFactor', { body: { isRequired: true, ...shown } })
    const { answer } = await signIn(somebody('new'))
    expect(answer.body.user.secondFactorRule).toBe('unmet')
  })

  test('is unknown where nobody set it up, and where the plan has it no more', async () => {
    const { admin, domain } = await company()
    const unknown = { status: 404, body: { code: 'sso-unknown' } }
    for (const email of ['x@nobody.example', `x@sub.${domain}`, 'no address', `x@${domain}.example`]) {
      expect([email, await begin(makePerson(app), email)]).toMatchObject([email, unknown])
    }
    await changeAccount(app.ctx.db, admin.accountId, { role: 'pro' })
    expect(await begin(makePerson(app), `x@${domain}`)).toMatchObject(unknown)
  })
})

describe('what is refused', () => {
  test('tokens that are not for us, now, from this provider, or not signed', async () => {
    const { somebody } = await company()
    const nowSeconds = Math.floor(Date.now() / 1_000)
    const wrong: Array<[string, OpenIdProvider['faults']]> = [
      ['nonce', { claims: (claims) => ({ ...claims, nonce: 'another' }) }],
      ['no nonce', { claims: ({ nonce: _nonce, ...claims }) => claims }],
      ['audience', { claims: (claims) => ({ ...claims, aud: 'another client' }) }],
      ['two audiences', { claims: (claims) => ({ ...claims, aud: [CLIENT.id, 'another'] }) }],
      ['azp', { claims: (claims) => ({ ...claims, azp: 'another client' }) }],
      ['issuer', { claims: (claims) => ({ ...claims, iss: 'https://login.example.com' }) }],
      ['expired', { claims: (claims) => ({ ...claims, exp: nowSeconds - 120 }) }],
      ['old', { claims: (claims) => ({ ...claims, iat: nowSeconds - 3_600, exp: nowSeconds + 60 }) }],
      ['no end', { claims: ({ exp: _exp, ...claims }) => claims }],
      ['subject', { claims: ({ sub: _sub, ...claims }) => claims }],
      ['none', { isUnsigned: true }],
      ['forged', { isForged: true }],
    ]
    for (const [name, faults] of wrong) {
      provider.faults = faults
      expect([name, (await signIn(somebody('w'))).answer]).toMatchObject([name, failed('token')])
    }
  })

  test('addresses that are not verified, or not at the domain of the company', async () => {
    const { somebody, domain } = await company()
    const other = await company()
    const typed = `p@${domain}`
    for (const email_verified of [false, undefined]) {
      expect((await signIn({ ...somebody('p'), email_verified })).answer).toMatchObject(refused('unverified'))
    }
    for (const email of [`p@${other.domain}`, `p@sub.${domain}`, `p@not${domain}`]) {
      const { answer } = await signIn({ ...somebody('p'), email }, typed)
      expect([email, answer]).toMatchObject([email, refused('domain')])
    }
  })

  test('a code or state in another browser, twice, or of another try', async () => {
    const { somebody, domain } = await company()
    const browser = makePerson(app)
    const { body } = await begin(browser, `r@${domain}`)
    const query = await provider.signIn(body.url, somebody('r'))
    const finish = (at: Person, change = {}) => at.call('finishSso', { body: { ...query, ...change } })
    expect(await finish(makePerson(app))).toMatchObject(failed('expired'))
    const other = makePerson(app)
    await begin(other, `r@${domain}`)
    expect(await finish(other)).toMatchObject(failed('expired'))
    // The code of one try with the state of another: PKCE.
    const { body: second } = await begin(other, `r@${domain}`)
    const state = new URL(second.url).searchParams.get('state')
    expect(await finish(other, { state })).toMatchObject(failed('token'))
    const { body: third } = await begin(browser, `r@${domain}`)
    const fresh = await provider.signIn(third.url, somebody('r'))
    const once = await browser.call('finishSso', { body: { ...fresh, iss: 'https://login.example.com' } })
    expect(once).toMatchObject(failed('token'))
    expect(await browser.call('finishSso', { body: fresh })).toMatchObject(failed('expired'))
    await begin(browser, `r@${domain}`)
    const declined = { state: new URL((await begin(browser, `r@${domain}`)).body.url).searchParams.get('state') }
    expect(await browser.call('finishSso', { body: { ...declined, error: 'access_denied' } })).toMatchObject(
      failed('declined'),
    )
  })

  test('a provider that is away, slow or talks nonsense; new keys of it are taken', async () => {
    const { somebody, domain } = await company()
    expect((await signIn(somebody('k'))).answer.status).toBe(200)
    await provider.serve(`${app.origin}/login`)
    // Keys just read are not read again at once: a flood of foreign tokens asks the provider nothing.
    const { answer } = await signIn(somebody('k'))
    expect(answer).toMatchObject(failed('token'))
    const { nowMs } = app.ctx.clock
    app.ctx.clock.nowMs = () => nowMs() + 11_000
    expect((await signIn(somebody('k'))).answer.status).toBe(200)
    app.ctx.clock.nowMs = nowMs
    const nonsense: Array<[string, number, string | null]> = [
      ['sso-unavailable', 500, 'broken'],
      ['sso-failed', 200, 'no json'],
      ['sso-unavailable', 200, null],
    ]
    for (const [code, status, text] of nonsense) {
      const browser = makePerson(app)
      const { body } = await begin(browser, `k@${domain}`)
      const query = await provider.signIn(body.url, somebody('k'))
      // Without a text it never answers.
      const answer: OpenIdProvider['faults']['answer'] = ({ url }, response) =>
        url === '/token' && (text === null || Boolean(response.writeHead(status).end(text)))
      provider.faults = { answer }
      expect([code, await browser.call('finishSso', { body: query })]).toMatchObject([code, { body: { code } }])
      provider.faults = {}
    }
  })
})

describe('members must use it', () => {
  const logIn = (email: string) => makePerson(app).call('logIn', { body: { email, password: PASSWORD } })
  const require = (admin: AccountPerson, isRequired = true) =>
    admin.call('requireSso', { body: { isRequired, password: PASSWORD } })

  test('once the admin has signed in that way; the admin and members elsewhere keep the password', async () => {
    const { admin, domain, somebody } = await company()
    const member = await makeAccount(app, { email: `pw@${domain}` })
    const outside = await makeAccount(app, { email: `pw@elsewhere-${domain}` })
    await invite(admin, [member.address, outside.address])
    for (const person of [member, outside]) await joinAs(app, person)
    expect(await require(admin)).toMatchObject({ status: 409, body: { code: 'sso-not-tried' } })
    expect((await signIn(somebody('admin'))).answer.body.user._id).toBe(admin.accountId)
    expect((await require(admin)).body.sso).toMatchObject({ isTried: true, isRequired: true })
    expect(await logIn(member.address)).toMatchObject({ status: 403, body: { code: 'sso-required' } })
    const wrong = await makePerson(app).call('logIn', { body: { email: member.address, password: 'wrong' } })
    expect(wrong.body.code).toBe('login-refused')
    for (const person of [admin, outside]) expect((await logIn(person.address)).status).toBe(200)
    expect((await member.call('listTransfers')).status).toBe(200)
    expect((await signIn(somebody('pw'))).answer.body.user._id).toBe(member.accountId)
    await changeAccount(app.ctx.db, admin.accountId, { role: 'pro' })
    expect((await logIn(member.address)).status).toBe(200)
    await changeAccount(app.ctx.db, admin.accountId, { role: 'business' })
    // A change of the provider has to be tried again.
    expect((await admin.call('saveSso', { body: settings() })).body.sso).toMatchObject({ isRequired: false })
    await signIn(somebody('admin'))
    await require(admin)
    expect((await admin.call('removeSso', { body: { password: PASSWORD } })).body.sso).toBeNull()
    expect((await logIn(member.address)).status).toBe(200)
  })
})
