import { describe, expect, it } from 'vitest'
import { PublicPages } from './public-pages.ts'

describe('the list of public pages', () => {
  const pages = new PublicPages()
  pages.add({ path: '/only-english', languages: ['en'], changedOn: null })
  pages.add({ path: '/support', languages: ['en', 'zh'], changedOn: null })

  it('leads to a page in the language of the reader where it exists', () => {
    expect(pages.linkIn('zh', '/support?article=terms-of-use')).toBe('/zh/support?article=terms-of-use')
    expect(pages.linkIn('zh', '/only-english')).toBe('/only-english')
    expect(pages.linkIn('en', '/nowhere')).toBeNull()
  })

  it('knows what an address with a slash at its end means', () => {
    expect(pages.withoutSlash('/support/')).toBe('/support')
    expect(pages.withoutSlash('/zh/support//?q=a%20b')).toBe('/zh/support?q=a%20b')
    for (const url of ['/support', '/zh/only-english/', '//support/', '/nowhere/', '/', '//', '/support/?q=\u00e9', ''])
      expect([url, pages.withoutSlash(url)]).toEqual([url, null])
  })
})
