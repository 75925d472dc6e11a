import type { readChangelog } from '@waybill/contract/content/endpoints'
import type { ReplyOf } from '@waybill/contract/core/endpoint'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestApp } from '#test/app/test-app'
import { type AccountPerson, makeAccount, PASSWORD } from '#test/people/account-person'
import { shownViews } from './pages/article-parts.ts'
import { mayRead } from './story-policy.ts'

const MOST_BYTES = 60_000

let app: TestApp
beforeAll(async () => {
  app = await TestApp.make({ env: { SUPPORT_EMAIL: 'help@acme.example' } })
})
afterAll(() => app.close())

const read = async (path: string) => {
  const answer = await app.fetch(path, { headers: { accept: 'text/html' }, redirect: 'manual' })
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

/** The links of the page itself; header and footer are the shell's. */
const hrefsOf = (text: string) =>
  [...(/<main.*<\/main>/s.exec(text)?.[0] ?? '').matchAll(/ href="(\/[^"]*)"/g)].map(
    ([, href = '']) => href.replaceAll('&amp;', '&').split('#')[0] ?? '',
  )

describe('the pages of articles', () => {
  it('lead to each other and to nothing that is missing, in both languages', async () => {
    const { content } = app.ctx
    const asked = [
      '/blog',
      '/support',
      '/updates',
      '/zh/blog',
      '/zh/support',
      '/zh/updates',
      '/atom.xml',
      '/zh/atom.xml',
      '/roadmap/next',
      '/zh/roadmap/next',
    ]
    const done = new Set<string>()
    const texts = new Map<string, string>()
    const places = new Set<string>()
    while (asked.length > 0) {
      const path = asked.pop() ?? ''
      if (done.has(path)) continue
      done.add(path)
      const { status, headers, text } = await read(path)
      texts.set(path, text)
      for (const [, page = '', place] of text.matchAll(/ href="([^"#]*)#([^"]+)"/g))
        places.add(`${page.replace(app.config.publicUrl.origin, '') || path}#${place}`)
      const isArticle = /^(\/zh)?\/(blog|support|updates|roadmap)\b/.test(path)
      expect([path, status]).toEqual([path, expect.toSatisfy((code) => code === 200 || code === 301)])
      if (!isArticle) continue
      expect([path, text.length]).toEqual([path, expect.toSatisfy((bytes) => bytes < MOST_BYTES)])
      expect(text).toContain(path.startsWith('/zh') ? '<html lang="zh-CN">' : '<html lang="en">')
      expect(text).toMatch(/<h1>[^<]+<\/h1>/)
      expect(headers.get('content-type')).toContain('text/html')
      asked.push(...hrefsOf(text))
    }
    const missing = [...places].filter((place) => {
      const [page = '', name = ''] = place.split('#')
      return !texts.get(page)?.includes(` id="${name}"`)
    })
    expect(missing).toEqual([])
    for (const folder of ['help', 'blog', 'roadmap', 'legal'] as const) {
      const prefix = { help: '/support', legal: '/support', blog: '/blog', roadmap: '/roadmap' }[folder]
      for (const slug of content.slugs(folder)) {
        expect(done).toContain(`${prefix}/${slug}`)
        expect(done).toContain(`/zh${prefix}/${slug}`)
      }
    }
  })

  it('name their other language and themselves', async () => {
    const { text } = await read('/zh/support/expiry')
    const at = (path: string) => app.config.publicUrl.origin + path
    expect(text).toContain(`<link rel="canonical" href="${at('/zh/support/expiry')}">`)
    expect(text).toContain(`hreflang="en" href="${at('/support/expiry')}"`)
    expect((await read('/blog/best-file-transfer-china')).text).toContain('"@type":"BlogPosting"')
  })

  it('show the articles that a query chooses, and the same article in the dashboard', async () => {
    const chosen = await read('/support?article=privacy-policy')
    expect(chosen.text).toContain('<h1>Privacy policy</h1>')
    expect(chosen.text).toContain(`<link rel="canonical" href="${app.config.publicUrl.origin}/support/privacy-policy">`)
    expect((await read('/zh/support?article=terms-of-use')).text).toContain('<h1>服务条款</h1>')
    expect((await read('/dash/roadmap/next')).text).toContain('<h1>What we build next</h1>')
  })

  it.each([
    '/support/nowhere',
    '/support?article=nowhere',
    '/support?article=../legal/terms-of-use',
    '/blog/nowhere',
    '/blog/..%2Flegal%2Fterms-of-use',
    '/support?article=',
    '/zh/roadmap/nowhere',
    '/dash/roadmap/nowhere',
  ])('answer 404 at %s', async (path) => {
    expect((await read(path)).status).toBe(404)
  })

  it.each([
    ['/changelog', '/updates'],
    ['/compare', '/blog/waybill-compared'],
    ['/how-to-send-big-files-to-china', '/blog/how-to-send-big-files-to-china'],
    ['/roadmap', '/roadmap/next'],
    ['/zh/changelog', '/zh/updates'],
  ])('lead from %s to %s', async (from, to) => {
    const { status, headers } = await read(from)
    expect([status, headers.get('location')]).toEqual([301, to])
  })
})

describe('the search of the help', () => {
  it('answers in the page, without scripts', async () => {
    expect((await read('/support?q=expired+link')).text).toContain('/support/expired-link')
    const chinese = await read(`/zh/support?q=${encodeURIComponent('忘记密码')}`)
    expect(chinese.text).toContain('/zh/support/account-security')
    const nothing = await read('/support?q=xyzzy')
    expect(nothing.text).toContain('No article on “xyzzy”')
    expect(nothing.text).toContain('help@acme.example')
  })

  it('shows what was searched as text', async () => {
    const { text } = await read(`/support?q=${encodeURIComponent('"><script>alert(1)</script>')}`)
    expect(text).not.toContain('<script>alert')
    expect(text).toContain('&lt;script&gt;')
    expect((await read('/support?q=a&q=b')).status).toBe(200)
  })

  it('takes queries of any length and number', async () => {
    const queries = [`q=${'x '.repeat(2_500)}`, `q=${'忘'.repeat(1_000)}`, 'article=expiry&article=limits', 'q[a]=b&q=']
    for (const query of queries) {
      const { status, text } = await read(`/support?${encodeURI(query)}`)
      expect([query.slice(0, 20), status, text.length < MOST_BYTES]).toEqual([query.slice(0, 20), 200, true])
    }
  })
})

it('the feed has the blog and the updates', async () => {
  const { status, headers, text } = await read('/zh/atom.xml')
  expect([status, headers.get('content-type')]).toEqual([200, 'application/atom+xml; charset=utf-8'])
  expect(text).toContain('xml:lang="zh-CN"')
  expect(text.match(/<entry>/g)).toHaveLength(
    app.ctx.content.slugs('blog').length + app.ctx.content.slugs('updates').length,
  )
  expect(text).toContain(`<id>${app.config.publicUrl.origin}/zh/blog/waybill-compared</id>`)
  // Its links lead to the pages in its language.
  expect(text).toContain(`${app.config.publicUrl.origin}/zh/support/create-a-request`)
  expect(text).not.toContain(`${app.config.publicUrl.origin}/support/`)
})

it('the number beside an article is from 194 to 216, and the same all day', () => {
  const noon = Date.parse('2026-11-27T12:00:00Z')
  const counts = Array.from({ length: 400 }, (_none, day) => shownViews('x', noon + day * 86_400_000))
  expect(Math.min(...counts)).toBe(194)
  expect(Math.max(...counts)).toBe(216)
  expect(shownViews('x', noon)).toBe(shownViews('x', noon + 3_600_000))
})

describe('what is new', () => {
  it('is told to everybody, in their language, as data', async () => {
    const read = async (language: string) => {
      const answer = await app.fetch('/api/changelog', { headers: { 'accept-language': language } })
      return (await answer.json()) as ReplyOf<typeof readChangelog>
    }
    const { entries } = await read('en')
    expect(entries.map(({ created }) => created)).toEqual(
      entries
        .map(({ created }) => created)
        .sort()
        .reverse(),
    )
    expect(entries.find(({ id }) => id === 'file-requests')).toMatchObject({
      types: ['new'],
      created: '2026-11-22',
      title: 'Ask for files with one form',
      markdownDetails: expect.stringContaining('**Requests** ask any number'),
      details: [{ kind: 'paragraph' }],
      story: null,
    })
    expect((await read('zh')).entries.find(({ id }) => id === 'file-requests')?.title).toBe('用一张表单索取文件')
  })

  it('names a story only to the accounts that it is for, and tells it to no other', async () => {
    const company = await makeAccount(app, { role: 'business', subscription: 'active' })
    const free = await makeAccount(app)
    const storyOf = async (person: AccountPerson, id: string) => {
      const { body } = await person.call('readChangelog')
      return (body as ReplyOf<typeof readChangelog>).entries.find((entry) => entry.id === id)?.story
    }
    expect(await storyOf(company, 'teams-and-branding')).toBe('company-settings')
    expect(await storyOf(free, 'teams-and-branding')).toBeNull()
    expect(await storyOf(free, 'help-and-blog')).toBe('first-week')
    const told = await company.call('readStory', { params: { name: 'company-settings' } })
    expect(told).toMatchObject({ status: 200, body: { title: 'Make it your company’s own' } })
    expect(await free.call('readStory', { params: { name: 'company-settings' } })).toMatchObject({ status: 404 })
    expect(await company.call('readStory', { params: { name: 'first-week' } })).toMatchObject({ status: 404 })
    expect(await free.call('readStory', { params: { name: '../legal/terms-of-use' } })).toMatchObject({ status: 404 })
    expect((await app.fetch('/api/story/first-week')).status).toBe(401)
  })

  it('is read once for all devices of an account, and never goes back', async () => {
    const person = await makeAccount(app)
    const ids = async () => {
      const { body } = await person.call('readChangelog')
      return body as ReplyOf<typeof readChangelog>
    }
    const { entries, lastRead } = await ids()
    expect(lastRead).toBeNull()
    const [newest = '', older = ''] = entries.map(({ id }) => id)
    const mark = async (entry: string) => (await person.call('markNewsRead', { body: { entry } })).status
    expect(await mark(older)).toBe(204)
    expect((await ids()).lastRead).toBe(older)
    expect(await mark('nobody-wrote-this')).toBe(404)
    const marked = await Promise.all([older, newest, older, newest, older].map(mark))
    expect(marked).toEqual([204, 204, 204, 204, 204])
    expect((await ids()).lastRead).toBe(newest)
    expect((await (await app.fetch('/api/changelog')).json()).lastRead).toBeNull()
    const other = await makeAccount(app)
    expect((await other.call('readChangelog')).body.lastRead).toBeNull()
    const exported = await (await person.fetch('/export')).json()
    expect(exported.newsRead).toMatchObject({ entry: newest })
    expect((await person.call('deleteAccount', { body: { password: PASSWORD } })).status).toBe(204)
    const left = await app.ctx.db
      .selectFrom('news_reads')
      .selectAll()
      .where('account_id', '=', person.accountId)
      .execute()
    expect(left).toEqual([])
  })

  it.each([
    ['everyone', ['free', 'pro', 'business']],
    ['unpaid', ['free']],
    ['paying', ['pro', 'business']],
    ['company', ['business']],
    ['admin', []],
  ] as const)('has stories for %s', (audience, readers) => {
    const roles = ['free', 'pro', 'business'] as const
    expect(roles.filter((role) => mayRead({ role, memberRole: 'member' }, audience))).toEqual(readers)
    expect(mayRead({ role: 'free', memberRole: 'admin' }, 'admin')).toBe(true)
    expect(mayRead(null, audience)).toBe(false)
  })
})
