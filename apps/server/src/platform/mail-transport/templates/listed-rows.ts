import { defang, type Html } from '../html.ts'
import { ledger, type SlipRow } from '../slip.ts'

/** The same rows as plain text and as the slip's list; `hidden` says how many more there are, null where none. */
export function listedRows(rows: SlipRow[], hidden: string | null): { text: string[]; block: Html } {
  const text = rows.map(({ name, figure, lines = [] }) =>
    [figure === '' ? name : `${name}  ${figure}`, ...lines.map((line) => `  ${line}`)].join('\n'),
  )
  const shown = rows.map((row) => ({ ...row, name: defang(row.name), lines: (row.lines ?? []).map(defang) }))
  return { text: hidden === null ? text : [...text, hidden], block: ledger(shown, hidden) }
}
