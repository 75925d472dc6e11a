import { Problem } from '@waybill/contract/core/problems'
import { parse } from 'csv-parse/sync'
import { MAX_CONTACTS } from './max-contacts.ts'

/** Twice an account's limit: lines may be blank, repeated or without an address. */
const MAX_LINES = 20_000
const MAX_LINE_CHARS = 65_536

/** One line of a contact list, as typed. */
export interface CsvContact {
  line: number
  email: string
  name: string
  company: string
}

/** The names of columns in spreadsheets and address books, lower case and without spaces, hyphens and underscores. */
const columns = {
  email: /^(?:e?mail(?:address|1value|1)?|邮箱(?:地址)?|邮件(?:地址)?|电子(?:邮件|邮箱|信箱)(?:地址)?|电邮)$/,
  name: /^(?:name|fullname|displayname|contact(?:name)?|姓名|名字|名称|联系人)$/,
  firstName: /^(?:firstname|givenname)$/,
  lastName: /^(?:lastname|surname|familyname)$/,
  company: /^(?:company(?:name)?|organi[sz]ation(?:name|1name)?|公司(?:名称)?|单位|企业|机构)$/,
}
type Column = keyof typeof columns

/** Marks what would be a formula (`platform/http/csv.ts`); not part of the name. */
const MARK = /(^|;\s*)'(?='*[=+\-@＝＋－＠\t\r])/g

/**
 * The lines of a contact list after its header, whose columns are named in English or Chinese. Cells may be quoted (RFC
 * 4180); commas, semicolons and tabs separate.
 *
 * @throws Problem 'csv-unreadable' {reason: 'no-email-column' | 'malformed'}
 */
export function readCsv(text: string): CsvContact[] {
  const [header, ...lines] = parseLines(text)
  const places = placesOf(header?.cells ?? [])
  if (places.email === undefined) throw new Problem('csv-unreadable', { reason: 'no-email-column' })
  return lines.map(({ line, cells }) => {
    const cell = (column: Column) => cells[places[column] ?? -1]?.trim().replace(MARK, '$1') ?? ''
    const name = cell('name') || [cell('firstName'), cell('lastName')].filter(Boolean).join(' ')
    return { line, email: cell('email'), name, company: cell('company') }
  })
}

/** Only counts, before anything is parsed. @throws Problem 'too-many-contacts' */
export function refuseLongList(text: string): void {
  let lines = 0
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines += 1
  if (lines > MAX_LINES) throw new Problem('too-many-contacts', { limit: MAX_CONTACTS })
}

function parseLines(text: string): Array<{ line: number; cells: string[] }> {
  try {
    const records = parse(text, {
      bom: true,
      delimiter: delimiterOf(text),
      info: true,
      max_record_size: MAX_LINE_CHARS,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
    }) as unknown as Array<{ record: string[]; info: { lines: number } }>
    return records.map(({ record, info }) => ({ line: info.lines, cells: record }))
  } catch (error) {
    throw new Problem('csv-unreadable', { reason: 'malformed' }, { cause: error })
  }
}

/** The most frequent separator in the header. */
function delimiterOf(text: string): string {
  const header = text.slice(0, text.search(/[\r\n]|$/))
  const count = (separator: string) => header.split(separator).length
  return [',', ';', '\t'].toSorted((one, other) => count(other) - count(one))[0] as string
}

/** The first column of each kind. */
function placesOf(header: readonly string[]): Partial<Record<Column, number>> {
  const names = header.map((cell) => cell.toLowerCase().replace(/[\s_-]/g, ''))
  const places = Object.entries(columns).map(([column, form]) => [column, names.findIndex((name) => form.test(name))])
  return Object.fromEntries(places.filter(([, place]) => place !== -1))
}
