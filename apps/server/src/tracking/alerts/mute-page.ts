import type { Language } from '@waybill/contract/core/fields'
import { renderPlainPage } from '../../platform/http/pages/plain-page.ts'
import { html } from '../../platform/mail-transport/html.ts'
import { mailWords } from '../../platform/mail-transport/words/mail-words.ts'
import type { MuteOffer } from './mute-alerts.ts'

/** A question with one button, which posts what mail programs post. Afterwards the page confirms it. No script. */
export function renderMutePage(
  { kind, slug }: MuteOffer,
  { language, nonce, isDone }: { language: Language; nonce: string; isDone: boolean },
): string {
  const words = mailWords(language)
  const own = words.mutePage
  const title = isDone ? own.done : own.title[kind]
  const above = slug === null ? null : html`<p class="number">${words.number(slug)}</p>`
  const below = isDone
    ? null
    : html`<p>${own.explain[kind]}</p>
<form method="post">
<input type="hidden" name="List-Unsubscribe" value="One-Click">
<button>${own.button}</button>
</form>`
  return renderPlainPage({ title, above, below }, nonce)
}
