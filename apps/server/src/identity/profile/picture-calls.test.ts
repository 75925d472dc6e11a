import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TestApp } from '#test/app/test-app'
import { type AccountPerson, makeAccount } from '#test/people/account-person'
import { makePerson } from '#test/people/people'
import { halves, photoWithPlace, pixelFlood, svg } from '#test/storage/picture-files'

let app: TestApp
let png: Buffer
beforeAll(async () => {
  app = await TestApp.make()
  png = await halves(300, 200).png().toBuffer()
})
afterAll(() => app.close())

async function put(person: AccountPerson, bytes: Uint8Array, type = 'image/png') {
  const headers = { 'content-type': type }
  const answer = await person.fetch('/picture', { method: 'PUT', headers, body: new Uint8Array(bytes) })
  return { status: answer.status, body: await answer.json() }
}
const seen = (path: string) => makePerson(app).fetch(path)

describe('a profile picture', () => {
  test('is public in both forms, as the server drew it', async () => {
    const person = await makeAccount(app)
    const { status, body } = await put(person, await photoWithPlace(), 'image/jpeg')
    expect(status).toBe(200)
    const { small, verysmall } = body.user.profilePic
    expect(small.replace(/small$/, 'verysmall')).toBe(verysmall)
    for (const [path, side] of [
      [small, 256],
      [verysmall, 64],
    ] as const) {
      const answer = await seen(path)
      expect(answer.status).toBe(200)
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': 'image/webp',
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-origin',
        'cache-control': 'public, max-age=31536000, immutable',
      })
      expect(answer.headers.getSetCookie()).toEqual([])
      const picture = Buffer.from(await answer.arrayBuffer())
      expect(await sharp(picture).metadata()).toMatchObject({ format: 'webp', width: side, height: side })
      expect(picture.toString('latin1')).not.toMatch(/Exif|GPS|Telephone/)
    }
  })

  test('has a new path with every change; the old one is gone', async () => {
    const person = await makeAccount(app)
    const first = (await put(person, png)).body.user.profilePic.small
    const second = (await put(person, png)).body.user.profilePic.small
    expect(second).not.toBe(first)
    expect((await seen(first)).status).toBe(404)
    expect((await seen(second)).status).toBe(200)
    expect((await person.call('deletePicture')).status).toBe(204)
    expect((await person.call('deletePicture')).status).toBe(204)
    expect((await seen(second)).status).toBe(404)
    expect((await person.call('readAccount')).body.user.profilePic).toBeNull()
  })

  test('is one after 16 concurrent uploads', async () => {
    const person = await makeAccount(app)
    const answers = await Promise.all(Array.from({ length: 16 }, () => put(person, png)))
    expect(answers.map(({ status }) => status)).toEqual(Array(16).fill(200))
    // An answer may already name the picture of a later call.
    const paths = [...new Set(answers.map(({ body }) => body.user.profilePic.small as string))]
    const shown = await Promise.all(paths.map((path) => seen(path)))
    expect(shown.filter(({ status }) => status === 200)).toHaveLength(1)
    const kept = await app.ctx.db
      .selectFrom('pictures')
      .select('id')
      .where('account_id', '=', person.accountId)
      .execute()
    expect(kept).toHaveLength(1)
  })

  test('can be removed by its owner', async () => {
    const [person, other] = [await makeAccount(app), await makeAccount(app)]
    const { small } = (await put(person, png)).body.user.profilePic
    await other.call('deletePicture')
    expect((await seen(small)).status).toBe(200)
  })
})

describe('refused', () => {
  test('a file that is not a picture, whatever it is called; the previous picture stays', async () => {
    const person = await makeAccount(app)
    const { small } = (await put(person, png)).body.user.profilePic
    const gif = await halves(10, 10).gif().toBuffer()
    for (const bytes of [
      svg,
      gif,
      png.subarray(0, 60),
      Buffer.from('GIF89a'),
      Buffer.alloc(0),
      await pixelFlood(9_000),
    ]) {
      expect(await put(person, bytes)).toMatchObject({ status: 422, body: { code: 'picture-unreadable' } })
    }
    expect((await seen(small)).status).toBe(200)
  })

  test('other types than the three, before a byte is read', async () => {
    const person = await makeAccount(app)
    for (const type of [
      'image/svg+xml',
      'application/json',
      'text/plain',
      'image/png; x=1',
      'application/octet-stream',
    ]) {
      expect(await put(person, png, type)).toMatchObject({ status: 415, body: { code: 'media-type-unsupported' } })
    }
  })

  test('more than ten megabytes', async () => {
    const person = await makeAccount(app)
    expect(await put(person, Buffer.alloc(10_000_001))).toMatchObject({ status: 413, body: { code: 'body-too-large' } })
  })

  test('visitors, unknown pictures and styles', async () => {
    const visitor = makePerson(app)
    const headers = { 'content-type': 'image/png' }
    const answer = await visitor.fetch('/picture', { method: 'PUT', headers, body: new Uint8Array(png) })
    expect([answer.status, (await answer.json()).code]).toEqual([401, 'unauthenticated'])
    expect((await visitor.call('deletePicture')).status).toBe(401)
    expect((await seen('/pictures/AAAAAAAAAAAAAAAAAAAA/small')).status).toBe(404)
    expect((await seen('/pictures/AAAAAAAAAAAAAAAAAAAA/original')).status).toBe(400)
  })

  test('more than twenty an hour', async () => {
    const person = await makeAccount(app)
    for (let nth = 0; nth < 20; nth += 1) expect((await put(person, png)).status).toBe(200)
    expect(await put(person, png)).toMatchObject({ status: 429, body: { code: 'too-many-requests' } })
  })
})
