import type { Block, Run } from '@waybill/contract/content/rich-text'
import { type Html, html } from '../../platform/mail-transport/html.ts'

/** Where a link of an article leads in the language of its page. */
export type LinkIn = (href: string) => string

/** The blocks of an article as HTML: every text is escaped, and nothing in it is markup. */
export const renderBlocks = (blocks: readonly Block[], link: LinkIn): Html =>
  html`${blocks.map(
    (block) => html`${renderBlock(block, link)}
`,
  )}`

function renderBlock(block: Block, link: LinkIn): Html {
  const inside = (runs: readonly Run[]) => runs.map((run) => renderRun(run, link))
  switch (block.kind) {
    case 'paragraph':
      return html`<p>${inside(block.runs)}</p>`
    case 'heading':
      return block.level === 2 ? html`<h2>${inside(block.runs)}</h2>` : html`<h3>${inside(block.runs)}</h3>`
    case 'list': {
      const items = block.items.map((item) => html`<li>${inside(item)}</li>`)
      return block.isOrdered ? html`<ol>${items}</ol>` : html`<ul>${items}</ul>`
    }
    case 'quote':
      return html`<blockquote>${inside(block.runs)}</blockquote>`
    case 'table': {
      const head = block.head.map((cell) => html`<th scope="col">${inside(cell)}</th>`)
      const rows = block.rows.map((row) => html`<tr>${row.map((cell) => html`<td>${inside(cell)}</td>`)}</tr>`)
      return html`<div class="scroll" tabindex="0"><table><thead><tr>${head}</tr></thead><tbody>${rows}</tbody></table></div>`
    }
  }
}

function renderRun({ text, style, href }: Run, link: LinkIn): Html {
  const styled = styledText(text, style)
  return href === undefined ? styled : html`<a href="${link(href)}">${styled}</a>`
}

function styledText(text: string, style: Run['style']): Html {
  if (style === 'strong') return html`<strong>${text}</strong>`
  if (style === 'emphasis') return html`<em>${text}</em>`
  return style === 'code' ? html`<code>${text}</code>` : html`${text}`
}
