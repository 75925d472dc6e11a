import { gzipSync } from 'node:zlib'
import { plans } from '@waybill/contract/billing/plans'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { TestApp } from '#test/app/test-app'
import { publicPaths } from '#test/pages/documents'
import { previewOf } from '#test/pages/preview-of'
import type { Config } from '../platform/config/config.ts'
import { questionsOf } from './pages/home-sections.ts'

/** Of a page with its faces, on the wire. */
const MOST_BYTES = 60_000

let app: TestApp
beforeAll(async () => {
  app = await TestApp.make({
    env: {
      SUPPORT_EMAIL: 'help@acme.example',
      COMPANY_NAME: 'Acme & Sons',
      COMPANY_ADDRESS: '1 Pier Road, Hong Kong',
      COMPANY_PLACE: '22.2819,114.1582',
      SOCIAL_LINKS: 'https://www.linkedin.com/company/acme https://weibo.com/acme?a=1&b=2',
    },
  })
})
afterAll(() => app.close())

const read = async (path: string) => {
  const answer = await app.fetch(path, { headers: { accept: 'text/html' } })
  return { answer, text: await answer.text() }
}

describe('a public page', () => {
  it.each([
    ['/about', 'en', '/zh/about'],
    ['/zh/about', 'zh-CN', '/about'],
  ])('says at %s what it is, and where its other language is', async (path, tag, other) => {
    const { answer, text } = await read(path)
    expect(answer.status).toBe(200)
    const at = (address: string) => app.config.publicUrl.origin + address
    expect(text).toContain(`<html lang="${tag}">`)
    expect(text).toContain(`<link rel="canonical" href="${at(path)}">`)
    expect(text).toContain(`<link rel="alternate" hreflang="en" href="${at('/about')}">`)
    expect(text).toContain(`<link rel="alternate" hreflang="zh-CN" href="${at('/zh/about')}">`)
    expect(text).toContain(`<link rel="alternate" hreflang="x-default" href="${at('/about')}">`)
    expect(text).toContain(`href="${other}"`)
    expect(text).toMatch(/<title>[^<]*Waybill[^<]*<\/title>/)
    const graph = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(text)?.[1] ?? '')
    expect(graph['@graph'][0]).toMatchObject({ '@type': 'WebPage', url: at(path), inLanguage: tag })
  })

  it.each(['/about', '/pricing', '/zh/pricing'])(
    'has no script, few bytes, and the policy of our pages: %s',
    async (path) => {
      const { answer, text } = await read(path)
      expect(text.replace(/<script type="application\/ld\+json">/, '')).not.toContain('<script')
      expect(text).not.toMatch(/ on\w+="/)
      // A face that comes late must not break the lines of a page again.
      expect(text).not.toContain('font-display: swap')
      const files = new Set([...text.matchAll(/\/assets\/[\w.-]+/g)].map(([file]) => file))
      const sizes = await Promise.all(
        [...files].map(async (file) => (await (await app.fetch(file)).arrayBuffer()).byteLength),
      )
      expect(files.size).toBe(2)
      expect(sizes.reduce((sum, size) => sum + size, gzipSync(text).length)).toBeLessThan(MOST_BYTES)
      const nonce = /<style nonce="([^"]+)">/.exec(text)?.[1]
      expect(answer.headers.get('content-security-policy')).toContain(`style-src 'self' 'nonce-${nonce}'`)
    },
  )

  it('states the storage of the free plan and the address of support', async () => {
    const { text } = await read('/about')
    expect(text).toContain(`New signups get ${plans.free.storageBytes / 1e9} GB storage free`)
    expect(text).toContain('mailto:help@acme.example')
    expect(text).toContain('<p>Acme &amp; Sons</p>')
    expect(text).toContain('<address>1 Pier Road, Hong Kong</address>')
    // The coast of southern China, drawn by us.
    expect(text).toMatch(/<svg class="map"[^>]*><path d="M[\d ]+L/)
  })
})

test('the operator’s profiles elsewhere are in the foot and in the data of pages, the app’s too', async () => {
  for (const path of ['/about', '/zh/support', '/', '/pricing']) {
    const { text } = await read(path)
    expect(text).toContain('<a href="https://www.linkedin.com/company/acme" rel="me noreferrer">LinkedIn</a>')
    expect(text).toContain('<a href="https://weibo.com/acme?a=1&amp;b=2" rel="me noreferrer">微博</a>')
    const graph = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(text)?.[1] ?? '')
    expect(graph['@graph'][0].publisher).toEqual({
      '@type': 'Organization',
      name: 'Acme & Sons',
      sameAs: ['https://www.linkedin.com/company/acme', 'https://weibo.com/acme?a=1&b=2'],
    })
  }
})

describe('every public page', () => {
  const addresses = publicPaths.flatMap((path) => [path, `/zh${path}`])
  const sizes = new Set(Object.values(plans).flatMap((plan) => [plan.storageBytes, plan.uploadLimitBytes]))
  const known = new Set([...sizes].map((bytes) => (bytes >= 1e12 ? `${bytes / 1e12} TB` : `${bytes / 1e9} GB`)))

  it('links to pages that exist, and has a title and a description of its own', async () => {
    const pages = await Promise.all(addresses.map(read))
    const facts = pages.map(({ text }) => [
      /<title>(.*?)<\/title>/.exec(text)?.[1],
      /<meta name="description" content="(.*?)">/.exec(text)?.[1],
    ])
    expect(new Set(facts.map(String)).size).toBe(addresses.length)
    const links = new Set(pages.flatMap(({ text }) => [...text.matchAll(/href="(\/[^"]*)"/g)].map(([, href]) => href)))
    const dead = await Promise.all(
      [...links].map(async (href) => [
        href,
        (await app.fetch(href ?? '', { headers: { accept: 'text/html' } })).status,
      ]),
    )
    expect(dead.filter(([, status]) => status !== 200)).toEqual([])
  })

  it('names no size that plans.ts does not have', async () => {
    for (const address of addresses) {
      const { text } = await read(address)
      const named = [...text.matchAll(/\d[\d.,]* [GT]B/g)].map(([size]) => size)
      expect([address, named.filter((size) => !known.has(size))]).toEqual([address, []])
    }
  })

  it('is in the sitemap in both languages, and robots.txt names the sitemap', async () => {
    const sitemap = await read('/sitemap.xml')
    expect(sitemap.answer.headers.get('content-type')).toBe('application/xml; charset=utf-8')
    const found = [...sitemap.text.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, loc = '']) => new URL(loc).pathname)
    for (const address of addresses) expect(found).toContain(address)
    expect((await read('/robots.txt')).text).toContain(`Sitemap: ${app.config.publicUrl.origin}/sitemap.xml`)
  })

  it('has a picture for link previews, in both languages', async () => {
    for (const address of ['/about', '/zh/product/works-everywhere', '/blog/waybill-compared']) {
      const { text } = await read(address)
      const picture = /<meta property="og:image" content="(.*?)">/.exec(text)?.[1] ?? ''
      const answer = await app.fetch(new URL(picture).pathname)
      const bytes = Buffer.from(await answer.arrayBuffer())
      expect([answer.headers.get('content-type'), bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([
        'image/png',
        1200,
        630,
      ])
      // A title in a font that lacks its letters would be the same few boxes.
      expect(bytes.length).toBeGreaterThan(10_000)
    }
    expect((await app.fetch('/og/nowhere.png')).status).toBe(404)
  })
})

describe('the home page', () => {
  it('says what it is in both languages, and shows the plans’ figures below the form', async () => {
    const at = (path: string) => app.config.publicUrl.origin + path
    for (const [path, canonical] of [
      ['/', '/'],
      ['/register', '/'],
      ['/zh/', '/zh/'],
    ] as const) {
      const { answer, text } = await read(path)
      expect(answer.status).toBe(200)
      expect(text.match(/<title>/g)).toHaveLength(1)
      expect(text.match(/<meta name="description"/g)).toHaveLength(1)
      expect(text).toContain(`<link rel="canonical" href="${at(canonical)}">`)
      expect(text).toContain(`<link rel="alternate" hreflang="zh-CN" href="${at('/zh/')}">`)
      expect(text).toContain(`${plans.business.uploadLimitBytes / 1e9} GB`)
      expect(text).toContain(`US$${(plans.personal.yearlyPriceUsd ?? 0) / 12}`)
      expect(text).toContain('AES-256')
      expect(text).toContain('"@type":"FAQPage"')
    }
    expect((await read('/zh')).answer.headers.get('location')).toBe('/zh/')
  })

  it('keeps the app’s place between the server’s parts, and every style under the nonce', async () => {
    const { answer, text } = await read('/')
    expect(text.indexOf('site-menu')).toBeLessThan(text.indexOf('<div id="root">'))
    expect(text.indexOf('<div class="site site-home">')).toBeGreaterThan(text.indexOf('<div id="root">'))
    const policy = answer.headers.get('content-security-policy') ?? ''
    const nonces = [...text.matchAll(/nonce="([^"]*)"/g)].map(([, nonce]) => nonce)
    expect(nonces.filter((nonce) => !policy.includes(`'nonce-${nonce}'`))).toEqual([])
    expect(text).not.toContain('style="')
  })

  it('draws its outline by itself, before any style sheet or script has arrived', async () => {
    for (const [path, frame] of [
      ['/', 'page'],
      ['/login', 'page'],
      ['/dash/transfers?view=expired', 'dash'],
      ['/dash', 'dash'],
    ] as const) {
      const { text } = await read(path)
      const outline = text.indexOf(`<div id="meanwhile" data-frame="${frame}"`)
      expect(outline, path).toBeGreaterThan(text.indexOf('<div id="root"></div>'))
      expect(text.indexOf('rel="stylesheet"'), path).toBeGreaterThan(outline)
    }
  })

  it('does not promise what the store does not do', async () => {
    const stores = [{ storage: { kind: 's3', sse: 'none' } }] as unknown as Config['stores']
    const asked = questionsOf({ config: { ...app.config, stores, payments: null } }, 'en')
    expect(JSON.stringify(asked)).not.toMatch(/AES|US\$/)
  })
})

test('an unknown path leads home without scripts too, and is not indexed', async () => {
  const { answer, text } = await read('/nowhere')
  expect(answer.status).toBe(404)
  const unscripted = (page: string) => /<body>[\s\S]*<noscript>([\s\S]*)<\/noscript>/.exec(page)?.[1] ?? ''
  expect(unscripted(text)).toContain('<h1>This page isn’t here</h1>')
  for (const href of ['/', '/pricing', '/login', '/support', '/support/expired-link', '/about', '/blog'])
    expect(unscripted(text)).toContain(`href="${href}"`)
  expect(unscripted(text)).toContain('action="/support"')
  // The app's page has none of it: its styles are for browsers without scripts too.
  expect(text.replaceAll(/<noscript>[\s\S]*?<\/noscript>/g, '')).not.toMatch(/class="foot"|\.foot/)
  expect(text).toContain('<meta name="robots" content="noindex">')
  expect(text.match(/<title>.*?<\/title>/g)).toEqual(['<title>This page isn’t here · Waybill</title>'])
  const chinese = await read('/zh/nowhere')
  expect(chinese.answer.status).toBe(404)
  expect(chinese.text).toContain('<html lang="zh-CN"')
  expect(unscripted(chinese.text)).toContain('<h1>页面不存在</h1>')
  for (const href of ['/zh/', '/zh/pricing', '/zh/support', '/zh/support/expired-link', '/zh/about'])
    expect(unscripted(chinese.text)).toContain(`href="${href}"`)
  expect((await read('/zh/support/nowhere')).text).toContain('action="/zh/support"')
})

test('every page that the sitemap lists has its address in both languages', async () => {
  const found = [...(await read('/sitemap.xml')).text.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, loc = '']) => loc)
  const paths = found.map((loc) => new URL(loc).pathname)
  const english = paths.filter((path) => !path.startsWith('/zh/'))
  expect(english).toContain('/pricing')
  for (const path of english) expect(paths).toContain(`/zh${path}`)
  expect(paths).toHaveLength(english.length * 2)
})

test('without scripts the home page says what to do, and leads on', async () => {
  for (const [path, sentence, prefix] of [
    ['/', 'turn on JavaScript', ''],
    ['/?lang=zh', '启用 JavaScript', '/zh'],
  ] as const) {
    const headers = { accept: 'text/html', 'accept-language': prefix === '' ? 'en' : 'zh' }
    const text = await (await app.fetch(path, { headers })).text()
    const unscripted = /<noscript>([\s\S]*?)<\/noscript>/.exec(text)?.[1] ?? ''
    expect(unscripted).toContain(sentence)
    expect([...unscripted.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual([
      `${prefix}/`,
      `${prefix}/pricing`,
      '/login',
      `${prefix}/product/works-everywhere`,
      `${prefix}/support`,
      'mailto:help@acme.example',
    ])
  }
})

test('home and the pages of the app have what link previews show', async () => {
  for (const path of ['/', '/pricing', '/login', '/contact']) {
    const preview = previewOf((await read(path)).text)
    expect([path, Object.keys(preview)]).toEqual([
      path,
      expect.arrayContaining(['og:site_name', 'og:title', 'og:description', 'og:image']),
    ])
    expect((await app.fetch(new URL(preview['og:image'] ?? '').pathname)).status).toBe(200)
  }
})
