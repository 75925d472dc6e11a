import type { BrowserContext } from '@playwright/test'

/** Where parts go when the server keeps its files on an S3 store. */
const storeOrigin = process.env.S3_ENDPOINT

/**
 * Watches every page of a browser for what none of ours may do: break the content policy, throw, or ask another host.
 * Returns what was seen so far.
 */
export function watchPages(context: BrowserContext): () => string[] {
  const seen: string[] = []
  context.on('request', (request) => {
    const { protocol, hostname, origin } = new URL(request.url())
    const isOurs = hostname === 'localhost' || origin === storeOrigin
    if (/^(https?|wss?):$/.test(protocol) && !isOurs) seen.push(`asked ${request.url()}`)
  })
  context.on('console', (message) => {
    const text = message.text()
    if (/content.security.policy|trusted.?type|refused to/i.test(text)) seen.push(`${message.page()?.url()}: ${text}`)
  })
  context.on('weberror', (error) => seen.push(`threw ${error.error().stack ?? error.error().message}`))
  return () => seen
}
