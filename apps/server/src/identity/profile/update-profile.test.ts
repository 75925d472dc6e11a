import type { User } from '@waybill/contract/identity/profile-endpoints'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TestApp } from '#test/app/test-app'
import { type AccountPerson, makeAccount } from '#test/people/account-person'
import { makePerson } from '#test/people/people'
import { changeAccount } from '#test/people/put-account'

let app: TestApp
beforeAll(async () => {
  app = await TestApp.make()
})
afterAll(() => app.close())

const update = (person: AccountPerson, body: unknown) => person.call('updateProfile', { body })
const userOf = async (person: AccountPerson): Promise<User> => (await person.call('readAccount')).body.user

test('reads the current account', async () => {
  const person = await makeAccount(app, { role: 'pro', subscription: 'past_due', fullName: 'Ada', isSuspended: true })
  expect(await userOf(person)).toEqual({
    _id: person.accountId,
    email: person.address,
    fullName: 'Ada',
    company: '',
    profilePic: null,
    role: 'pro',
    region: 'cn-hongkong',
    folderSize: 0,
    storageLimit: 200_000_000_000,
    thisMonthsTransfers: 0,
    subscription: 'past_due',
    status: 'revoke',
    isTeamMember: false,
    memberRole: 'admin',
    team: [],
    parentAdmin: null,
    hasLostSeat: false,
    overSeats: null,
    secondFactorRule: 'none',
    logoPic: null,
    brandName: '',
    isAskedToAdminister: false,
    transferSettings: {
      expirySeconds: 604_800,
      sendAs: 'email',
      language: 'en',
      alerts: 'finished',
      remindRecipients: false,
      onlyProven: false,
      downloadLimit: null,
    },
    requestSettings: {
      expirySeconds: 604_800,
      identity: 'optional',
      supplierNoun: 'supplier',
      language: 'en',
      reminders: true,
      reminderDays: [3, 1],
      deadlineRule: 'supplier',
      notices: true,
    },
    domain_status: 'none',
    typedDomain: null,
    customDomainOption: 'standard',
    pmDomain: null,
    linkOrigin: null,
    loginCount: 0,
    lang: 'en',
    timeZone: null,
    hasTotp: false,
    isLed: true,
    passkeyCount: 0,
    isSumo: { isSumo: false },
  })
})

describe('changes only the given fields', () => {
  test('field by field', async () => {
    const person = await makeAccount(app, { role: 'pro', fullName: 'Ada', company: 'Lovelace' })
    const before = await userOf(person)
    expect((await update(person, {})).body.user).toEqual(before)
    const steps: Array<[unknown, Partial<User>]> = [
      [{ fullName: ' 张\r\n伟\u202e ' }, { fullName: '张 伟' }],
      [{ company: '' }, { company: '' }],
      [{ timeZone: 'Asia/Kolkata' }, { timeZone: 'Asia/Kolkata' }],
      [{ transferSettings: { sendAs: 'link' } }, { transferSettings: { ...before.transferSettings, sendAs: 'link' } }],
      [
        { transferSettings: { expirySeconds: 3_153_600_000 } },
        { transferSettings: { ...before.transferSettings, sendAs: 'link', expirySeconds: 3_153_600_000 } },
      ],
      [
        { transferSettings: { alerts: 'digest' } },
        {
          transferSettings: {
            ...before.transferSettings,
            sendAs: 'link',
            expirySeconds: 3_153_600_000,
            alerts: 'digest',
          },
        },
      ],
      [{ timeZone: null }, { timeZone: null }],
      [{ isLed: false }, { isLed: false }],
    ]
    let expected = before
    for (const [body, change] of steps) {
      expected = { ...expected, ...change }
      expect(await update(person, body)).toMatchObject({ status: 200, body: { user: expected } })
    }
    const chinese = await update(person, { lang: 'zh', transferSettings: { language: 'en' } })
    expect(chinese.body.user).toMatchObject({ lang: 'zh', transferSettings: { language: 'en' } })
    expect(await userOf(person)).toEqual(chinese.body.user)
    // What a new transfer begins with; null takes a limit away again.
    const protection = { onlyProven: true, downloadLimit: 3 }
    expect(await update(person, { transferSettings: protection })).toMatchObject({
      body: { user: { transferSettings: protection } },
    })
    const limit = async (downloadLimit: unknown) => update(person, { transferSettings: { downloadLimit } })
    expect((await limit(null)).body.user.transferSettings).toMatchObject({ onlyProven: true, downloadLimit: null })
    for (const wrong of [0, -1, 1.5, 10_001, '3', true]) {
      expect(await limit(wrong)).toMatchObject({ status: 400, body: { code: 'invalid-input' } })
    }
  })

  test('replaces a default that the role no longer allows by a week, until the role allows it', async () => {
    const person = await makeAccount(app, { role: 'pro' })
    await update(person, { transferSettings: { expirySeconds: 31_536_000 } })
    const expiryAs = async (role: 'free' | 'personal') => {
      await changeAccount(app.ctx.db, person.accountId, { role })
      return (await userOf(person)).transferSettings.expirySeconds
    }
    expect([await expiryAs('free'), await expiryAs('personal')]).toEqual([604_800, 31_536_000])
  })

  test('refuses fields that the server owns by name', async () => {
    const person = await makeAccount(app)
    const before = await userOf(person)
    for (const field of [
      'role',
      'status',
      'subscription',
      'email',
      'folderSize',
      'region',
      'loginCount',
      '_id',
      'profilePic',
    ]) {
      expect(await update(person, { [field]: 'pro' })).toMatchObject({ status: 400, body: { code: 'unknown-field' } })
    }
    expect(await update(person, { transferSettings: { role: 'pro' } })).toMatchObject({
      body: { code: 'unknown-field' },
    })
    expect(await userOf(person)).toEqual(before)
  })

  test('changes no other account', async () => {
    const [person, other] = [await makeAccount(app), await makeAccount(app)]
    const foreign = await update(other, { userid: person.accountId, fullName: 'Stolen' })
    expect(foreign).toMatchObject({ status: 403, body: { code: 'not-yours' } })
    expect((await update(person, { userid: person.accountId, fullName: 'Ada' })).status).toBe(200)
    const visitor = makePerson(app)
    expect(await visitor.call('updateProfile', { body: {} })).toMatchObject({
      status: 401,
      body: { code: 'unauthenticated' },
    })
  })
})

describe('refuses', () => {
  test.each(['', 'all', 'Finished', null, ['every']])('alerts %j', async (alerts) => {
    const person = await makeAccount(app)
    const answer = await update(person, { transferSettings: { alerts } })
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid-input' } })
    expect((await userOf(person)).transferSettings.alerts).toBe('finished')
  })

  test.each(['Mars/Olympus', '+08:00', 'GMT+25', '', '../../etc/passwd', 'Asia/Shang hai'])(
    'time zone %j',
    async (timeZone) => {
      const person = await makeAccount(app)
      expect(await update(person, { timeZone })).toMatchObject({ status: 400, body: { code: 'invalid-input' } })
    },
  )

  test.each([-1, 0, 604_799, 604_801, 2_629_746.5, 3_153_600_001, 1e15])(
    'expiry of %d s, for every role',
    async (expirySeconds) => {
      const person = await makeAccount(app, { role: 'teamelite' })
      expect(await update(person, { transferSettings: { expirySeconds } })).toMatchObject({
        body: { code: 'expiry-reserved' },
      })
    },
  )

  test('longer expiries for free accounts', async () => {
    const person = await makeAccount(app, { role: 'free' })
    for (const expirySeconds of [2_629_746, 3_153_600_000]) {
      const answer = await update(person, { transferSettings: { expirySeconds } })
      expect(answer).toMatchObject({ status: 403, body: { code: 'expiry-reserved' } })
    }
    expect((await update(person, { transferSettings: { expirySeconds: 604_800 } })).status).toBe(200)
  })

  test('links in a free account’s names; a name with a dot is a name', async () => {
    const [free, paid] = [await makeAccount(app), await makeAccount(app, { role: 'personal' })]
    for (const field of ['fullName', 'company']) {
      const linked = { [field]: 'see https://evil.example/x' }
      expect(await update(free, linked)).toMatchObject({
        status: 400,
        body: { code: 'message-holds-link', facts: { field } },
      })
      expect((await update(paid, linked)).status).toBe(200)
      expect((await update(free, { [field]: 'acme.com' })).status).toBe(200)
    }
  })

  test('texts that cannot be stored', async () => {
    const person = await makeAccount(app)
    for (const fullName of ['a\0b', 'x'.repeat(201), '\ud800', 7, null, ['a']]) {
      expect(await update(person, { fullName })).toMatchObject({ status: 400, body: { code: 'invalid-input' } })
    }
  })
})
