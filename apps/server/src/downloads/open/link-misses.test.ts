import { solveChallenge } from '@waybill/contract/downloads/solve-challenge'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { makeTestApp, makeTwin, type TestApp } from '#test/app/test-app'
import { makeBare, showWork, tryMisses } from '#test/people/guessing'
import { makePerson, type Person } from '#test/people/people'
import { type Recipient, sendTo } from '#test/people/recipient'
import { makeChallenge } from '../../platform/http/limits/proof-challenge.ts'

const file = (text: string) => [{ path: `${text}.txt`, content: Buffer.from(text) }]
const MISS = '0000000'

let app: TestApp
let personal: Recipient
let bare: string
beforeAll(async () => {
  app = await makeTestApp()
  personal = await sendTo(app, file('personal'))
  bare = await makeBare(app, await sendTo(app, file('bare')))
})
afterAll(() => app.close())

const take = (person: Person, slug: string) => person.call('grantDownload', { body: { slug } })
const challengeOf = async (person: Person): Promise<string> => (await take(person, MISS)).body.facts.challenge

/** A person on a network that has used up its hour. */
async function makeGuesser(): Promise<Person> {
  const guesser = makePerson(app)
  await tryMisses(guesser, 300)
  return guesser
}

/** Removes what differs between any two answers. */
const steady = (text: string) =>
  text.replaceAll(/nonce="[^"]*"/g, '').replaceAll(/"(challenge|requestId)":"[^"]*"/g, '')

describe('a network with 300 misses in an hour', () => {
  test('must show work from then on, not before, and not because of hits', async () => {
    const guesser = makePerson(app)
    for (let i = 0; i < 30; i++) expect((await take(guesser, bare)).status).toBe(200)
    expect(await tryMisses(guesser, 299)).toEqual({ 'transfer-not-found': 20, 'too-many-requests': 279 })
    expect((await take(guesser, bare)).status).toBe(200)
    expect(await tryMisses(guesser, 40)).toEqual({ 'too-many-requests': 1, 'proof-required': 39 })
    expect((await take(guesser, bare)).body).toMatchObject({ code: 'proof-required', facts: { answers: 8, bits: 15 } })
  })

  test('gets one answer for hit, miss and invalid token, as a call and as a page', async () => {
    const guesser = await makeGuesser()
    const links = [{ slug: bare }, { slug: MISS }, { slug: bare, user: 'A'.repeat(22) }, { slug: personal.link.slug }]
    const calls = new Set<string>()
    const pages = new Set<string>()
    for (const { slug, user = '' } of links) {
      for (const name of ['grantDownload', 'reportOpened'] as const) {
        const { status, body } = await guesser.call(name, { body: { slug, user } })
        calls.add(`${status} ${steady(JSON.stringify(body))}`)
      }
      for (const path of ['w', 'd', 'downloads'].map((first) => `/${first}/${slug}`)) {
        const answer = await guesser.fetch(path, { headers: { accept: 'text/html' } })
        pages.add(`${answer.status} ${answer.headers.get('retry-after')} ${steady(await answer.text())}`)
      }
    }
    expect(calls.size).toBe(1)
    expect(pages.size).toBe(1)
    const [page = ''] = pages
    expect(page).toMatch(/^429 3600 /)
    expect(page).toContain('Checking that a person is opening this link')
    expect(page).toContain('Turn on JavaScript, or try again in an hour.')
    expect(page).not.toContain('bare.txt')
  })

  test('runs the same statements for hit and miss, so that time does not distinguish them', async () => {
    const guesser = await makeGuesser()
    const asked = vi.spyOn(pg.Client.prototype, 'query')
    const statements = async (slug: string, user = '') => {
      asked.mockClear()
      await guesser.call('grantDownload', { body: { slug, user } })
      const texts = asked.mock.calls.map(([query]) => (query as unknown as { text?: string }).text ?? String(query))
      return texts.filter((text) => /recipients|transfers|tallies|proofs|files/.test(text))
    }
    const ofMiss = await statements(MISS)
    expect(ofMiss).toHaveLength(2)
    expect(await statements(bare)).toEqual(ofMiss)
    expect(await statements(bare, 'A'.repeat(22))).toEqual(ofMiss)
    asked.mockRestore()
  })

  test('may try again when the hour has passed', async () => {
    const guesser = await makeGuesser()
    await app.passTime(3_600_000)
    expect((await take(guesser, bare)).status).toBe(200)
    expect(await tryMisses(guesser, 21)).toEqual({ 'transfer-not-found': 20, 'too-many-requests': 1 })
  })

  test('is limited in every process, however many guess at once', async () => {
    const other = await makeTwin(app)
    const guesser = makePerson(app)
    const codes = await Promise.all(
      Array.from({ length: 400 }, async (_, nth) => {
        const answer = await (nth % 2 ? other : app).call('grantDownload', {
          body: { slug: MISS },
          headers: guesser.headers(),
        })
        return answer.body.code
      }),
    )
    expect(codes.filter((code) => code === 'transfer-not-found')).toHaveLength(20)
    expect(codes.filter((code) => code === 'too-many-requests')).toHaveLength(280)
    expect(codes.filter((code) => code === 'proof-required')).toHaveLength(100)
    await other.close()
  })

  test('never keeps a recipient from what a token or a grant opens', async () => {
    const guesser = await makeGuesser()
    const granted = await guesser.call('grantDownload', { body: personal.link })
    expect(granted.status).toBe(200)
    expect((await guesser.fetch(personal.path, { headers: { accept: 'text/html' } })).status).toBe(200)
    const described = await guesser.call('describeDownload', { body: { grant: granted.body.grant } })
    expect(await (await guesser.fetch(described.body.links[0].url)).text()).toBe('personal')
  })

  test('is redirected back to the page by a refused form', async () => {
    const guesser = await makeGuesser()
    const answer = await guesser.fetch('/increment', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: `slug=${bare}&files=all`,
    })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `/w/${bare}?problem=proof-required`])
  })
})

describe('a proof of work', () => {
  test('opens any number of hits, and 20 misses', async () => {
    const guesser = await makeGuesser()
    expect((await showWork(guesser, await challengeOf(guesser))).status).toBe(204)
    for (let i = 0; i < 25; i++) expect((await take(guesser, bare)).status).toBe(200)
    expect((await guesser.fetch(`/w/${bare}`, { headers: { accept: 'text/html' } })).status).toBe(200)
    expect(await tryMisses(guesser, 24)).toEqual({ 'transfer-not-found': 20, 'proof-required': 4 })
    expect((await take(guesser, bare)).body.code).toBe('proof-required')
  })

  test('is valid for its browser and network, for ten minutes', async () => {
    const guesser = await makeGuesser()
    const shown = await showWork(guesser, await challengeOf(guesser))
    const cookie = shown.headers.getSetCookie()[0] ?? ''
    expect(cookie).toMatch(/^waybill_proof=[\w-]{22}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/)
    const elsewhere = await makeGuesser()
    elsewhere.keepCookie('waybill_proof', /=([\w-]+)/.exec(cookie)?.[1] ?? '')
    expect((await take(elsewhere, bare)).body.code).toBe('proof-required')
    expect((await take(guesser, bare)).status).toBe(200)
    await app.passTime(601_000)
    expect((await take(guesser, bare)).body.code).toBe('proof-required')
  })

  test('counts once, however often and however concurrently it is shown', async () => {
    const guesser = await makeGuesser()
    const challenge = await challengeOf(guesser)
    const answers = await solveChallenge(challenge)
    const show = () => guesser.call('proveWork', { body: { challenge, answers } })
    const statuses = (await Promise.all(Array.from({ length: 32 }, show))).map(({ status }) => status)
    expect(statuses.filter((status) => status === 204)).toHaveLength(1)
    expect((await show()).body.code).toBe('proof-refused')
  })

  test('is refused for another network, after its time, changed, made up, or without the work', async () => {
    const guesser = await makeGuesser()
    const challenge = await challengeOf(guesser)
    const answers = await solveChallenge(challenge)
    const code = async (person: Person, body: { challenge: string; answers: number[] }) =>
      (await person.call('proveWork', { body })).body.code
    const [end = '', random, mac] = challenge.split('.')
    const later = `${(Number.parseInt(end, 36) + 600).toString(36)}.${random}.${mac}`
    const late = makeChallenge(app.ctx.masterKey, `${guesser.ip.slice(0, -2)}.0/24`, 1_700_000_000)
    const [first = 0, second = 0] = answers
    expect(await code(makePerson(app), { challenge, answers })).toBe('proof-refused')
    // Refused for what they are, even with the work done.
    for (const made of [late, later, `${challenge}x`, `${end}.${random}.${'A'.repeat(22)}`]) {
      expect(await code(guesser, { challenge: made, answers: await solveChallenge(made) })).toBe('proof-refused')
    }
    // These name no work that could be done.
    for (const made of ['', 'x']) {
      expect(await code(guesser, { challenge: made, answers })).toBe('proof-refused')
    }
    expect(await code(guesser, { challenge: `${challenge}xx`, answers })).toBe('invalid-input')
    for (const wrong of [Array(8).fill(first), [second, first, ...answers.slice(2)], [...answers.slice(1), 1e9]]) {
      expect(await code(guesser, { challenge, answers: wrong })).toBe('proof-refused')
    }
    for (const wrong of [[], answers.slice(1), [-1, ...answers.slice(1)], [0.5, ...answers.slice(1)]]) {
      expect(await code(guesser, { challenge, answers: wrong })).toBe('invalid-input')
    }
    expect(await code(guesser, { challenge, answers })).toBeUndefined()
  })
})

test('tells only the holder of an expired link that it has expired', async () => {
  const reader = makePerson(app)
  const page = async (path: string) => {
    const answer = await reader.fetch(path, { headers: { accept: 'text/html' } })
    return `${answer.status} ${steady(await answer.text())}`
  }
  const unknown = await page(`/w/${MISS}`)
  const bareUnknown = await page(`/d/${MISS}`)
  await app.passTime(8 * 86_400_000)
  expect(await page(personal.path)).toMatch(/^410 /)
  expect(await page(`/w/${bare}`)).toMatch(/^410 /)
  expect(await page(`/d/${personal.link.slug}`)).toBe(bareUnknown)
  expect(await page(`/d/${personal.link.slug}/${'A'.repeat(22)}`)).toBe(unknown)
})
