import { createHash } from 'node:crypto'
import type { Language } from '@waybill/contract/core/fields'
import { constant, type HtmlValue, html } from '../html.ts'
import { formatMoment } from '../times.ts'
import type { OutboxMail } from '../transport/outbox-transport.ts'
import { mailWords } from '../words/mail-words.ts'

const MAX_LISTED_MAILS = 200

const styles = `
:root { color-scheme: light dark; --paper: #FAF8F4; --sheet: #FFF; --ink: #17212B; --soft: #5B6875; --rule: #E4DFD5; --stamp: #C8371B }
@media (prefers-color-scheme: dark) { :root { --paper: #12161B; --sheet: #1A2027; --ink: #EDF1F4; --soft: #9AA8B5; --rule: #2C353F; --stamp: #FF6B4A } }
* { box-sizing: border-box }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 -apple-system, 'Segoe UI', Helvetica, Arial, 'PingFang SC', 'Noto Sans CJK SC', sans-serif }
header { padding: 24px 32px 16px } h1 { margin: 0; font-size: 22px } header p { margin: 4px 0 0; color: var(--soft) }
main { display: grid; grid-template-columns: minmax(0, 340px) minmax(0, 1fr); gap: 24px; padding: 0 32px 32px }
ol { list-style: none; margin: 0; padding: 0; border: 1px solid var(--rule); border-radius: 6px; background: var(--sheet); align-self: start }
li + li { border-top: 1px solid var(--rule) }
li a { display: block; padding: 12px 16px; color: inherit; text-decoration: none; overflow-wrap: anywhere }
li a:hover strong { text-decoration: underline } li a[aria-current] { box-shadow: inset 3px 0 var(--stamp) }
a:focus-visible, summary:focus-visible { outline: 2px solid var(--stamp); outline-offset: 2px }
li span { display: block; color: var(--soft); font-size: 14px } strong { font-weight: 600 }
article { border: 1px solid var(--rule); border-radius: 6px; background: var(--sheet); padding: 20px 24px; min-width: 0 }
article h2 { margin: 0 0 8px; font-size: 18px; overflow-wrap: anywhere }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 2px 16px; margin: 0 0 16px; font-size: 14px } dt { color: var(--soft) } dd { margin: 0; overflow-wrap: anywhere }
iframe { width: 100%; height: 70vh; border: 1px solid var(--rule); border-radius: 6px; background: #FAF8F4 }
summary { margin-top: 16px; cursor: pointer } pre { white-space: pre-wrap; overflow-wrap: anywhere; font: 14px/1.5 'IBM Plex Mono', Consolas, Menlo, monospace }
@media (max-width: 800px) { main { grid-template-columns: minmax(0, 1fr); padding: 0 12px 24px } header { padding: 20px 16px 12px } }
`

const styleHash = createHash('sha256').update(styles).digest('base64')

/** The page loads its own style and the frame of one mail, and nothing else. */
export const mailboxPolicy = `default-src 'none'; style-src 'sha256-${styleHash}'; frame-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/** A mail's HTML in its frame: no script, no request; its links open in a new tab. */
export const mailFramePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'none'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox"

/** The list and the open mail; `mails` newest first. */
export function renderMailbox(mails: OutboxMail[], read: OutboxMail | undefined, language: Language): string {
  const words = mailWords(language)
  const own = words.mailbox
  const older = mails.length - MAX_LISTED_MAILS
  return html`<!doctype html>
<html lang="${words.locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${own.title} · Waybill</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style>${constant(styles)}</style>
</head>
<body>
<header><h1>${own.title}</h1><p>${own.explain}</p>${older > 0 ? html`<p>${own.older(older)}</p>` : null}</header>
<main>
${
  mails.length === 0
    ? html`<p>${own.empty}</p>`
    : html`<ol>${mails.slice(0, MAX_LISTED_MAILS).map((mail) => listedMail(mail, mail === read, language))}</ol>
${read ? readMail(read, language) : html`<p>${own.pick}</p>`}`
}
</main>
</body>
</html>
`.toString()
}

function listedMail(mail: OutboxMail, isRead: boolean, language: Language): HtmlValue {
  const current = isRead ? html` aria-current="page"` : null
  return html`<li><a href="/-/mailbox?mail=${encodeURIComponent(mail.messageId)}"${current}><strong>${mail.subject}</strong><span>${mail.to}</span><span>${formatMoment(mail.date, null, language)}</span></a></li>`
}

function readMail(mail: OutboxMail, language: Language): HtmlValue {
  const { from, to, replyTo, date, plainText } = mailWords(language).mailbox
  const lines = [
    [from, mail.from],
    [to, mail.to],
    [replyTo, mail.replyTo],
    [date, formatMoment(mail.date, null, language)],
  ].filter(([, value]) => value !== null)
  return html`<article>
<h2>${mail.subject}</h2>
<dl>${lines.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>
<iframe title="${mail.subject}" sandbox="allow-popups allow-popups-to-escape-sandbox" src="/-/mailbox/html?mail=${encodeURIComponent(mail.messageId)}"></iframe>
<details><summary>${plainText}</summary><pre>${mail.text}</pre></details>
</article>`
}

/** The original mail, with links that open beside the mailbox. */
export const renderFramedMail = (mail: OutboxMail): string =>
  mail.html.replace('<head>', '<head><base target="_blank">')
