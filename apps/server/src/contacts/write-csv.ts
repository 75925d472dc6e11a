/**
 * CSV as spreadsheets read it (RFC 4180; UTF-8 with a byte order mark, without which Excel garbles Chinese). A cell that
 * a spreadsheet would take for a formula gets a quote before it, which it shows as text.
 */
export const BYTE_ORDER_MARK = '\ufeff'

/** Also behind quotes: the reader takes one away. */
const FORMULA = /^'*[=+\-@\t\r]/

export const csvLine = (cells: readonly string[]): string => `${cells.map(cellOf).join(',')}\r\n`

function cellOf(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
