import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TestApp } from '#test/app/test-app'
import { type AccountPerson, makeAccount, PASSWORD } from '#test/people/account-person'
import { makePerson } from '#test/people/people'
import { changeAccount } from '#test/people/put-account'
import { invite, joinAs, makeTeam } from '#test/people/team'
import { halves, photoWithPlace, pixelFlood, svg } from '#test/storage/picture-files'
import { findPageBranding } from './index.ts'

let app: TestApp
let png: Buffer
beforeAll(async () => {
  app = await TestApp.make()
  png = await halves(900, 300).png().toBuffer()
})
afterAll(() => app.close())

const company = () => makeAccount(app, { role: 'business', subscription: 'active' })
const edit = (person: AccountPerson, body: Record<string, unknown>) => person.call('editBranding', { body })
const pageOf = ({ accountId }: AccountPerson) => findPageBranding(app.ctx.db, accountId)
const seen = (path: string) => makePerson(app).fetch(path)

async function put(person: AccountPerson, slot: string, bytes: Uint8Array = png, type = 'image/png') {
  const request = { method: 'PUT', headers: { 'content-type': type }, body: new Uint8Array(bytes) }
  const answer = await person.fetch(`/branding/pictures/${slot}`, request)
  return { status: answer.status, body: await answer.json() }
}

const rowsOf = async (accountId: string): Promise<number[]> => {
  const { db } = app.ctx
  const pictures = await db.selectFrom('branding_pictures').where('workspace_id', '=', accountId).selectAll().execute()
  const rows = await db.selectFrom('brandings').where('workspace_id', '=', accountId).selectAll().execute()
  return [rows.length, pictures.length]
}

describe('the branding of a workspace', () => {
  test('is ours until its admin chooses another', async () => {
    const person = await company()
    expect((await person.call('readBranding')).body.branding).toEqual({
      name: '',
      accent: null,
      welcome: '',
      showsPoweredBy: true,
      logo: null,
      darkLogo: null,
      background: null,
    })
    expect(await pageOf(person)).toMatchObject({ mark: 'line', company: { name: '', logo: null, accent: null } })
    expect(await findPageBranding(app.ctx.db, null)).toEqual({ mark: 'ours', company: null })
  })

  test('changes field by field, on one line, and without what hides', async () => {
    const person = await company()
    await edit(person, { name: ' Lovelace\n  Engines\u202e ', accent: '#0B5CAD' })
    await edit(person, { welcome: 'Good day. 您好', showsPoweredBy: false })
    expect((await person.call('readBranding')).body.branding).toMatchObject({
      name: 'Lovelace Engines',
      accent: '#0b5cad',
      welcome: 'Good day. 您好',
      showsPoweredBy: false,
    })
    const { mark, company: shown } = await pageOf(person)
    expect(mark).toBe('none')
    expect(shown).toMatchObject({ name: 'Lovelace Engines', accent: { light: { accent: '#0b5cad', on: '#ffffff' } } })
    await edit(person, { name: '', accent: null })
    expect((await pageOf(person)).company).toMatchObject({ name: '', accent: null, welcome: 'Good day. 您好' })
  })

  test.each(['#f00', 'red', '#0b5cad;', 'url(https://evil.example)', '#0b5cag', '', 7, {}])(
    'takes no colour such as %j',
    async (accent) => {
      expect(await edit(await company(), { accent })).toMatchObject({ status: 400, body: { code: 'invalid-input' } })
    },
  )

  test('takes no name of a brand that is not its own, and none that is too long', async () => {
    const person = await company()
    expect(await edit(person, { name: 'PayPal Support' })).toMatchObject({
      status: 403,
      body: { code: 'company-name-refused' },
    })
    expect((await edit(person, { name: 'x'.repeat(61) })).status).toBe(400)
    expect((await edit(person, { logo: 'AAAAAAAAAAAAAAAAAAAA' })).body.code).toBe('unknown-field')
  })

  test('is for its members too, whom only the admin chooses it for', async () => {
    const { admin, members } = await makeTeam(app)
    const member = members[0] as AccountPerson
    await edit(admin, { name: 'Engines' })
    for (const call of ['readBranding', 'editBranding'] as const) {
      const options = call === 'editBranding' ? { body: { name: 'Mine' } } : {}
      expect(await member.call(call, options)).toMatchObject({ status: 403, body: { code: 'admin-only' } })
    }
    expect(await put(member, 'logo')).toMatchObject({ status: 403, body: { code: 'admin-only' } })
    expect((await pageOf(member)).company?.name).toBe('Engines')
  })
})

describe('what a plan shows', () => {
  test('is judged when it is shown, and kept by a plan that shows less', async () => {
    const person = await company()
    await edit(person, { name: 'Engines', accent: '#0b5cad', showsPoweredBy: false })
    await put(person, 'logo')
    const shown = await pageOf(person)
    const become = (role: 'free' | 'personal' | 'pro' | 'business') =>
      changeAccount(app.ctx.db, person.accountId, { role })
    await become('pro')
    expect(await pageOf(person)).toEqual({ mark: 'none', company: null })
    await become('personal')
    expect(await pageOf(person)).toEqual({ mark: 'line', company: null })
    await become('free')
    expect(await pageOf(person)).toEqual({ mark: 'ours', company: null })
    expect((await person.call('readBranding')).body.branding).toMatchObject({ name: 'Engines' })
    await become('business')
    expect(await pageOf(person)).toEqual(shown)
  })

  test('can be chosen only with that plan, and always taken away', async () => {
    const reserved = (limit: string) => ({ status: 403, body: { code: 'branding-reserved', facts: { limit } } })
    const [free, personal, pro] = await Promise.all(
      (['free', 'personal', 'pro'] as const).map((role) => makeAccount(app, { role, subscription: 'active' })),
    )
    for (const person of [free, personal] as AccountPerson[]) {
      expect(await edit(person, { showsPoweredBy: false })).toMatchObject(reserved('no-mark'))
    }
    expect((await edit(pro as AccountPerson, { showsPoweredBy: false })).status).toBe(200)
    for (const person of [free, personal, pro] as AccountPerson[]) {
      for (const change of [{ name: 'A' }, { accent: '#0b5cad' }, { welcome: 'A' }]) {
        expect(await edit(person, change)).toMatchObject(reserved('branding'))
      }
      expect(await put(person, 'logo')).toMatchObject(reserved('branding'))
      expect((await edit(person, { name: '', accent: null, welcome: '', showsPoweredBy: true })).status).toBe(200)
      expect((await person.call('deleteBrandPicture', { params: { slot: 'logo' } })).status).toBe(200)
    }
  })
})

describe('a company’s picture', () => {
  test('is public as the server drew it, for pages and for mails', async () => {
    const person = await company()
    const { status, body } = await put(person, 'logo', await photoWithPlace(), 'image/jpeg')
    expect(status).toBe(200)
    const { path, width, height } = body.branding.logo
    expect([width, height]).toEqual([300, 400])
    for (const [at, type, policy] of [
      [path, 'image/webp', 'same-origin'],
      [path.replace(/page$/, 'mail'), 'image/png', 'cross-origin'],
    ]) {
      const answer = await seen(at)
      expect(answer.status).toBe(200)
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': type,
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': policy,
        'cache-control': 'public, max-age=31536000, immutable',
      })
      expect(answer.headers.getSetCookie()).toEqual([])
      const picture = Buffer.from(await answer.arrayBuffer())
      expect(await sharp(picture).metadata()).toMatchObject({ width, height })
      expect(picture.toString('latin1')).not.toMatch(/Exif|GPS|Telephone/)
    }
  })

  test('keeps what is transparent', async () => {
    const clear = {
      create: { width: 40, height: 20, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
    } as const
    const { body } = await put(await company(), 'logo', await sharp(clear).png().toBuffer())
    for (const form of ['page', 'mail']) {
      const answer = await seen(body.branding.logo.path.replace(/page$/, form))
      const { data, info } = await sharp(Buffer.from(await answer.arrayBuffer()))
        .raw()
        .toBuffer({ resolveWithObject: true })
      expect([info.width, info.height, info.channels, data[3]]).toEqual([40, 20, 4, 0])
    }
  })

  test('has a new path with every change; the one before is gone; slots are apart', async () => {
    const person = await company()
    const first = (await put(person, 'logo')).body.branding.logo.path
    await put(person, 'darkLogo')
    const { branding } = (await put(person, 'logo')).body
    expect(branding.logo.path).not.toBe(first)
    expect((await seen(first)).status).toBe(404)
    const background = (await put(person, 'background')).body.branding.background
    expect((await seen(background.replace(/page$/, 'mail'))).status).toBe(404)
    const { body } = await person.call('deleteBrandPicture', { params: { slot: 'logo' } })
    expect(body.branding).toMatchObject({ logo: null, darkLogo: branding.darkLogo, background })
    const paths = [branding.logo.path, branding.darkLogo.path, background]
    expect((await Promise.all(paths.map(seen))).map(({ status }) => status)).toEqual([404, 200, 200])
    const { company: shown } = await pageOf(person)
    expect(shown?.logo).toEqual({ light: branding.darkLogo, dark: branding.darkLogo })
  })

  test('is one after eight concurrent uploads', async () => {
    const person = await company()
    const answers = await Promise.all(Array.from({ length: 8 }, () => put(person, 'logo')))
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
    expect(await rowsOf(person.accountId)).toEqual([1, 1])
  })

  test('that is a bomb, an SVG, a GIF, cut off or nothing is refused, and the one before stays', async () => {
    const person = await company()
    const before = (await put(person, 'logo')).body.branding.logo
    const gif = await halves(10, 10).gif().toBuffer()
    const flat = Buffer.concat([png.subarray(0, 16), randomBytes(4_000)])
    for (const bytes of [svg, gif, png.subarray(0, 60), flat, Buffer.alloc(0), await pixelFlood(9_000)]) {
      const told = await put(person, 'logo', bytes)
      expect(told).toMatchObject({ status: 422, body: { code: 'picture-unreadable' } })
    }
    for (const type of ['image/svg+xml', 'image/gif', 'application/json', 'text/html']) {
      expect(await put(person, 'logo', png, type)).toMatchObject({ status: 415 })
    }
    expect((await put(person, 'logo', Buffer.alloc(10_000_001))).status).toBe(413)
    expect((await put(person, 'favicon')).status).toBe(400)
    expect((await person.call('readBranding')).body.branding.logo).toEqual(before)
  })

  test('of another workspace is not touched', async () => {
    const [one, other] = [await company(), await company()]
    const { path } = (await put(one, 'logo')).body.branding.logo
    await other.call('deleteBrandPicture', { params: { slot: 'logo' } })
    await put(other, 'logo')
    expect((await seen(path)).status).toBe(200)
  })
})

describe('the end of a workspace', () => {
  test('by deleting the account takes its branding with it', async () => {
    const person = await company()
    await edit(person, { name: 'Engines' })
    const { path } = (await put(person, 'logo')).body.branding.logo
    const exported = (await (await person.fetch('/export')).json()).branding
    expect(exported).toMatchObject({ name: 'Engines', logo: expect.stringMatching(/^data:image\/webp;base64,/) })
    expect((await person.call('deleteAccount', { body: { password: PASSWORD } })).status).toBe(204)
    expect((await seen(path)).status).toBe(404)
    expect(await rowsOf(person.accountId)).toEqual([0, 0])
  })

  test('by joining another one too', async () => {
    const person = await company()
    await put(person, 'logo')
    await changeAccount(app.ctx.db, person.accountId, { role: 'free', subscription: 'trialing' })
    const { admin } = await makeTeam(app, { members: [] })
    await edit(admin, { name: 'Engines' })
    await invite(admin, [person.address])
    expect((await joinAs(app, person)).status).toBe(200)
    expect((await pageOf(person)).company?.name).toBe('Engines')
    expect(await rowsOf(person.accountId)).toEqual([0, 0])
  })
})
