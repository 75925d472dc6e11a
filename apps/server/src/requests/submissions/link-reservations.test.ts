/**
 * Storage that strangers reserve in an account through the open link of a request: limited, short-lived, and lower in
 * priority.
 */
import { plans } from '@waybill/contract/billing/plans'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answer, makeTestApp, makeTwin, type TestApp } from '#test/app/test-app'
import { type AccountPerson, makeAccount } from '#test/people/account-person'
import { makePerson, type Person } from '#test/people/people'
import { noise } from '#test/people/recipient'
import { makeTeam } from '#test/people/team'
import { ASHA, askFor, change, codeOf, expectSound, type Link, linkOf, submit } from '#test/requests/calls'
import { addJob } from '../../platform/jobs/add-job.ts'

/** Closed, or already removed. */
const ended = ['upload-closed', 'upload-not-found']
const MB = 1e6
const GB = 1e9
const MINUTE_MS = 60_000
let one: TestApp
let two: TestApp
beforeAll(async () => {
  one = await makeTestApp()
  two = await makeTwin(one)
})
afterAll(async () => {
  await expectSound(one)
  await two.close()
  await one.close()
})

let named = 0
const fileOf = (bytes: number, item?: string) => {
  named += 1
  return { path: `f${named}.bin`, bytes, modifiedAt: 0, fingerprint: `f${named}`, ...(item ? { item } : {}) }
}
/** Retries, like the page, when the server is busy. */
async function patiently(ask: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 0; ; tries += 1) {
    const answer = await ask()
    if (answer.status !== 503 || tries === 8) return answer
  }
}
const planBy = (supplier: Person, link: Link, item: string, bytes: number) => {
  const body = { ...link, files: [fileOf(bytes, item)] }
  return patiently(() => supplier.call('planSubmission', { body }))
}
const send = (owner: AccountPerson, bytes: number) =>
  owner.call('planTransfer', { body: { ...owner.draft({ files: [] }), files: [fileOf(bytes)] } })
const sizeOf = async (owner: AccountPerson) => (await owner.call('readFolderSize', { body: {} })).body

/** An account with a little room left, and a request with an open link. */
async function asking({ roomBytes = 10 * GB } = {}) {
  const owner = await makeAccount(one, { role: 'free' })
  const request = await askFor(owner, { suppliers: [{ email: ASHA }] })
  if (roomBytes < 10 * GB) expect(codeOf(await send(owner, 3 * GB))).toBe('done')
  for (let left = 7 * GB - roomBytes; roomBytes < 10 * GB && left > 0; left -= 3 * GB) {
    expect(codeOf(await send(owner, Math.min(3 * GB, left)))).toBe('done')
  }
  return { owner, request, link: { slug: request.slug }, item: request.items[0]?._id ?? '' }
}

describe('through the open link', () => {
  test('strangers reserve at most a tenth of the storage, whatever their number, on two processes', async () => {
    const { owner, link, item } = await asking()
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, nth) => planBy(makePerson(nth % 2 ? one : two), link, item, 100 * MB)),
    )
    const codes = answers.map(codeOf)
    expect(codes.filter((code) => code === 'done')).toHaveLength(10)
    expect(new Set(codes)).toEqual(new Set(['done', 'link-busy']))
    expect(answers.find(({ status }) => status === 429)?.headers.get('retry-after')).toBe('120')
    expect(await sizeOf(owner)).toMatchObject({ reserved: GB, links: { uploads: 10, bytes: GB } })
    await expectSound(one)
  })

  test('a larger upload than the share is refused before anything is reserved, and the page shows the limit', async () => {
    const { link, item, owner, request } = await asking()
    expect(await planBy(makePerson(one), link, item, GB + 1)).toMatchObject({
      status: 403,
      body: { code: 'over-submission-limit', facts: { limitBytes: GB } },
    })
    const { body } = await makePerson(one).call('openRequest', { body: link })
    expect(body.request.limits.maxBytes).toBe(GB)
    // A supplier asked by mail is no stranger.
    expect(codeOf(await planBy(makePerson(one), await linkOf(owner, request, ASHA), item, 2 * GB))).toBe('done')
  })

  test('an upload without a byte after two minutes makes room for others on the link', async () => {
    const { link, item, owner } = await asking()
    await planBy(makePerson(one), link, item, GB)
    expect(codeOf(await planBy(makePerson(one), link, item, 10 * MB))).toBe('link-busy')
    await one.passTime(2 * MINUTE_MS + 1_000)
    expect(codeOf(await planBy(makePerson(one), link, item, 10 * MB))).toBe('done')
    expect((await sizeOf(owner)).links).toEqual({ uploads: 1, bytes: 10 * MB })
  })

  test('an upload without a byte after an hour ends; one that receives bytes continues', async () => {
    const { link, item, owner } = await asking()
    await planBy(makePerson(one), link, item, 900 * MB)
    const supplier = makePerson(one)
    const content = noise(3_000, 3)
    const { body } = await planBy(supplier, link, item, content.length)
    await one.passTime(40 * MINUTE_MS)
    await supplier.upload(body.plan, [{ path: 'f', content }])
    await one.passTime(21 * MINUTE_MS)
    await one.ctx.db.transaction().execute((tx) => addJob(tx, 'reap-uploads', {}, { key: 'reap-abandoned' }))
    await one.runJobs()
    expect((await sizeOf(owner)).links).toEqual({ uploads: 1, bytes: content.length })
    expect(codeOf(await submit(supplier, body.plan))).toBe('done')
    expect(await sizeOf(owner)).toMatchObject({ size: content.length, reserved: 0, links: { uploads: 0, bytes: 0 } })
  })
})

describe("the owner's own sending", () => {
  test('ends uploads without a byte, as many as it needs', async () => {
    const { owner, link, item } = await asking({ roomBytes: GB })
    for (let nth = 0; nth < 4; nth += 1) await planBy(makePerson(one), link, item, 250 * MB)
    expect(codeOf(await send(owner, 2 * MB))).toBe('done')
    expect((await sizeOf(owner)).links).toEqual({ uploads: 3, bytes: 750 * MB })
  })

  test("ends those of a teammate's open link, which reserve the same storage, and no other team's", async () => {
    const { admin, members } = await makeTeam(one, { role: 'pro' })
    const [member] = members as [AccountPerson]
    const others = await asking()
    await planBy(makePerson(one), others.link, others.item, 250 * MB)
    const request = await askFor(member)
    const item = request.items[0]?._id ?? ''
    const { storageBytes, uploadLimitBytes } = plans.pro
    for (let left = storageBytes - GB; left > 0; left -= uploadLimitBytes) {
      expect(codeOf(await send(admin, Math.min(uploadLimitBytes, left)))).toBe('done')
    }
    for (let nth = 0; nth < 4; nth += 1) await planBy(makePerson(one), { slug: request.slug }, item, 250 * MB)
    expect((await sizeOf(member)).links).toEqual({ uploads: 4, bytes: GB })
    expect(codeOf(await send(admin, 2 * MB))).toBe('done')
    expect((await sizeOf(member)).links).toEqual({ uploads: 3, bytes: 750 * MB })
    expect((await sizeOf(others.owner)).links).toEqual({ uploads: 1, bytes: 250 * MB })
  })

  test('does not end uploads that receive bytes, and says what occupies the storage until the button ends them', async () => {
    const { owner, link, item } = await asking({ roomBytes: 2_000 })
    const supplier = makePerson(one)
    const content = noise(2_000, 4)
    const { body } = await planBy(supplier, link, item, content.length)
    await supplier.upload(body.plan, [{ path: 'f', content }])
    expect(await send(owner, 1_000)).toMatchObject({
      status: 403,
      body: { code: 'storage-full', facts: { limitBytes: 10 * GB, linkUploads: 1, linkBytes: 2_000 } },
    })
    expect((await owner.call('releaseLinkUploads')).body).toEqual({ uploads: 1, bytes: 2_000 })
    expect((await owner.call('releaseLinkUploads')).body).toEqual({ uploads: 0, bytes: 0 })
    expect(ended).toContain(codeOf(await submit(supplier, body.plan)))
    expect(codeOf(await send(owner, 1_000))).toBe('done')
  })

  test('exceeds and leaks nothing with fifty sends and fifty strangers at once, on two processes', async () => {
    const { owner, link, item } = await asking({ roomBytes: GB })
    const codes = await Promise.all(
      Array.from({ length: 100 }, (_, nth) => {
        const app = nth % 4 < 2 ? one : two
        if (nth % 2) return planBy(makePerson(app), link, item, 100 * MB).then(codeOf)
        const body = { ...owner.draft({ files: [] }), files: [fileOf(40 * MB)] }
        return patiently(() => app.call('planTransfer', { body, headers: owner.headers() })).then(codeOf)
      }),
    )
    const known = ['done', 'link-busy', 'inbox-full', 'storage-full']
    expect(codes.filter((code) => !known.includes(code))).toEqual([])
    expect(codes.filter((code, nth) => nth % 2 === 0 && code === 'done')).toHaveLength(25)
    expect(await sizeOf(owner)).toMatchObject({ reserved: 10 * GB, links: { uploads: 0, bytes: 0 } })
    await expectSound(one)
  })
})

describe('a reservation through a link ends', () => {
  test.each([
    ['paused', { isPaused: true }],
    ['closed', { isClosed: true }],
  ])('when its request is %s', async (_, edit) => {
    const { owner, request, link, item } = await asking()
    await planBy(makePerson(one), link, item, 500 * MB)
    await change(owner, request._id, edit)
    expect(await sizeOf(owner)).toMatchObject({ reserved: 0, links: { uploads: 0, bytes: 0 } })
  })

  test('when its request is deleted, and so does that of an invited supplier', async () => {
    const { owner, request, link, item } = await asking()
    await planBy(makePerson(one), link, item, 500 * MB)
    await planBy(makePerson(one), await linkOf(owner, request, ASHA), item, 500 * MB)
    await owner.call('deleteRequests', { body: { ids: [request._id] } })
    expect(await sizeOf(owner)).toMatchObject({ reserved: 0 })
  })

  test('on a close; on a pause, an upload that receives bytes may finish', async () => {
    const { owner, request, link, item } = await asking()
    const content = noise(2_000, 5)
    const stage = async () => {
      const supplier = makePerson(one)
      const { body } = await planBy(supplier, link, item, content.length)
      await supplier.upload(body.plan, [{ path: 'f', content }])
      return () => submit(supplier, body.plan).then(codeOf)
    }
    const [finish, finishLate] = [await stage(), await stage()]
    await change(owner, request._id, { isPaused: true })
    expect(await finish()).toBe('done')
    await change(owner, request._id, { isClosed: true })
    expect(ended).toContain(await finishLate())
  })
})

test("open uploads are limited in number too: per visitor, and per network on one account's links", async () => {
  const { link, item } = await asking()
  const stranger = makePerson(one)
  const codes: string[] = []
  for (let nth = 0; nth < 102; nth += 1) codes.push(codeOf(await planBy(stranger, link, item, 1)))
  expect([codes.indexOf('link-busy'), codes.lastIndexOf('done')]).toEqual([100, 99])
  const visitor = makePerson(one)
  await visitor.prove()
  const plan = () => visitor.call('planTransfer', { body: { ...visitor.draft({ files: [] }), files: [fileOf(1)] } })
  const plans = await Promise.all(Array.from({ length: 104 }, plan))
  expect(plans.filter(({ status }) => status < 300)).toHaveLength(100)
  expect(plans.find(({ status }) => status >= 300)?.body).toMatchObject({
    code: 'too-many-uploads',
    facts: { limit: 100 },
  })
})
