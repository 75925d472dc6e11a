/** Names under SUBDOMAIN_BASE behind nginx, as docs/operating.md says in words: its own names stay, theirs work too. */
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { makeTestApp, type TestApp } from '../app/test-app.ts'
import { PASSWORD } from '../people/account-person.ts'
import { makePerson, type Person } from '../people/people.ts'
import { changeAccount } from '../people/put-account.ts'
import { BASE, HOST, type RunningProxy, startDocumentedProxy } from './documented-proxy.ts'
import { type Asked, askThrough, siteBehind } from './site-behind.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 })

const NAME = `acme.${BASE}`

let app: TestApp
let proxy: RunningProxy
let sender: Person
let path = ''
beforeAll(async () => {
  const env = { PUBLIC_URL: `https://${HOST}`, SUBDOMAIN_BASE: BASE, TRUSTED_PROXIES: '127.0.0.1' }
  app = await makeTestApp({ env })
  const { port } = app.config
  proxy = await startDocumentedProxy('nginx', { one: port, two: port, oneLog: 9, twoLog: 9 }, { hasSubdomains: true })
  const site = siteBehind(proxy, app.dataDir)
  const mails = async (address?: string) => {
    await app.runJobs()
    return app.mails(address)
  }
  sender = makePerson({ ...site, mails })
  await sender.prove()
  const sent = await sender.send({
    files: [{ path: 'mill.pdf', content: Buffer.from('a plan of the mill') }],
    emailTo: ['reader@rao-forge.example'],
  })
  path = Object.values(sent.links)[0] ?? ''
  // The account of the sender's address takes the transfer over, so it is the workspace's.
  const { body } = await sender.call('signUp', { body: { email: sender.address, password: PASSWORD } })
  await app.runJobs()
  await changeAccount(app.ctx.db, body.user._id, { role: 'business', subscription: 'active' })
  const headers = { authorization: `Bearer ${body.accessToken}` }
  expect((await sender.call('claimDomain', { body: { typedDomain: 'acme' }, headers })).status).toBe(200)
})
afterAll(async () => {
  await proxy?.[Symbol.asyncDispose]()
  await app?.close()
})

const ask = async (where: string, asked: Asked = {}) => {
  const answer = await askThrough(proxy, where, { headers: { accept: 'text/html' }, ...asked })
  return { status: answer.statusCode, location: answer.headers.location, text: await text(answer) }
}

test('a workspace’s transfer opens at its name, over the wildcard certificate', async () => {
  const page = await ask(path, { name: NAME })
  expect(page.status).toBe(200)
  expect(page.text).toContain('mill.pdf')
})

test('the server’s own name keeps its certificate and its pages', async () => {
  expect(await ask('/about')).toMatchObject({ status: 200 })
  expect(await ask('/about', { name: NAME })).toMatchObject({ status: 421 })
})

test('a name that no workspace has is refused, and one two levels below has no certificate', async () => {
  expect(await ask(path, { name: `nobody.${BASE}` })).toMatchObject({ status: 421 })
  await expect(ask(path, { name: `a.b.${BASE}` })).rejects.toThrow(/altnames/)
})

test('plain HTTP leads to the same name over HTTPS, and takes nothing that changes something', async () => {
  const isPlain = true
  expect(await ask(path, { name: NAME, isPlain })).toMatchObject({ status: 301, location: `https://${NAME}${path}` })
  expect(await ask('/opened', { name: NAME, isPlain, method: 'POST' })).toMatchObject({ status: 400 })
  const withToken = { authorization: 'Bearer x' }
  expect(await ask(path, { name: NAME, isPlain, headers: withToken })).toMatchObject({ status: 400 })
})
