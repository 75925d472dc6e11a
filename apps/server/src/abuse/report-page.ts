import { REPORT_TEXT_MAX_CHARS, type ReportReason, reportReasons } from '@waybill/contract/abuse/reports'
import type { Language } from '@waybill/contract/core/fields'
import type { ProblemCode } from '@waybill/contract/core/problems'
import { renderPlainPage } from '../platform/http/pages/plain-page.ts'
import { mailTo, paths } from '../platform/links.ts'
import { type Html, html } from '../platform/mail-transport/html.ts'
import { reportWords } from './report-words.ts'

export interface ReportForm {
  slug: string
  /** The recipient's token of the link. */
  user?: string | undefined
  language: Language
  supportEmail: string
  /** The article about reports, at the site's own address: a custom host has no help. */
  helpUrl: string
  /** What was typed, of a form that was refused. */
  reason?: ReportReason | undefined
  text?: string | undefined
  email?: string | undefined
  problem?: ProblemCode | null
  isDone?: boolean
}

/** A form of one press after a reason is chosen; afterwards the page confirms it. No script. */
export function renderReportPage(form: ReportForm, nonce: string): string {
  const { slug, user, language, supportEmail, helpUrl, isDone = false } = form
  const words = reportWords(language)
  const back = user ? paths.receivedTransfer(slug, user) : paths.sharedTransfer(slug)
  const write = html`<p class="fine">${words.write} <a href="${mailTo(supportEmail)}">${supportEmail}</a></p>`
  const below = isDone
    ? html`<p role="status">${words.done}</p>`
    : html`<p>${words.lead}</p>
${refusalOf(form)}
${formOf(form)}`
  return renderPlainPage(
    {
      title: isDone ? words.doneTitle : words.title,
      above: html`<p class="number">${words.number(slug)}</p>`,
      below: html`${below}
<p class="fine"><a href="${back}">${words.back}</a> · <a href="${helpUrl}">${words.help}</a></p>
${write}`,
    },
    nonce,
  )
}

function refusalOf({ problem, language }: ReportForm): Html | null {
  if (!problem) return null
  const { refused } = reportWords(language)
  const sentence =
    problem === 'transfer-not-found' || problem === 'invalid-recipient' ? refused[problem] : refused.limited
  return html`<p role="alert">${sentence}</p>`
}

function formOf({ slug, user, language, reason, text = '', email = '' }: ReportForm): Html {
  const words = reportWords(language)
  const choices = reportReasons.map(
    (one) =>
      html`<label class="choice"><input type="radio" name="reason" value="${one}" required${
        one === reason ? html` checked` : null
      }> ${words.reasons[one]}</label>\n`,
  )
  return html`<form method="post" action="${paths.report(slug)}">
${user ? html`<input type="hidden" name="user" value="${user}">` : null}
<input type="hidden" name="lang" value="${language}">
<fieldset><legend>${words.legend}</legend>
${choices}</fieldset>
<label>${words.text}
<textarea name="text" rows="4" maxlength="${REPORT_TEXT_MAX_CHARS}">${text}</textarea></label>
<label>${words.email}
<input type="email" name="email" maxlength="254" autocomplete="email" value="${email}"></label>
<button>${words.send}</button>
</form>`
}
