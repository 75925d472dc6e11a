/**
 * CSV as spreadsheets read it (RFC 4180; UTF-8 with a byte order mark, without which Excel garbles Chinese). A cell
 * that a spreadsheet would take for a formula gets a quote before it, which it shows as text.
 */
export const BYTE_ORDER_MARK = '\ufeff'

/**
 * Where a cell would be a formula: at its beginning, and behind a semicolon, at which spreadsheets of half the world
 * part cells. Wide signs count where text is written in them. Also behind quotes: the reader takes one away.
 */
const FORMULA = /(^|;\s*)(?='*[=+\-@＝＋－＠\t\r])/g

export const csvLine = (cells: readonly string[]): string => `${cells.map(cellOf).join(',')}\r\n`

function cellOf(text: string): string {
  const safe = text.replace(FORMULA, "$1'")
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
