/** Two hundred people behind one address, with the default limits. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'

vi.setConfig({ testTimeout: 120_000 })

const PEOPLE = 200

let app: TestApp
beforeAll(async () => {
  app = await makeTestApp({ env: { CALLS_AT_ONCE: '8' } })
})
afterAll(() => app?.close())

const from = { 'x-forwarded-for': '203.0.113.77' }
const statusOf = async (path: string, headers: Record<string, string> = {}): Promise<number> => {
  const answer = await app.fetch(path, { headers: { ...from, ...headers } })
  await answer.arrayBuffer()
  return answer.status
}

test(`serves ${PEOPLE} concurrent pages from one address, and what each requests after its page`, async () => {
  const people = Array.from({ length: PEOPLE }, async () => {
    const page = await statusOf('/', { accept: 'text/html' })
    return [page, ...(await Promise.all(['/location', '/favicon.svg'].map((path) => statusOf(path))))]
  })
  const statuses = (await Promise.all(people)).flat()
  expect(statuses.filter((status) => status !== 200)).toEqual([])
})

test('creates the API document once and answers 304 to a client that has it', async () => {
  const first = await app.fetch('/-/openapi.json', { headers: from })
  const etag = first.headers.get('etag') ?? ''
  expect(Object.keys((await first.json()).paths).length).toBeGreaterThan(100)
  const again = await app.fetch('/-/openapi.json', { headers: { ...from, 'if-none-match': etag } })
  expect([again.status, await again.text()]).toEqual([304, ''])
})
