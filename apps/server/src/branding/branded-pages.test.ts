import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { type AccountPerson, makeAccount } from '#test/people/account-person'
import { makePerson } from '#test/people/people'
import { changeAccount } from '#test/people/put-account'
import { askFor, linkOf } from '#test/requests/calls'

let app: TestApp
let sender: AccountPerson
let logo: string
let background: string
beforeAll(async () => {
  app = await makeTestApp()
  sender = await makeAccount(app, { role: 'business', subscription: 'active' })
  await sender.call('editBranding', {
    body: { name: 'Lovelace <Engines>', accent: '#7fc4ff', welcome: 'Welcome & good day' },
  })
  const png = await sharp({ create: { width: 300, height: 100, channels: 3, background: '#0b5cad' } })
    .png()
    .toBuffer()
  for (const slot of ['logo', 'background']) {
    const request = { method: 'PUT', headers: { 'content-type': 'image/png' }, body: new Uint8Array(png) }
    const { branding } = await (await sender.fetch(`/branding/pictures/${slot}`, request)).json()
    logo = branding.logo.path
    background = branding.background
  }
})
afterAll(() => app?.close())

const send = (person: AccountPerson, to: string) =>
  person.send({ files: [{ path: 'a.txt', content: Buffer.from('a') }], emailTo: [to] })

async function look(path: string) {
  const answer = await makePerson(app).fetch(path, { headers: { accept: 'text/html' } })
  return { status: answer.status, html: await answer.text(), policy: answer.headers.get('content-security-policy') }
}

/** The visible page: not the data it hydrates from. */
const bodyOf = (html: string) => html.replace(/<script type="application\/json".*?<\/script>/s, '')

describe('the recipient’s page', () => {
  test('shows name, logo, colour, welcome and background under the same strict policy', async () => {
    const { links } = await send(sender, 'asha@rao-forge.example')
    const { html, policy } = await look(links['asha@rao-forge.example'] ?? '')
    const body = bodyOf(html)
    expect(body).toContain('· Lovelace &lt;Engines></title>')
    expect(body).toMatch(new RegExp(`<img[^>]+src="${logo}"[^>]*width="300"[^>]*height="100"`))
    expect(body).toContain('alt="Lovelace &lt;Engines&gt;"')
    expect(body).toContain('Welcome &amp; good day')
    const [, nonce, style] = /<style nonce="([^"]+)">([^<]*)<\/style>/.exec(html) ?? []
    expect(policy).toContain(`style-src 'self' 'nonce-${nonce}'`)
    expect(policy).not.toContain('unsafe-inline')
    expect(style).toContain(`--page-background:url("${background}")`)
    expect(style).toMatch(/^:root\{--accent:#[0-9a-f]{6};--accent-deep:#[0-9a-f]{6};--on-accent:#ffffff;/)
    expect(style).toContain(':root[data-mantine-color-scheme="dark"]{--accent:#7fc4ff;')
    expect(body).toContain('Sent with Waybill')
    expect(html).not.toMatch(/<[^>]+\sstyle=/)
  })

  test('still shows it when the transfer has expired, and nothing of it where the sender is a secret', async () => {
    const sent = await send(sender, 'late@rao-forge.example')
    const path = sent.links['late@rao-forge.example'] ?? ''
    await app.ctx.db
      .updateTable('transfers')
      .set({ expires_at: new Date(0) })
      .where('slug', '=', sent.slug)
      .execute()
    const expired = await look(path)
    expect([expired.status, expired.html.includes(logo)]).toEqual([410, true])
    await app.ctx.db.updateTable('transfers').set({ paused_at: new Date() }).where('slug', '=', sent.slug).execute()
    const paused = await look(path)
    expect(paused.html).not.toMatch(/Lovelace|\/brand\/|Welcome|7fc4ff/)
    expect(paused.html).toContain('Waybill</span>')
  })

  test('follows the plan', async () => {
    const person = await makeAccount(app, { role: 'free' })
    const { links } = await send(person, 'bo@rao-forge.example')
    const page = async () => bodyOf((await look(links['bo@rao-forge.example'] ?? '')).html)
    const mark = '<span>Waybill</span>'
    const line = 'Sent with Waybill'
    const free = await page()
    expect([free.includes(mark), free.includes(line)]).toEqual([true, true])
    await changeAccount(app.ctx.db, person.accountId, { role: 'personal', subscription: 'active' })
    const personal = await page()
    expect([personal.includes(mark), personal.includes(line)]).toEqual([false, true])
    await changeAccount(app.ctx.db, person.accountId, { role: 'pro' })
    await person.call('editBranding', { body: { showsPoweredBy: false } })
    const pro = await page()
    expect([pro.includes(mark), pro.includes(line)]).toEqual([false, false])
    expect(pro).not.toMatch(/<title>[^<]*Waybill/)
  })
})

test('the page of a request shows it too', async () => {
  const request = await askFor(sender, { title: 'Drawings', suppliers: [{ email: 'mill@supply.example' }] })
  const { slug, user } = await linkOf(sender, request, 'mill@supply.example')
  const { html } = await look(`/r/${slug}/${user}`)
  expect(bodyOf(html)).toMatch(new RegExp(`<img[^>]+src="${logo}"`))
  expect(html).toContain('<style nonce="')
  expect(bodyOf(html)).toContain('Welcome &amp; good day')
})

test('mails to recipients and suppliers show it, mails to the account do not', async () => {
  await send(sender, 'mail@rao-forge.example')
  await askFor(sender, { title: 'More', suppliers: [{ email: 'asked@supply.example' }] })
  await app.runJobs()
  for (const address of ['mail@rao-forge.example', 'asked@supply.example']) {
    const [mail] = await app.mails(address)
    expect(mail?.html).toContain(`${logo.replace(/page$/, 'mail')}"`)
    expect(mail?.text).toContain('Sent with Waybill')
  }
  for (const mail of await app.mails(sender.address)) expect(mail.html).not.toContain('<img')
})
