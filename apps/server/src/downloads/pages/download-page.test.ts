import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { previewOf } from '#test/pages/preview-of'
import { makePerson, type Person, type Sent } from '#test/people/people'

const DAY_MS = 86_400_000
const CHROME = 'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36'
const WECHAT = `${CHROME} MicroMessenger/8.0.50`

let app: TestApp
let sender: Person
let reader: Person
let sent: Sent
let path: string

const look = (url: string, headers: Record<string, string> = {}, method = 'GET') =>
  reader.fetch(url, { method, headers: { accept: 'text/html', 'user-agent': CHROME, ...headers } })

/** The values of the form's buttons, in order: each file, then everything. */
const buttonsOf = (html: string) =>
  (html.match(/<button type="submit"[^>]*>/g) ?? [])
    .filter((button) => button.includes('name="files"'))
    .map((button) => /value="([^"]+)"/.exec(button)?.[1] ?? '')

/** Removes what differs between any two answers: the nonce, the request's number, the time. */
const steady = (html: string, headers: Headers) => {
  const nonce = /nonce="([^"]+)"/.exec(html)?.[1] ?? ''
  const kept = [...headers].filter(([name]) => !['date', 'x-request-id'].includes(name))
  return JSON.stringify([html, kept]).replaceAll(nonce, 'NONCE')
}

beforeAll(async () => {
  app = await makeTestApp()
  sender = makePerson(app, 'ada@lovelace.example')
  reader = makePerson(app)
  await sender.prove()
  sent = await sender.send({
    files: [
      { path: 'drawings/housing & lid.dwg', content: Buffer.from('one') },
      { path: '报价 “Q3” №7.pdf', content: Buffer.from('three') },
    ],
    emailTo: ['asha@rao-forge.example'],
    message: 'By Friday </script><b>please & thanks',
  })
  path = sent.links['asha@rao-forge.example'] ?? ''
})
afterAll(() => app.close())

describe('the page of a transfer', () => {
  test('says who sent what, and has the list and a form that works without scripts', async () => {
    const response = await look(path)
    const html = await response.text()
    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('x-robots-tag')).toContain('noindex')
    expect(html).toContain('<title>ada@lovelace.example sent you 2 files · Waybill</title>')
    expect(html).toContain('Address verified')
    expect(html).toContain('<form action="/increment" method="post">')
    expect(html).toContain(`name="slug" value="${sent.slug}"`)
    expect(html).toContain(`name="user" value="${path.split('/').at(-1)}"`)
    expect(buttonsOf(html)).toHaveLength(3)
    expect(buttonsOf(html).at(-1)).toBe('all')
    expect(html).toContain('By Friday &lt;/script&gt;&lt;b&gt;please &amp; thanks')
  })

  test('names the sender and the number of files in link previews, no file, and nothing in any markup', async () => {
    const html = await (await look(path)).text()
    expect(previewOf(html)).toEqual({
      'og:type': 'website',
      'og:site_name': 'Waybill',
      'og:title': 'ada@lovelace.example sent you 2 files',
      'og:description': expect.stringMatching(/^2 files, [\d.]+ [KM]?B$/),
      'og:locale': 'en_US',
      'og:image': `${app.config.publicUrl.origin}/og/home.png`,
    })
    // A scanner is told the same as a person.
    const scanner = await (await look(path, { 'user-agent': 'facebookexternalhit/1.1' })).text()
    expect(previewOf(scanner)).toEqual(previewOf(html))
    expect(html).toContain('<meta name="robots" content="noindex, nofollow">')
    expect(html).not.toMatch(/<b>/)
    const props = /<script type="application\/json"[^>]*>(.*?)<\/script>/s.exec(html)?.[1] ?? ''
    expect(JSON.parse(props).page.part.files.map((file: { path: string }) => file.path)).toEqual(
      expect.arrayContaining(['报价 “Q3” №7.pdf']),
    )
  })

  test('carries no style attribute, and its policy allows none', async () => {
    const response = await look(path)
    expect(await response.text()).not.toMatch(/<[^>]+\sstyle=/)
    const policy = response.headers.get('content-security-policy') ?? ''
    expect(policy).not.toContain('unsafe-inline')
    expect(policy).toContain("require-trusted-types-for 'script'")
  })

  test('opens under every form of its link, and for the zip focuses the button and starts nothing', async () => {
    const [, , slug, user] = path.split('/')
    for (const url of [path, `/downloads/${slug}/${user}`]) {
      expect(await (await look(url)).text()).not.toContain('autofocus')
    }
    for (const url of [`${path}/zip`, `/downloads/${slug}/${user}/downloadZip`]) {
      const html = await (await look(url)).text()
      expect(html).toMatch(/<button[^>]+class="take-all"[^>]+autofocus/i)
      expect(html).not.toContain('http-equiv')
    }
  })

  test('uses the language of the cookie, of the browser, and of the switch without scripts', async () => {
    const spoken = async (url: string, headers: Record<string, string>) =>
      /<html lang="([^"]+)"/.exec(await (await look(url, headers)).text())?.[1]
    expect(await spoken(path, { 'accept-language': 'zh-CN,zh;q=0.9' })).toBe('zh-CN')
    expect(await spoken(path, { 'accept-language': 'zh-CN', cookie: 'waybill_language=en' })).toBe('en')
    expect(await spoken(path, { 'accept-language': 'zh-CN', cookie: '__Host-waybill_language=en' })).toBe('en')
    expect(await spoken(`${path}?lang=zh`, { cookie: 'waybill_language=en' })).toBe('zh-CN')
    expect(await spoken(`${path}?lang=xx"><b>`, {})).toBe('en')
    expect((await look(`${path}?lang=zh`)).headers.getSetCookie()).toEqual([])
  })

  test('tells readers in WeChat how to leave it', async () => {
    expect(await (await look(path, { 'user-agent': WECHAT })).text()).toContain('Open this page in your browser')
    expect(await (await look(path)).text()).not.toContain('class="way-out"')
  })

  test('compresses a long page for browsers that accept that', async () => {
    const response = await look(path, { 'accept-encoding': 'gzip' })
    expect(response.headers.get('content-encoding')).toBe('gzip')
    expect(response.headers.get('vary')).toContain('Accept-Encoding')
    expect(await response.text()).toContain('</html>')
    expect((await look(path, { 'accept-encoding': 'identity' })).headers.get('content-encoding')).toBeNull()
  })

  test('changes nothing when it is read: no grant, nothing opened, nothing on record', async () => {
    for (const method of ['GET', 'HEAD', 'GET']) await look(`${path}/zip`, {}, method)
    const count = async (table: string) =>
      (await sql<{ rows: number }>`select count(*)::int as rows from ${sql.table(table)}`.execute(app.ctx.db)).rows[0]
        ?.rows
    expect(await count('grants')).toBe(0)
    expect(await count('deliveries')).toBe(0)
    const { rows } = await sql`select 1 from recipients where opened_at is not null
      union all select 1 from events where actor_kind = 'human' and kind not in ('sent', 'mailed', 'checked')`.execute(
      app.ctx.db,
    )
    expect(rows).toEqual([])
  })

  test('answers HEAD as GET without the page', async () => {
    const response = await look(path, {}, 'HEAD')
    expect(response.status).toBe(200)
    expect(await response.text()).toBe('')
    expect(response.headers.get('content-type')).toContain('text/html')
  })

  test('has a form that downloads: the answer leads to bytes, for one file and for all', async () => {
    const html = await (await look(path)).text()
    const [one = ''] = buttonsOf(html)
    const [, , slug = '', user = ''] = path.split('/')
    for (const files of [one, 'all']) {
      const answer = await reader.fetch('/increment', {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': CHROME },
        body: new URLSearchParams({ slug, user, files }).toString(),
      })
      expect(answer.status).toBe(303)
      const bytes = await reader.fetch(answer.headers.get('location') ?? '', { headers: { 'user-agent': CHROME } })
      expect(bytes.status).toBe(200)
      expect(bytes.headers.get('content-disposition')).toMatch(/^attachment/)
      expect((await bytes.arrayBuffer()).byteLength).toBe(Number(bytes.headers.get('content-length')))
    }
  })
})

describe('a link that opens nothing', () => {
  test('shows one page for unknown, wrong and incomplete links, and for a removed transfer', async () => {
    const [, , slug, user] = path.split('/')
    const wrongUser = `${user?.startsWith('A') ? 'B' : 'A'}${user?.slice(1)}`
    const unknown = ['/w/0000000', `/w/${slug}`, `/d/${slug}/${wrongUser}`, '/downloads/x/y/z']
    const removed = await sender.send({ files: [{ path: 'gone.txt', content: Buffer.from('gone') }] })
    await sql`update transfers set deleted_at = now() where slug = ${removed.slug}`.execute(app.ctx.db)
    const urls = [...unknown, ...Object.values(removed.links)]
    expect(urls).toHaveLength(5)
    const told = (url: string) =>
      look(url).then(async (response) => {
        expect(response.status).toBe(404)
        return steady(await response.text(), response.headers)
      })
    const answers = await Promise.all(urls.map(told))
    expect(new Set(answers).size).toBe(1)
    expect(answers[0]).toContain('There is nothing at this link')
    // A link without a token, whatever it names, offers to resend a lost mail.
    const bare = await Promise.all(['0000000', slug, removed.slug].map((one) => told(`/d/${one}`)))
    expect([new Set(bare).size, bare[0]?.includes('Lost the email?')]).toEqual([1, true])
  })

  test('says so as a page when a network has guessed too often', async () => {
    const guesser = makePerson(app)
    let status = 404
    let html = ''
    for (let tries = 0; status === 404 && tries < 40; tries += 1) {
      const response = await guesser.fetch(`/d/00000${String(tries).padStart(2, '0')}`)
      status = response.status
      html = await response.text()
      if (status === 429) expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
    }
    expect(status).toBe(429)
    expect(html).toContain('Too many attempts in a short time')
    expect(html).not.toContain('<form')
  })

  test('says after its expiry that it has expired, names the sender, and reveals no contents', async () => {
    await app.passTime(8 * DAY_MS)
    const response = await look(path)
    const html = await response.text()
    expect(response.status).toBe(410)
    expect(html).toContain('What ada@lovelace.example sent you has expired')
    expect(html).toContain('href="mailto:ada@lovelace.example"')
    expect(html).toContain('Ask for more time')
    expect(html).not.toMatch(/“Q3”|\/increment|By Friday/)
  })
})
