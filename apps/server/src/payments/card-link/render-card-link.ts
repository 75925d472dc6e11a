import { formatMoney } from '@waybill/contract/billing/format-money'
import type { SubscriptionView } from '@waybill/contract/billing/payment-shapes'
import type { Language } from '@waybill/contract/core/fields'
import { problems } from '@waybill/contract/core/problem-statuses'
import type { Problem } from '@waybill/contract/core/problems'
import { paths } from '../../platform/links.ts'
import { type Html, html } from '../../platform/mail-transport/html.ts'
import { cardIn, mailWords } from '../../platform/mail-transport/index.ts'
import type { CardLink } from './card-link.ts'
import { cardLinkWords } from './card-link-words.ts'

/** The pages behind a card link, each in the reader's language. */
export interface Page {
  title: string
  below: Html
  status?: number
}

/** The plan, what is due, the card that failed, and the form. */
export function due(
  language: Language,
  token: string,
  { view, due: sum }: Extract<CardLink, { state: 'due' }>,
  problem?: Problem,
): Page {
  const words = cardLinkWords[language]
  const { payments, locale } = mailWords(language)
  const plan = payments.planNames[view.role]
  const alert = problem?.code === 'too-many-requests' ? words.tooMany : words.unavailable
  return {
    title: words.title,
    ...(problem === undefined ? {} : { status: problems[problem.code] }),
    below: html`<p>${words.explain(plan)}</p>
<dl>
${row(words.rows.plan, payments.planIn(plan, view.period))}
${row(words.rows.due, sum && formatMoney(sum, locale))}
${row(words.rows.card, cardOf(language, view))}
</dl>
${problem === undefined ? null : html`<p role="alert">${alert}</p>`}
${form(language, token, words.button)}
<p class="fine">${words.narrow}</p>`,
  }
}

export function leading(language: Language, url: string): Page {
  const words = cardLinkWords[language]
  return { title: words.leading, below: html`<p><a href="${url}">${words.onward}</a></p>` }
}

export function paid(language: Language): Page {
  const words = cardLinkWords[language]
  return { title: words.paid, below: html`<p>${words.paidText}</p>` }
}

export function over(language: Language): Page {
  const words = cardLinkWords[language]
  const logIn = `/login?${new URLSearchParams({ next: paths.billing })}`
  const below = html`<p>${words.overText}</p>
<p><a href="${logIn}">${words.logIn}</a></p>`
  return { title: words.over, status: 410, below }
}

export function confirming(language: Language): Page {
  const words = cardLinkWords[language]
  return { title: words.confirming, below: html`<p role="status">${words.confirmingText}</p>` }
}

export function done(language: Language, view: SubscriptionView): Page {
  const words = cardLinkWords[language]
  const text = words.doneText(mailWords(language).payments.planNames[view.role], cardOf(language, view))
  return { title: words.done, below: html`<p role="status">${text}</p>` }
}

/** The card is saved, and the bank has refused the payment. */
export function refused(language: Language, view: SubscriptionView, token: string | null): Page {
  const words = cardLinkWords[language]
  return {
    title: words.refused,
    below: html`<p role="alert">${words.refusedText(cardOf(language, view))}</p>
${tryAgain(language, token)}
<p class="fine">${words.refusedAsk}</p>`,
  }
}

export function left(language: Language, token: string | null): Page {
  const words = cardLinkWords[language]
  return {
    title: words.left,
    below: html`<p>${words.leftText}</p>
${tryAgain(language, token)}`,
  }
}

function cardOf(language: Language, { card }: SubscriptionView): string | null {
  return card && cardIn(card, { words: mailWords(language) })
}

const row = (name: string, value: string | null): Html | null =>
  value === null ? null : html`<div><dt>${name}</dt><dd>${value}</dd></div>`

const form = (language: Language, token: string, label: string): Html =>
  html`<form method="post" action="${paths.cardLink(encodeURIComponent(token))}">
<input type="hidden" name="lang" value="${language}">
<button>${label}</button>
</form>`

/** A browser that does not know the token is asked to open the mail again. */
function tryAgain(language: Language, token: string | null): Html {
  const { fromMail, again } = cardLinkWords[language]
  return token === null ? html`<p>${fromMail}</p>` : form(language, token, again)
}
