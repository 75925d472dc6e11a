import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'

const ASSETS = join(import.meta.dirname, '../../../../../web/dist/client/assets')

let app: TestApp
beforeAll(async () => {
  app = await makeTestApp()
})
afterAll(() => app.close())

test('an asset is sent packed, and kept for ever', async () => {
  const script = readdirSync(ASSETS)
    .find((name) => name.endsWith('.js.br'))
    ?.replace(/\.br$/, '')
  const answer = await app.fetch(`/assets/${script}`, { headers: { 'accept-encoding': 'br' } })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-encoding')).toBe('br')
  expect(answer.headers.get('content-type')).toMatch(/javascript/)
  expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  const head = await app.fetch(`/assets/${script}`, { method: 'HEAD' })
  expect([head.status, await head.text()]).toEqual([200, ''])
})

test.each([
  ['/assets', 404],
  ['/assets/', 404],
  ['/assets/none.js', 404],
  ['/assets/..%2findex.html', 400],
  ['/assets/x/..%2f..%2findex.html', 400],
  ['/assets//index.html', 404],
])('there is no asset at %s', async (path, status) => {
  const answer = await app.fetch(path)
  expect([answer.status, await answer.text()]).toEqual([status, expect.not.stringContaining('<div id="root">')])
})
