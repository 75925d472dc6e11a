import type { Language } from '@waybill/contract/core/fields'
import { type Html, html } from '../../platform/mail-transport/html.ts'
import { formatDay } from '../../platform/mail-transport/times.ts'

/** The services that Waybill is compared with, and the domains at which they publish. */
export const comparedServices = { WeTransfer: 'wetransfer.com', Filemail: 'filemail.com' } as const
type ComparedService = keyof typeof comparedServices

/** What a service says of itself. */
interface Published {
  text: string
  /** Its page that says so. */
  source: string
  /** The day on which somebody read it there: '2026-11-27'. */
  read: string
}

export type ComparisonRow = { what: string; ours: string } & Record<ComparedService, Published | null>

interface ComparisonWords {
  title: string
  note: string
  row: string
  published: string
  readOn: (day: string) => string
  unknown: string
}

const words: Record<Language, ComparisonWords> = {
  en: {
    title: 'Beside WeTransfer and Filemail',
    note: 'What they publish themselves, on the day that we read it. It may have changed since. A dash means that we know of no page of theirs that says it.',
    row: 'What',
    published: 'as published',
    readOn: (day) => `read ${day}`,
    unknown: 'not known',
  },
  zh: {
    title: '与 WeTransfer 和 Filemail 对比',
    note: '内容为对方自行公布、我们在所注日期读到的信息，此后可能已有变化。短横线表示我们没有找到对方说明此项的页面。',
    row: '对比项',
    published: '官方说明',
    readOn: (day) => `读于 ${day}`,
    unknown: '未知',
  },
}

export const comparisonStyles = `
.prose > .compared { margin-top: 56px; padding: 0 }
.compared .scroll { margin-top: 24px; overflow-x: auto } .compared table { width: 100%; min-width: 680px; border-collapse: collapse; font-size: .9375rem } .compared > p { margin-top: 12px; max-width: 44em; color: var(--soft) }
.compared :is(th, td) { width: 27%; padding: 12px 20px 12px 0; border-bottom: 1px solid var(--rule); text-align: start; vertical-align: top; font-weight: 400 } .compared th:first-child { width: 19% } .compared thead th { border-color: var(--rule-strong); font-weight: 600 } .compared tbody th { color: var(--soft) } .compared .from { display: block; margin-top: 4px; color: var(--soft); font-size: .8125rem }
`

/** Waybill beside others, each figure of theirs with its source and day. Null: there is nothing to compare. */
export function renderComparison(rows: readonly ComparisonRow[], language: Language): Html | null {
  if (rows.length === 0) return null
  const { title, note, row } = words[language]
  const services = Object.keys(comparedServices) as ComparedService[]
  return html`<section class="home-part compared" aria-labelledby="compared"><h2 id="compared">${title}</h2>
<p>${note}</p>
<div class="scroll" tabindex="0" role="group" aria-label="${title}"><table>
<thead><tr><th scope="col">${row}</th><th scope="col">Waybill</th>${services.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>
${rows.map(
  (
    one,
  ) => html`<tr><th scope="row">${one.what}</th><td>${one.ours}</td>${services.map((name) => renderCell(one[name], language))}</tr>
`,
)}</tbody></table></div></section>
`
}

function renderCell(cell: Published | null, language: Language): Html {
  const { published, readOn, unknown } = words[language]
  if (cell === null) return html`<td><span aria-label="${unknown}" role="img">–</span></td>`
  const day = formatDay(`${cell.read}T00:00:00Z`, 'UTC', language)
  return html`<td>${cell.text} <span class="from"><a href="${cell.source}" rel="nofollow noreferrer">${published}</a>, <time datetime="${cell.read}">${readOn(day)}</time></span></td>`
}
