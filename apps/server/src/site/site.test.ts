import { plans } from '@waybill/contract/billing/plans'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestApp } from '#test/app/test-app'
import { PublicPages } from './public-pages.ts'

const MOST_BYTES = 15_000

let app: TestApp
beforeAll(async () => {
  app = await TestApp.make({ env: { SUPPORT_EMAIL: 'help@acme.example' } })
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

  it('has no script, few bytes, and the policy of our pages', async () => {
    const { answer, text } = await read('/about')
    expect(text.replace(/<script type="application\/ld\+json">/, '')).not.toContain('<script')
    expect(text).not.toMatch(/ on\w+="/)
    expect(text.length).toBeLessThan(MOST_BYTES)
    const nonce = /<style nonce="([^"]+)">/.exec(text)?.[1]
    expect(answer.headers.get('content-security-policy')).toContain(`style-src 'self' 'nonce-${nonce}'`)
  })

  it('states the storage of the free plan and the address of support', async () => {
    const { text } = await read('/about')
    expect(text).toContain(`New signups get ${plans.free.storageBytes / 1e9} GB storage free`)
    expect(text).toContain('mailto:help@acme.example')
  })
})

describe('the list of public pages', () => {
  const pages = new PublicPages()
  pages.add({ path: '/only-english', languages: ['en'], changedOn: null })
  pages.add({ path: '/support', languages: ['en', 'zh'], changedOn: null })

  it('leads to a page in the language of the reader where it exists', () => {
    expect(pages.linkIn('zh', '/support?article=terms-of-use')).toBe('/zh/support?article=terms-of-use')
    expect(pages.linkIn('zh', '/only-english')).toBe('/only-english')
    expect(pages.linkIn('en', '/nowhere')).toBeNull()
  })
})
