import { type Html, html } from '../../platform/mail-transport/html.ts'

/** A question that readers have, with its answer. */
export interface Question {
  ask: string
  answer: string
}

export const questionStyles = `.faq { max-width: 760px; margin-top: 16px } .faq details { border-bottom: 1px solid var(--rule) } .faq summary { display: flex; align-items: center; min-height: 52px; font-weight: 600; cursor: pointer; list-style: none } .faq summary::-webkit-details-marker { display: none } .faq summary::after { content: '+'; margin-inline-start: auto; padding-inline-start: 16px; color: var(--soft); font-size: 1.25rem } .faq [open] summary::after { content: '−' } .faq p { padding-bottom: 20px; color: var(--soft) }
@media print { .faq details { break-inside: avoid } .faq details::details-content { content-visibility: visible; block-size: auto } .faq details > p { display: block } .faq summary::after { display: none } }
`

/** Each answer opens by its question. */
export const renderQuestions = (questions: readonly Question[]): Html =>
  html`<div class="faq">${questions.map(
    ({ ask, answer }) => html`<details><summary>${ask}</summary><p>${answer}</p></details>
`,
  )}</div>`

/** The questions for search engines. */
export const questionData = (questions: readonly Question[]): Record<string, unknown> => ({
  '@type': 'FAQPage',
  mainEntity: questions.map(({ ask, answer }) => ({
    '@type': 'Question',
    name: ask,
    acceptedAnswer: { '@type': 'Answer', text: answer },
  })),
})
