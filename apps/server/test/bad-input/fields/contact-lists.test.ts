/* biome-ignore-all lint/suspicious/noTemplateCurlyInString: template syntax is what is typed */
/** Contact lists as hostile people and broken programs write them, and how a spreadsheet reads ours. */
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AccountPerson, makeAccount } from '#test/people/account-person'
import { AttackedApp } from '../attack/attacked-app.ts'
import { codeOf, shown } from '../attack/sound-answer.ts'
import { plainTexts } from '../cases/draft-texts.ts'
import { hostileValues } from '../cases/field-cases.ts'

let attacked: AttackedApp
let person: AccountPerson
beforeAll(async () => {
  attacked = await AttackedApp.open()
  person = await makeAccount(attacked.app, { role: 'business' })
})
afterAll(() => attacked?.close())

const formulas = [
  '=HYPERLINK("http://evil.example","x")',
  '@SUM(1+1)',
  '+1',
  '-1',
  '\t=1',
  '\r=1',
  '\n=1',
  '＝1+1',
  '＋1',
  '－1',
  '＠SUM(1)',
].flatMap((formula) => [
  formula,
  `'${formula}`,
  `''${formula}`,
  ` ${formula}`,
  `x;${formula};y`,
  `x,${formula},y`,
  `x\t${formula}`,
  `"${formula}"`,
  `x";${formula}`,
  `x; ${formula}`,
  `\ufeff${formula}`,
  `\u200b${formula}`,
  `x\n${formula}`,
])
const names = [...formulas, ...plainTexts, ...hostileValues.filter((value) => typeof value === 'string')].filter(
  (name) => name.length <= 200 && !name.includes('\0') && name.isWellFormed(),
)
const FORMULA = /^\s*[=+\-@＝＋－＠]/

async function exported(who: AccountPerson): Promise<string> {
  return (await who.fetch('/contacts.csv')).text()
}

/** How a spreadsheet reads it in a locale that separates cells by `delimiter`. */
const cellsOf = (csv: string, delimiter: string): string[] =>
  parse(csv, { bom: true, delimiter, relax_quotes: true, relax_column_count: true }).flat()

test(`${names.length} names: none is exported as a formula, for any separator, and all can be imported again`, async () => {
  for (const [nth, name] of names.entries()) {
    const body = { email: `n${nth}@x.example`, name, company: name.slice(0, 199) }
    expect([shown(name), (await person.call('addContact', { body })).status]).toEqual([shown(name), 201])
  }
  const csv = await exported(person)
  for (const delimiter of [',', ';', '\t']) {
    expect(cellsOf(csv, delimiter).filter((cell) => FORMULA.test(cell))).toEqual([])
  }
  const lines = csv.split('\r\n')
  expect(lines).toHaveLength(names.length + 2)
  const other = await makeAccount(attacked.app)
  const taken = await other.call('importContacts', { body: { csv } })
  expect(taken.body).toEqual({ added: names.length, updated: 0, kept: 0, refused: [] })
  expect(await exported(other)).toBe(csv)
})

const broken: Array<[what: string, csv: string]> = [
  ['nothing', ''],
  ['line ends alone', '\n'.repeat(200_000)],
  ['commas alone', ','.repeat(200_000)],
  ['quotes alone', '"'.repeat(200_001)],
  ['a header alone', 'email,name'],
  ['a header twice', 'email,email\na@x.example,b@x.example'],
  ['two marks of byte order', '\ufeff\ufeffemail\na@x.example'],
  ['text in two bytes a sign', '\ufffd\ufffde\u0001m\u0001a\u0001i\u0001l'],
  ['a line of 500,000 cells', `email\na@x.example${',x'.repeat(500_000)}`],
  ['100,000 lines of no address', `email\n${'x\n'.repeat(100_000)}`],
  ['a cell of a megabyte', `email,name\na@x.example,${'x'.repeat(1_000_000)}`],
  ['an address of a megabyte', `email\n${'a'.repeat(1_000_000)}@x.example`],
  ['an open quote over a megabyte', `email,name\na@x.example,"${'x\n'.repeat(400_000)}`],
  ['every kind of line end', 'email\r\na@x.example\rb@x.example\nc@x.example\n\r'],
  ['names of what objects have', 'email,__proto__,constructor,toString\na@x.example,1,2,3'],
  ['more than there may be', `email\n${Array.from({ length: 10_001 }, (_, n) => `p${n}@x.example`).join('\n')}`],
  ['SQL', "email,name\na@x.example,'); drop table contacts; --\n' or 1=1 --@x.example,x"],
  ['addresses that carry mail headers', 'email\n"a@x.example\r\nBcc: eve@evil.example"\na@x.example%0aBcc:x'],
  [
    'one address in a thousand spellings',
    `email\n${Array.from({ length: 1_000 }, (_, n) => (n % 2 ? 'A@X.example' : ' a@x.EXAMPLE')).join('\n')}`,
  ],
  ['signs that show nothing', 'email,name\na@x.example,\u202e\u200b\u2066x\u001b[2J\u0007'],
]

describe('accepts or refuses a broken or hostile list, and never fails', () => {
  test.each(broken)('%s', async (_what, csv) => {
    const who = await makeAccount(attacked.app)
    const told = await attacked.post(who, '/importContacts', { csv })
    if (told.status !== 200) expect(['csv-unreadable', 'too-many-contacts', 'invalid-input']).toContain(codeOf(told))
    const { total, contacts } = await (await who.fetch('/contacts')).json()
    const added = told.status === 200 ? JSON.parse(told.text).added : 0
    expect([total, total <= 10_000]).toEqual([added, true])
    for (const { email, name } of contacts) {
      expect(email).toMatch(/^[a-z0-9.@-]+$/)
      expect(name).toMatch(/^[^\p{Cc}\p{Cf}]{0,200}$/u)
    }
  })
})

test('nothing is lost', async () => {
  process.stdout.write(`${names.length} names and ${broken.length} broken lists\n`)
  await attacked.expectNothingLost()
})
