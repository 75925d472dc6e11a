import { routes } from '@waybill/contract/core/routes'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { OPERATOR_TOKEN } from '#test/app/operator-token'
import { TestApp } from '#test/app/test-app'
import { documents, foreignHosts, panelHosts, plainFiles } from '#test/pages/documents'
import { drawIcons } from '#test/pages/draw-icons'
import { stripeEnv } from '#test/payments/stripe-env'
import { makeApp } from '../../../app.ts'

// Nothing listens there, and no page asks.
const stripe = (ui: 'panel' | 'redirect') => stripeEnv({ base: 'http://127.0.0.1:1', secret: 'whsec_waybill' }, ui)
const facts = { slug: 'AbCdEf1', recipient: 'x', request: 'AbCdEf1', session: 'cs_x', operatorToken: OPERATOR_TOKEN }

const opened: TestApp[] = []
const open = async (env: Record<string, string>): Promise<TestApp> => {
  const app = await TestApp.make({ env })
  opened.push(app)
  return app
}
afterAll(() => Promise.all(opened.map((app) => app.close())))

test('every document that the server knows is in the list that the policies are tested by', async () => {
  const { ctx } = await open({})
  const app = await makeApp(ctx)
  const endpoints = Object.values(routes).flatMap(({ method, path }) => (method === 'GET' ? [path as string] : []))
  const known = app.knownPaths.read().filter((path) => !endpoints.includes(path) && !plainFiles.includes(path))
  expect(known).toEqual(documents.map(({ pattern }) => pattern).sort())
  await app.close()
})

test.each([
  ['the sandbox', {}],
  ['Stripe on its own page', stripe('redirect')],
  ['Stripe in a panel', stripe('panel')],
])('where payment is taken by %s, no page but that of the panel names another host', async (_name, env) => {
  const app = await open(env)
  const isPanel = app.config.payments?.kind === 'stripe' && app.config.payments.ui === 'panel'
  for (const { pattern, address } of [...documents, { pattern: 'none', address: () => '/nowhere' }]) {
    const { headers } = await app.fetch(address(facts), { headers: { accept: 'text/html' } })
    const policy = headers.get('content-security-policy') ?? ''
    const expected = isPanel && pattern === '/pay/:session' ? panelHosts : []
    expect([pattern, foreignHosts(policy, 'localhost')]).toEqual([pattern, expected])
    const framed = pattern === '/-/mailbox/html' ? /frame-ancestors '(none|self)'/ : /frame-ancestors 'none'/
    expect([pattern, policy]).toEqual([pattern, expect.stringMatching(framed)])
  }
})

test('the page of the panel lets windows of its frame answer, and every other page keeps its own group', async () => {
  const app = await open(stripe('panel'))
  const openerPolicy = async (path: string) => (await app.fetch(path)).headers.get('cross-origin-opener-policy')
  expect(await openerPolicy('/pay/cs_x')).toBe('same-origin-allow-popups')
  expect(await openerPolicy('/dash')).toBe('same-origin')
})

const pixelsOf = async (picture: Buffer | string) =>
  sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true })

test('every page names icons and a manifest that are there, and the icons are drawn from the one in the tab', async () => {
  const app = await open({})
  const named = new Set<string>()
  for (const { pattern, address } of documents) {
    const answer = await app.fetch(address(facts), { headers: { accept: 'text/html' } })
    // The body of a mail is shown inside another page.
    if (answer.status >= 300 || pattern === '/-/mailbox/html') continue
    const text = await answer.text()
    const language = /<html lang="(\w+)/.exec(text)?.[1]
    // It is for operators alone, and nothing to install.
    const isMailbox = pattern === '/-/mailbox'
    const links = [...text.matchAll(/<link rel="(icon|apple-touch-icon|manifest)" href="([^"]*)"/g)]
    const manifest = language === 'zh' ? '/zh/manifest.webmanifest' : '/manifest.webmanifest'
    const expected = isMailbox ? ['icon'] : ['icon', 'icon', 'apple-touch-icon', 'manifest']
    expect([pattern, links.map(([, rel]) => rel)]).toEqual([pattern, expected])
    if (!isMailbox) expect([pattern, links.at(-1)?.[2]]).toEqual([pattern, manifest])
    for (const [, , href = ''] of links) named.add(href)
  }
  for (const path of [...named].filter((path) => path.endsWith('.webmanifest'))) {
    const answer = await app.fetch(path)
    expect(answer.headers.get('content-type')).toBe('application/manifest+json; charset=utf-8')
    const { icons, shortcuts, lang, start_url: start } = await answer.json()
    expect(lang).toBe(path.startsWith('/zh/') ? 'zh-CN' : 'en')
    for (const { url } of [...shortcuts, { url: start }]) expect((await app.fetch(url)).status).toBe(200)
    for (const { src, sizes, type } of icons) {
      const icon = await app.fetch(src)
      expect([icon.headers.get('content-type'), icon.headers.get('cache-control')]).toEqual([
        type,
        'public, max-age=86400',
      ])
      const { info } = await pixelsOf(Buffer.from(await icon.arrayBuffer()))
      expect(`${info.width}x${info.height}`).toBe(sizes)
      named.add(src)
    }
  }
  const drawn = await drawIcons()
  for (const path of [...named].filter((path) => /\.(?:png|ico)$/.test(path))) {
    const answer = await app.fetch(path)
    const kept = Buffer.from(await answer.arrayBuffer())
    const fresh = drawn.get(path.slice(1)) ?? Buffer.alloc(0)
    // An .ico is a PNG behind 22 bytes.
    const [have, want] = await Promise.all(
      [kept, fresh].map((file) => pixelsOf(path.endsWith('.ico') ? file.subarray(22) : file)),
    )
    const apart = want?.data.reduce((sum, value, at) => sum + Math.abs(value - (have?.data[at] ?? 0)), 0) ?? Infinity
    expect([path, apart / (want?.data.length ?? 1) < 2]).toEqual([path, true])
  }
  expect([...named].filter((path) => drawn.has(path.slice(1))).length).toBe(drawn.size)
})

test('a share that meets no worker is led to the page that says so, unread, and the worker is asked for each time', async () => {
  const app = await open({})
  const worker = await app.fetch('/share-worker.js')
  expect([worker.status, worker.headers.get('content-type'), worker.headers.get('cache-control')]).toEqual([
    200,
    'text/javascript; charset=utf-8',
    'no-cache',
  ])
  // A body that never ends: only an answer that waits for none of it comes.
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode('--B\r\n')),
  })
  const headers = { 'content-type': 'multipart/form-data; boundary=B', origin: 'null', 'sec-fetch-site': 'none' }
  const share = { method: 'POST', headers, body, duplex: 'half', redirect: 'manual' } as RequestInit
  const answer = await fetch(`${app.origin}/share`, share)
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/?shared=none'])
  expect(answer.headers.get('connection')).toBe('close')
})
