import { isPanelPage, STRIPE_ORIGIN } from './panel-page.ts'

/**
 * The page's only Trusted Types policy, loaded before anything else. Only style sheets are ever written through
 * innerHTML, and they have no '<'; scripts and workers come from our own assets, the service worker from its one address,
 * on the page with Stripe's form also from Stripe.
 */
interface PolicyRules {
  createHTML: (html: string) => string
  createScriptURL: (url: string) => string
}

interface PolicyFactory {
  createPolicy(name: 'default', rules: PolicyRules): unknown
}

function createHTML(html: string): string {
  if (html.includes('<')) throw new TypeError('Markup is never written from text')
  return html
}

function createScriptURL(url: string): string {
  const { origin, pathname } = new URL(url, location.href)
  const isOurs = origin === location.origin && /^\/(?:assets\/|share-worker\.js$)/.test(pathname)
  if (!isOurs && !(origin === STRIPE_ORIGIN && isPanelPage())) {
    throw new TypeError(`No script is loaded from ${origin}${pathname}`)
  }
  return url
}

const { trustedTypes } = globalThis as { trustedTypes?: PolicyFactory }
trustedTypes?.createPolicy('default', { createHTML, createScriptURL })
