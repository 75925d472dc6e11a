import { createHash } from 'node:crypto'
import type { Language } from '@waybill/contract/core/fields'
import type { Context } from '../../context.ts'
import { type Html, html } from '../../platform/mail-transport/html.ts'
import { formatDay } from '../../platform/mail-transport/times.ts'
import type { PublicPages } from '../../site/index.ts'
import type { LinkIn } from './render-blocks.ts'

/** What the pages of articles are made from. */
export type ContentParts = Pick<Context, 'config' | 'content' | 'clock'> & { pages: PublicPages }

/** A page of ours in the reader's language where it exists in it; every other link as it is written. */
export const linksFor =
  (pages: PublicPages, language: Language): LinkIn =>
  (href) =>
    pages.linkIn(language, href) ?? href

/** A day of front matter as the reader writes days. */
export const dayText = (date: string, language: Language): string => formatDay(`${date}T00:00:00Z`, 'UTC', language)

const LEAST_VIEWS = 194
const MOST_VIEWS = 216

/** The number that the specification shows beside an article: from 194 to 216, one for each article and UTC day. */
export function shownViews(slug: string, nowMs: number): number {
  const day = new Date(nowMs).toISOString().slice(0, 10)
  return LEAST_VIEWS + ((hashOf(`${slug} ${day}`)[0] ?? 0) % (MOST_VIEWS - LEAST_VIEWS + 1))
}

const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest()

const STOPS = 5

/** The picture of an article: a route with its stops, of another shape for each article. */
export function renderCover(slug: string): Html {
  const hash = hashOf(slug)
  const points = Array.from({ length: STOPS }, (_none, at) => ({ x: 60 + at * 120, y: 60 + ((hash[at] ?? 0) % 100) }))
  const [first, ...others] = points
  const path = others.reduce((drawn, { x, y }, at) => {
    const from = points[at]
    const middle = ((from?.x ?? 0) + x) / 2
    return `${drawn} C ${middle} ${from?.y} ${middle} ${y} ${x} ${y}`
  }, `M ${first?.x} ${first?.y}`)
  const stops = points.map(({ x, y }, at) => {
    const isEnd = at === STOPS - 1
    return html`<circle cx="${x}" cy="${y}" r="${isEnd ? 10 : 6}" fill="${isEnd ? 'var(--delivered)' : 'var(--sheet)'}" stroke="${isEnd ? 'none' : 'var(--ink)'}" stroke-width="2"/>`
  })
  return html`<svg class="cover" viewBox="0 0 600 220" width="600" height="220" aria-hidden="true" focusable="false"><path d="${path}" fill="none" stroke="var(--stamp)" stroke-width="3" stroke-dasharray="${4 + ((hash[7] ?? 0) % 5)} 6" stroke-linecap="round"/>${stops}</svg>`
}
