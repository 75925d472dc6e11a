import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestApp } from '#test/app/test-app'

let app: TestApp
beforeAll(async () => {
  app = await TestApp.make()
})
afterAll(() => app.close())

const read = async (path: string) => {
  const answer = await app.fetch(path, { headers: { accept: 'text/html' } })
  return { answer, text: await answer.text() }
}

describe('the prices', () => {
  const follow = async (path: string, cookie?: string) => {
    const headers = { accept: 'text/html', ...(cookie && { cookie }) }
    const answer = await app.fetch(path, { headers, redirect: 'manual' })
    // What a cookie decides is kept nowhere, neither for others nor behind the back button.
    expect([answer.headers.get('cache-control'), answer.headers.get('vary')?.split(', ')[0]]).toEqual([
      'no-store',
      'Cookie',
    ])
    return { status: answer.status, location: answer.headers.get('location'), text: await answer.text() }
  }

  it('show the plans of the contract in both languages, and lead to the sign-up with plan, period and partner', async () => {
    for (const [path, lang] of [
      ['/pricing', ''],
      ['/zh/pricing', '&lang=zh'],
    ] as const) {
      const { text } = await read(`${path}?via=canton-fair`)
      expect(text).toContain(`href="/signup?plan=free${lang.replaceAll('&', '&amp;')}&amp;via=canton-fair"`)
      const next = encodeURIComponent('/dash/account/plans?plan=PRY')
      expect(text).toContain(
        `href="/signup?plan=PRY&amp;next=${next}${lang.replaceAll('&', '&amp;')}&amp;via=canton-fair"`,
      )
      expect(text).toContain('href="/?via=canton-fair"')
    }
    expect((await read('/pricing?via=%3Cscript%3E')).text).not.toContain('via=')
  })

  it('are the app’s own for a browser with a session, and lead to the sign-up where the address asks for it', async () => {
    const cookie = 'waybill_session=x.1.y'
    expect((await follow('/pricing', cookie)).text).toContain('<div id="root">')
    expect((await follow('/pricing?plan=PRM', cookie)).status).toBe(200)
    expect(await follow('/zh/pricing?via=a', cookie)).toMatchObject({ status: 302, location: '/pricing?via=a' })
    expect((await follow('/pricing')).text).not.toContain('<div id="root">')
    for (const query of [
      'plan=free',
      'save=abc1234',
      'sender=Rao%20Forge',
      'verifyComplete=AB12C&via=a',
      'limit=size&need=7',
    ])
      expect(await follow(`/pricing?${query}`)).toMatchObject({ status: 302, location: `/signup?${query}` })
  })

  it('have an app’s page for the sign-up, in the language of the page before', async () => {
    const { text } = await read('/signup?plan=PRY&lang=zh')
    expect(text).toContain('<html lang="zh-CN"')
    expect(text).toContain('<div id="root">')
    expect(text).toContain(`<link rel="canonical" href="${app.config.publicUrl.origin}/zh/pricing">`)
    expect(/<body>[\s\S]*<noscript>([\s\S]*?)<\/noscript>/.exec(text)?.[1]).toContain('href="/zh/pricing"')
    expect(text).not.toContain('site-home"')
  })
})
