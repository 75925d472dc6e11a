/** A download limit is exact to one body, and a person's own broken, divided and packed downloads continue under it. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeTestApp, makeTwin, type TestApp } from '#test/app/test-app'
import { type AccountPerson, makeAccount } from '#test/people/account-person'
import { makePerson, type Person } from '#test/people/people'
import { noise, type Recipient, sendTo } from '#test/people/recipient'
import { expectSound } from '#test/requests/calls'
import { edit } from '#test/transfers/own-transfers'

const SIZE = 200_000
const content = noise(SIZE, 9)
const allButOne = { range: `bytes=0-${SIZE - 2}` }
let one: TestApp
let two: TestApp
let owner: AccountPerson
beforeAll(async () => {
  one = await makeTestApp()
  two = await makeTwin(one)
  owner = await makeAccount(one, { role: 'pro' })
})
afterAll(async () => {
  await expectSound(one)
  await two.close()
  await one.close()
})

async function limited(files = [{ path: 'plan.bin', content }], limit = 1): Promise<Recipient> {
  const recipient = await sendTo(one, files, owner)
  expect((await edit(owner, recipient.transferId, { downloadLimit: limit })).status).toBe(200)
  return recipient
}
/** How many bytes of an answer arrive, whole or cut off, and how it began. */
async function taken(by: Person, path: string, headers: Record<string, string> = {}, app = one) {
  const answer = await app.fetch(path, { headers: by.headers(headers) })
  let bytes = 0
  if (answer.status >= 400) return { status: answer.status, bytes, code: (await answer.json()).code }
  try {
    for await (const chunk of answer.body ?? []) bytes += chunk.length
  } catch {
    // Cut off.
  }
  return { status: answer.status, bytes, code: '' }
}

describe('one grant with limit 1', () => {
  test('works only in the browser that pressed, and in its network for a program without a cookie', async () => {
    const recipient = await limited()
    const { links, grant } = await recipient.grant()
    const url = links[0]?.url ?? ''
    for (let nth = 0; nth < 10; nth += 1) {
      const stranger = makePerson(one)
      expect(await taken(stranger, url, allButOne)).toMatchObject({ status: 403, code: 'grant-elsewhere' })
      expect((await stranger.call('describeDownload', { body: { grant } })).body.code).toBe('grant-elsewhere')
      expect((await stranger.call('planZip', { body: { grant, files: 'all' } })).body.code).toBe('grant-elsewhere')
    }
    const neighbour = makePerson(one)
    await neighbour.prove()
    const sameNetwork = neighbour.headers({ 'x-forwarded-for': recipient.browser.ip })
    expect((await one.fetch(url, { headers: sameNetwork })).status).toBe(403)
    const program = { 'x-forwarded-for': recipient.browser.ip }
    expect(await (await one.fetch(url, { headers: program })).bytes()).toHaveLength(SIZE)
  })

  test('sends one body, however often all but its last byte is requested', async () => {
    const recipient = await limited()
    const { links } = await recipient.grant()
    const url = links[0]?.url ?? ''
    const answers = []
    for (let nth = 0; nth < 10; nth += 1) answers.push(await taken(recipient.browser, url, allButOne))
    expect(answers.map(({ bytes }) => bytes)).toEqual([SIZE - 1, ...Array(9).fill(0)])
    expect(answers.at(-1)).toMatchObject({ status: 403, code: 'download-limit-reached' })
    const again = await recipient.browser.call('grantDownload', { body: { ...recipient.link, files: 'all' } })
    expect(again.body.code).toBe('download-limit-reached')
    // The missing byte still belongs to them.
    expect(await taken(recipient.browser, url, { range: `bytes=${SIZE - 1}-` })).toMatchObject({
      status: 206,
      bytes: 1,
    })
  })

  test('sends one body to fifty concurrent callers, on two processes', async () => {
    const recipient = await limited()
    const { links } = await recipient.grant()
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, nth) => taken(recipient.browser, links[0]?.url ?? '', {}, nth % 2 ? one : two)),
    )
    expect(answers.filter(({ bytes }) => bytes === SIZE)).toHaveLength(1)
    expect(answers.filter(({ bytes }) => bytes > 0)).toHaveLength(1)
  })

  test('reveals nothing through HEAD', async () => {
    const recipient = await limited()
    const { links } = await recipient.grant()
    for (let nth = 0; nth < 5; nth += 1) expect((await recipient.get(links[0]?.url ?? '', {}, 'HEAD')).status).toBe(200)
    expect(await recipient.take(links[0]?.url ?? '')).toHaveLength(SIZE)
  })
})

describe('one person with limit 1', () => {
  const large = noise(11_000_000, 12)

  test('continues where connections broke', async () => {
    const recipient = await limited([{ path: 'large.bin', content: large }])
    const { links } = await recipient.grant()
    const url = links[0]?.url ?? ''
    const parts: Buffer[] = []
    const have = () => parts.reduce((sum, { length }) => sum + length, 0)
    for (const bytes of [3_000_000, 4_000_000]) {
      parts.push(await recipient.readAndBreak(url, bytes, { range: `bytes=${have()}-` }))
      await recipient.until(([row]) => row !== undefined)
    }
    parts.push(await recipient.take(url, { range: `bytes=${have()}-` }))
    expect(Buffer.concat(parts).equals(large)).toBe(true)
  })

  test('downloads concurrent ranges', async () => {
    const recipient = await limited([{ path: 'large.bin', content: large }])
    const { links } = await recipient.grant()
    const step = 2_000_000
    const ranges = Array.from(
      { length: 6 },
      (_, nth) => `bytes=${nth * step}-${Math.min((nth + 1) * step, large.length) - 1}`,
    )
    const parts = await Promise.all(ranges.map((range) => recipient.take(links[0]?.url ?? '', { range })))
    expect(Buffer.concat(parts).equals(large)).toBe(true)
    await recipient.untilFinished(1)
    expect((await recipient.get(links[0]?.url ?? '')).status).toBe(403)
  })

  test('finishes a broken zip, and does not get it again', async () => {
    const recipient = await limited([
      { path: 'large.bin', content: large },
      { path: 'note.txt', content: noise(500, 3) },
    ])
    const { zip } = await recipient.grant()
    const first = await recipient.readAndBreak(zip.url, 4_000_000)
    await recipient.until(([row]) => row !== undefined)
    const rest = await recipient.take(zip.url, { range: `bytes=${first.length}-` })
    expect(first.length + rest.length).toBe(zip.bytes)
    await recipient.untilFinished(2)
    expect((await recipient.get(zip.url)).status).toBe(403)
  })

  test('gets what was not sent when their server died', async () => {
    const recipient = await limited()
    const { links } = await recipient.grant()
    const { db } = one.ctx
    const { id: recipientId } = await db
      .selectFrom('recipients')
      .select('id')
      .where('transfer_id', '=', recipient.transferId)
      .executeTakeFirstOrThrow()
    const [file = ''] = links.map(({ file }) => file)
    const row = { recipient_id: recipientId, file_id: file }
    await db
      .insertInto('download_handed')
      .values({ ...row, bytes: SIZE })
      .execute()
    const draw = { ...row, id: 'of-a-dead-one', node_id: 'gone', rest_bytes: 0, open_bytes: SIZE }
    await db.insertInto('download_draws').values(draw).execute()
    expect(await recipient.take(links[0]?.url ?? '')).toHaveLength(SIZE)
  })
})
