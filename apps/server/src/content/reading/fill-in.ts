import type { Block, Run } from '@waybill/contract/content/rich-text'
import type { Fail } from './content-error.ts'

/** What `{{name}}` stands for, in one language. */
export type Figures = ReadonlyMap<string, string>
/** What `{{if name}}` asks. */
export type Conditions = ReadonlyMap<string, boolean>

const FIGURE = /\{\{([^{}]*)\}\}/g
const LINE = /^\{\{(if|else|end)(?: (not )?([a-z0-9-]+))?\}\}$/

/** Keeps of `{{if …}}`, `{{else}}`, `{{end}}` what holds of this server. The lines keep their numbers. */
export function chooseLines(
  body: string,
  linesBefore: number,
  { conditions, fail }: { conditions: Conditions; fail: Fail },
) {
  let shows: boolean | null = null
  let openedAt = 0
  const chosen = body.split('\n').map((text, at) => {
    const line = linesBefore + at + 1
    const [, word, negated, name] = LINE.exec(text) ?? []
    if (word === undefined) return shows === false ? '' : text
    if ((word === 'if') !== (shows === null)) fail(line, `has "${text}" in the wrong place`)
    if (word === 'if') {
      const holds = conditions.get(name ?? '') ?? fail(line, `asks for "${name}", which is not known`)
      shows = holds === (negated === undefined)
      openedAt = line
    } else shows = word === 'end' ? null : !shows
    return ''
  })
  if (shows !== null) fail(openedAt, 'opens a condition that no "{{end}}" closes')
  return chosen.join('\n')
}

/** Fails with the line of the first figure in the text that is not known. */
export function requireFigures(text: string, figures: Figures, fail: Fail): void {
  for (const [at, line] of text.split('\n').entries())
    for (const [, name = ''] of LINE.test(line) ? [] : line.matchAll(FIGURE))
      if (!figures.has(name)) fail(at + 1, `asks for the figure "${name}", which is not known`)
}

/** Figures are filled into text that is already read, so that none of them is taken for Markdown. */
export const fillText = (text: string, figures: Figures): string =>
  text.replaceAll(FIGURE, (_whole, name: string) => figures.get(name) ?? '')

/** The same for every text and link of an article. */
export function fillBlocks(blocks: readonly Block[], fill: (run: Run) => Run): Block[] {
  const all = (runs: readonly Run[]) => runs.map(fill)
  return blocks.map((block) => {
    if (block.kind === 'list') return { ...block, items: block.items.map(all) }
    if (block.kind === 'table')
      return { ...block, head: block.head.map(all), rows: block.rows.map((row) => row.map(all)) }
    return { ...block, runs: all(block.runs) }
  })
}
