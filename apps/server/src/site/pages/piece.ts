import { type Html, html } from '../../platform/mail-transport/html.ts'
import type { PieceRow, ProductWords } from '../words/product-words.ts'

/** The product's own pieces, as an example: a slip with its perforated edge, rows, bars and a stamp. */
export const pieceStyles = `
.piece { position: relative; filter: drop-shadow(0 0 .6px rgb(0 0 0 / .4)) drop-shadow(0 12px 28px rgb(0 0 0 / .08)) }
.piece-sheet { padding-top: 6px; border-radius: 0 0 6px 6px; background: var(--sheet); mask: radial-gradient(circle at 50% 0, #0000 3.2px, #000 3.8px) 50% 0 / 14px 100% repeat-x }
.piece header { display: flex; justify-content: space-between; gap: 16px; padding: 14px 24px; border-bottom: 1px dashed var(--rule-strong); color: var(--soft); font-size: .875rem }
.piece header .mono { flex: none; font-size: .75rem; line-height: 1.75 }
.piece dl { padding: 8px 24px } .piece dl div { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, auto); gap: 0 16px; padding: 10px 0 } .piece dl div + div { border-top: 1px solid var(--rule) }
.piece dt { color: inherit; font-weight: 600; font-size: .9375rem } .piece dd { color: var(--soft); font-size: .875rem; text-align: end } .piece :is([data-state=delivered], [data-state=waiting], [data-state=stamp]) { color: var(--state) }
[data-state=delivered] { --state: var(--delivered) } [data-state=waiting] { --state: var(--waiting) } [data-state=stamp] { --state: var(--stamp) }
.way { grid-column: 1 / -1; height: 2px; margin-top: 8px; background: repeating-linear-gradient(90deg, var(--rule-strong) 0 6px, transparent 6px 11px) } .way svg { display: block; width: 100%; height: 2px } .way rect { fill: var(--state, var(--ink)) }
.piece footer { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 12px 24px; min-height: 56px; padding: 8px 24px 16px; color: var(--soft); font-size: .875rem }
.stamp { padding: .3em .8em .26em; border: 2px solid var(--delivered); border-radius: 4px; outline: 1px solid color-mix(in srgb, var(--delivered) 45%, transparent); outline-offset: -5px; color: var(--delivered); font-size: .9375rem; font-weight: 600; letter-spacing: .09em; line-height: 1.3; text-transform: uppercase; white-space: nowrap; transform: rotate(-3.5deg) }
`

export function renderPiece({ title, number, rows, stamp, foot }: ProductWords['piece'], label: string): Html {
  return html`<figure class="piece" aria-label="${label}: ${title}">
<div class="piece-sheet">
<header><span>${title}</span><span class="mono">${label} · ${number}</span></header>
<dl>${rows.map(renderRow)}</dl>
<footer><span>${foot}</span>${stamp === null ? null : html`<span class="stamp">${stamp}</span>`}</footer>
</div>
</figure>`
}

const renderRow = ({ what, note, state, share }: PieceRow): Html =>
  html`<div${state ? html` data-state="${state}"` : null}><dt>${what}</dt><dd${state ? html` data-state="${state}"` : null}>${note}</dd>${share === undefined ? null : renderWay(share)}</div>
`

/** A drawing, because the policy of our pages refuses styles in attributes. */
const renderWay = (share: number): Html =>
  html`<dd class="way" aria-hidden="true"><svg preserveAspectRatio="none" viewBox="0 0 100 1"><rect width="${Math.round(share * 100)}" height="1"/></svg></dd>`
