import { routes } from '@waybill/contract/core/routes'
import { afterAll, expect, test } from 'vitest'
import { OPERATOR_TOKEN } from '#test/app/operator-token'
import { TestApp } from '#test/app/test-app'
import { documents, foreignHosts, panelHosts, plainFiles } from '#test/pages/documents'
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
