/**
 * CSV in the dialect of spreadsheets (RFC 4180; UTF-8 with a byte order mark, without which Excel garbles Chinese). A
 * cell that a spreadsheet would interpret as a formula gets a leading quote, which the spreadsheet hides.
 */
export const BYTE_ORDER_MARK = '\ufeff'

/**
 * Where a cell would be a formula: at its beginning, and after a semicolon, which separates cells in many locales.
 * Full-width signs count where such text is written. Also after quotes: the reader removes one.
 */
const FORMULA = /(^|;\s*)(?='*[=+\-@＝＋－＠\t\r])/g

export const csvLine = (cells: readonly string[]): string => `${cells.map(cellOf).join(',')}\r\n`

function cellOf(text: string): string {
  const safe = text.replace(FORMULA, "$1'")
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
