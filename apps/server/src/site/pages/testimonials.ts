import type { Language } from '@waybill/contract/core/fields'
import { type Html, html } from '../../platform/mail-transport/html.ts'
import { productPages } from '../shell/site-frame.ts'

/** What a customer said, as the operator publishes it. */
export interface Testimonial {
  who: string
  company: string
  sentence: string
  /** Where it is shown; null: on the home page and on every product page. */
  pages: readonly TestimonialPage[] | null
}

export const testimonialPages = ['home', ...productPages] as const
type TestimonialPage = (typeof testimonialPages)[number]

const headings: Record<Language, string> = { en: 'What customers say', zh: '客户怎么说' }

export const testimonialStyles = `
.said { padding: 56px 0 } .said > h2 { font-size: clamp(1.625rem, 3vw, 2.25rem) } .said ul { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 280px), 1fr)); gap: 24px 40px; margin-top: 24px }
.said figure { padding-top: 20px; border-top: 1px solid var(--rule-strong) } .said blockquote { font-size: 1.125rem; text-wrap: pretty } .said figcaption { margin-top: 12px; color: var(--soft); font-size: .9375rem } .said figcaption b { color: var(--ink); font-weight: 600 }
@media (max-width: 880px) { .said { padding: 40px 0 } }
`

/** What customers say about this page's subject. Null: nothing is published, so there is no block. */
export function renderTestimonials(
  all: readonly Testimonial[],
  page: TestimonialPage,
  language: Language,
): Html | null {
  const shown = all.filter(({ pages }) => pages === null || pages.includes(page))
  if (shown.length === 0) return null
  return html`<section class="said" aria-labelledby="said"><h2 id="said">${headings[language]}</h2>
<ul>${shown.map(
    ({ who, company, sentence }) =>
      html`<li><figure><blockquote>${sentence}</blockquote><figcaption><b>${who}</b> · ${company}</figcaption></figure></li>
`,
  )}</ul></section>
`
}
