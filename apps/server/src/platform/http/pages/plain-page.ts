import { constant, type Html, html } from '../../mail-transport/html.ts'
import { builtFaces, fontFaces } from './built-page.ts'

const styles = `
:root { color-scheme: light dark; --paper: #FAF8F4; --sheet: #FFF; --ink: #17212B; --soft: #5B6875; --rule: #E4DFD5; --stamp: #C8371B; --on: #FFF }
@media (prefers-color-scheme: dark) { :root { --paper: #12161B; --sheet: #1A2027; --ink: #EDF1F4; --soft: #9AA8B5; --rule: #2C353F; --stamp: #FF6B4A; --on: #12161B } }
* { box-sizing: border-box }
body { margin: 0; padding: 32px 16px; background: var(--paper); color: var(--ink); font: 16px/1.5 'Instrument Sans', 'Instrument Fallback', 'PingFang SC', 'Noto Sans CJK SC', 'Noto Sans SC', 'Microsoft YaHei', system-ui, sans-serif }
main { max-width: 480px; margin: 0 auto; padding: 28px; border: 1px solid var(--rule); border-top: 2px dashed var(--rule); border-radius: 6px; background: var(--sheet) }
header { max-width: 480px; margin: 0 auto 16px } header a { color: inherit; font-size: 18px; font-weight: 600; text-decoration: none }
header a:hover { text-decoration: underline } header a:focus-visible { outline: 2px solid var(--stamp); outline-offset: 4px }
p { margin: 12px 0 0; color: var(--soft) } h1 { margin: 4px 0 0; font-size: 22px; line-height: 1.3 }
.number { margin: 0; font: 14px/1.5 'IBM Plex Mono', Consolas, Menlo, monospace }
button { width: 100%; min-height: 48px; margin-top: 24px; padding: 12px 20px; border: 0; border-radius: 6px; background: var(--stamp); color: var(--on); font-family: inherit; font-size: 16px; font-weight: 600; cursor: pointer }
dl { margin: 16px 0 0; border-top: 1px dashed var(--rule) } dl div { display: flex; justify-content: space-between; gap: 16px; padding: 10px 0; border-bottom: 1px dashed var(--rule) }
dt { color: var(--soft) } dd { margin: 0; text-align: right } p a { color: inherit; overflow-wrap: anywhere } p[role=alert] { color: var(--stamp) } .fine { font-size: 14px }
fieldset { margin: 16px 0 0; padding: 0; border: 0 } legend, label { display: block; margin-top: 16px; padding: 0; font-weight: 600 }
.choice { display: flex; gap: 12px; align-items: center; min-height: 44px; margin: 0; font-weight: 400 } .choice input { width: 20px; height: 20px; margin: 0; accent-color: var(--stamp) }
textarea, input[type=email] { display: block; width: 100%; min-height: 44px; margin-top: 8px; padding: 8px 12px; border: 1px solid var(--soft); border-radius: 6px; background: var(--paper); color: inherit; font: inherit }
:is(input, textarea, a):focus-visible { outline: 2px solid var(--stamp); outline-offset: 2px }
button:focus-visible { outline: 2px solid var(--ink); outline-offset: 2px }
`

interface PlainPage {
  title: string
  /** The content above and below the title. */
  above?: Html | null
  below: Html | null
}

/** A small page without any script, for a question that a link in a mail leads to. */
export function renderPlainPage({ title, above = null, below }: PlainPage, nonce: string): string {
  const faces = builtFaces()
  return html`<!doctype html>
<html>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Waybill</title>
<link rel="preload" href="${faces.text}" as="font" type="font/woff2" crossorigin>
<style nonce="${nonce}">${constant(fontFaces(faces) + styles)}</style>
</head>
<body>
<header><a href="/">Waybill</a></header>
<main>
${above}
<h1>${title}</h1>
${below}
</main>
</body>
</html>
`.toString()
}
