/** What an account may state in a send: every field at every limit, and its claims about itself are never trusted. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type AccountPerson, makeAccount } from '#test/people/account-person'
import { AttackedApp } from '../attack/attacked-app.ts'
import { sampled } from '../attack/sampled.ts'
import { codeOf, shown, type Told } from '../attack/sound-answer.ts'
import { hostileValues, type Json, objectsOf, pathsOf, serverOwnedFields, withValue } from '../cases/field-cases.ts'

// A busy machine is slow, not wrong.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 60_000 })

let attacked: AttackedApp
let person: AccountPerson
let other: AccountPerson
beforeAll(async () => {
  attacked = await AttackedApp.open()
  person = await makeAccount(attacked.app, { role: 'teamelite', fullName: 'Li Wei' })
  other = await makeAccount(attacked.app, { role: 'pro' })
})
afterAll(() => attacked?.close())

let made = 0
const draft = (): { [key: string]: Json } => ({
  sendAs: 'email',
  senderEmail: '',
  emailTo: [{ email: 'asha@rao-forge.example', name: 'Asha', company: 'Rao' }],
  message: '',
  expirySeconds: 604_800,
  lang: 'zh',
  forwarded: [],
  shareWith: [],
  files: [{ path: `${made++}.txt`, bytes: 0, modifiedAt: 0, fingerprint: 'f' }],
})
const plan = (body: Json): Promise<Told> => attacked.post(person, '/quicksend2', body)

async function planned(): Promise<{ upload: string; token: string }> {
  const { upload, token } = JSON.parse((await plan({ ...draft(), sendAs: 'link' })).text).plan
  return { upload, token }
}

/** Sound, and either done or refused for its content. */
function expectJudged(told: Told, what: unknown): void {
  expect([shown(what), told.status === 200 || (told.status >= 400 && told.status < 500)]).toEqual([shown(what), true])
}

/** Files are checked the same for everybody, and tested with visitors. */
const judgedPaths = pathsOf(draft()).filter(([field]) => field !== 'files')

describe('the plan', () => {
  test.each(judgedPaths.map((path, turn) => [path.join('.'), path, turn] as const))('%s', async (_name, path, turn) => {
    for (const value of sampled(hostileValues, 3, turn))
      expectJudged(await plan(withValue(draft(), path, value)), [path, value])
    expectJudged(await plan(withValue(draft(), path, undefined)), [path])
  })

  test('refuses an extra field, anywhere', async () => {
    for (const at of objectsOf(draft())) {
      for (const field of serverOwnedFields) {
        // The specification names this field of a transfer: it is accepted and ignored.
        if (at.length === 0 && field === 'senderId') continue
        const told = await plan(withValue(draft(), [...at, field], 'mine'))
        expect([at, field, codeOf(told)]).toEqual([at, field, 'unknown-field'])
      }
    }
  })

  test.each([
    ['not-yours', { senderEmail: 'ceo@bank.example' }],
    ['invalid-input', { senderEmail: 'ceo@bank.example\r\nBcc: eve@evil.example' }],
    ['invalid-input', { expirySeconds: 3_153_600_001 }],
    ['invalid-input', { expirySeconds: -1 }],
    ['file-not-found', { forwarded: [{ fileName: 'a', newPath: 'unknown' }] }],
    ['invalid-input', { forwarded: [{ fileName: 'a', newPath: '../../etc/passwd' }] }],
    ['over-transfer-limit', { files: [{ path: 'big', bytes: 250e9 + 1, modifiedAt: 0, fingerprint: 'f' }] }],
    [
      'over-transfer-limit',
      { files: [{ path: 'big', bytes: Number.MAX_SAFE_INTEGER, modifiedAt: 0, fingerprint: 'f' }] },
    ],
  ])('%s: %j', async (code, more) => {
    expect(codeOf(await plan({ ...draft(), ...more }))).toBe(code)
  })

  test('treats an address of another account as foreign', async () => {
    expect(codeOf(await plan({ ...draft(), senderEmail: other.address }))).toBe('not-yours')
  })
})

describe('the save', () => {
  const fields = ['sendAs', 'senderEmail', 'emailTo', 'message', 'expirySeconds', 'lang', 'upload', 'token']
  const owned = ['senderId', 'senderName', 'company', 'profilePic', 'shareWith', 'parentAdminID', 'slug', 'status']

  test.each(fields.map((field, turn) => [field, turn] as const))('%s', async (field, turn) => {
    let saving = await planned()
    for (const value of sampled(hostileValues, 3, turn)) {
      const told = await attacked.post(person, '/quicksendData', { ...saving, [field]: value })
      expectJudged(told, [field, value])
      if (told.status === 200) saving = await planned()
    }
  })

  test('accepts what the server owns, whatever it contains', async () => {
    for (const value of sampled(hostileValues, 3)) {
      const body = { ...Object.fromEntries(owned.map((field) => [field, value])), ...(await planned()) }
      expect([shown(value), (await attacked.post(person, '/quicksendData', body)).status]).toEqual([shown(value), 200])
    }
  })

  test('keeps its identity, whatever it claims', async () => {
    const hostile = {
      senderId: other.accountId,
      parentAdminID: other.accountId,
      senderName: 'CEO',
      company: 'Bank',
      profilePic: 'https://evil.example/x.png',
      shareWith: [{ shareWithId: other.accountId }],
    }
    const told = await attacked.post(person, '/quicksendData', { ...(await planned()), ...hostile })
    const [op] = JSON.parse(told.text).data.ops
    expect(op).toMatchObject({
      senderId: person.accountId,
      senderName: 'Li Wei',
      company: null,
      profilePic: null,
      shareWith: [],
    })
    const row = await attacked.app.ctx.db
      .selectFrom('transfers')
      .selectAll()
      .where('id', '=', op._id)
      .executeTakeFirst()
    expect(row).toMatchObject({ account_id: person.accountId, role: 'teamelite', sender_address: person.address })
    expect(JSON.stringify(row)).not.toContain(other.accountId)
  })

  test('refuses another account, a visitor and a signed-out browser', async () => {
    const saving = await planned()
    expect(codeOf(await attacked.post(other, '/quicksendData', saving))).toBe('not-yours')
    expect(codeOf(await attacked.post(await attacked.proven(), '/quicksendData', saving))).toBe('unauthenticated')
    expect((await attacked.post(person, '/quicksendData', saving)).status).toBe(200)
  })
})

test('the folder size checks every value of a call, and reveals no foreign one', async () => {
  for (const value of [...hostileValues, other.accountId]) {
    const told = await attacked.post(person, '/folderSize', { userid: value })
    expect([shown(value), told.status >= 400 && told.status < 500]).toEqual([shown(value), true])
  }
  for (const field of serverOwnedFields.filter((name) => name !== 'userid')) {
    expect(codeOf(await attacked.post(person, '/folderSize', { [field]: 'x' }))).toBe('unknown-field')
  }
})

test('nothing is lost', () => attacked.expectNothingLost())
