import type { BrowserContext } from '@playwright/test'

/**
 * Watches every page of a browser for what none of ours may do: break the content policy, throw, or ask another host.
 * Returns what was seen so far.
 */
export function watchPages(context: BrowserContext): () => string[] {
  const seen: string[] = []
  context.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url())
    if (/^(https?|wss?):$/.test(protocol) && hostname !== 'localhost') seen.push(`asked ${request.url()}`)
  })
  context.on('console', (message) => {
    const text = message.text()
    if (/content.security.policy|trusted.?type|refused to/i.test(text)) seen.push(`${message.page()?.url()}: ${text}`)
  })
  context.on('weberror', (error) => seen.push(`threw ${error.error().stack ?? error.error().message}`))
  return () => seen
}
