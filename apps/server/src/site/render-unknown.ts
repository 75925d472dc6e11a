import type { Language } from '@waybill/contract/core/fields'
import { html } from '../platform/mail-transport/html.ts'

const words: Record<Language, { title: string; text: string; home: string }> = {
  en: {
    title: 'This page isn’t here',
    text: 'The address may be mistyped, or the page may have moved.',
    home: 'Go to the home page',
  },
  zh: { title: '页面不存在', text: '网址可能有误，或者页面已移走。', home: '返回首页' },
}

/** What the 404 page says of itself. */
export function unknownFacts(language: Language): string {
  const { title, text } = words[language]
  return html`<meta name="description" content="${text}"><title>${title} · Waybill</title>`.toString()
}

/** The 404 page for a browser without scripts; with them the app shows its own, which keeps a running upload. */
export function renderUnknown(language: Language): string {
  const { title, text, home } = words[language]
  return html`<h1>${title}</h1>
<p>${text}</p>
<p><a href="/">${home}</a></p>`.toString()
}
