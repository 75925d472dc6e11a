/* biome-ignore-all lint/suspicious/noTemplateCurlyInString: template syntax is what is typed */
/** Replacements for a field's value, as the text on the wire: no client would write most of them. */
import { hostileValues, type Json, type Path, valueAt } from './field-cases.ts'

const DEEP = 100

/** Numbers and dates at the limits of machine formats. */
const numbers = [
  '1e400',
  '-1e400',
  '9007199254740993',
  '-9007199254740993',
  '-0',
  '0.1',
  '2147483648',
  '4294967296',
  '253402300800',
  '8640000000000001',
  '3153600000',
  '604800000',
]
const noJson = ['NaN', 'Infinity', '01', '+1', '0x10', "'x'", 'undefined', '"\u0001"', '"\\ud8"', '{a:1}', '[1,]']
const texts = [
  'NaN',
  'Infinity',
  '1e400',
  '9007199254740993',
  '2038-01-19T03:14:08Z',
  '9999-12-31T23:59:59.999Z',
  '+275760-09-13T00:00:00.000Z',
  '+275760-09-13T00:00:00.001Z',
  '0000-00-00',
  '2023-02-29T00:00:00Z',
  '2026-12-31T23:59:60Z',
  '__proto__',
  'constructor',
  'hasOwnProperty',
  '=HYPERLINK("http://evil.example","x")',
  "@SUM(1+1)*cmd|' /C calc'!A0",
  '+1+1',
  '-1+1',
  '\t=1+1',
  "' union select password_hash from accounts --",
  "\\' or 1=1 --",
  "'||(select pg_sleep(9))||'",
  '%\\_',
  '<%= 7*7 %>',
  '#{7*7}',
  '%s%n%x',
  '\u0001\u0007\u001b[2J\u009f',
  'a\nb\r\nc\u0085d\u2028e',
  'gnp\u202egpj.exe',
  'e\u0301'.repeat(60),
  'http://evil.example/',
  'a@b.example, c@d.example',
]
const nests = [
  '['.repeat(DEEP) + ']'.repeat(DEEP),
  `${'{"a":'.repeat(DEEP)}1${'}'.repeat(DEEP)}`,
  '{"__proto__":{"role":"teamelite"}}',
  '{"constructor":{"prototype":{"role":"teamelite"}}}',
  '{"toString":null,"valueOf":null,"length":-1}',
  '{"toJSON":"x","then":"x"}',
]

/** The text of every hostile value: all those in JSON and some others. */
export const hostileJson: string[] = [
  ...hostileValues.map((value) => JSON.stringify(value)),
  ...numbers,
  ...noJson,
  ...texts.map((text) => JSON.stringify(text)),
  ...nests,
  JSON.stringify('x'.repeat(2 ** 20)),
]

const MARK = '\u2042'

/** The text of `body` with `text` at `path`; creates missing parents. */
export function textWith(body: Json, path: Path, text: string): string {
  const copy = structuredClone(body) as Json
  const whole = copy !== null && typeof copy === 'object' ? copy : {}
  for (const [nth, key] of path.entries()) {
    const parent = valueAt(whole, path.slice(0, nth)) as Record<string | number, Json>
    const isLast = nth === path.length - 1
    const held = parent[key]
    if (isLast) parent[key] = MARK
    else if (held === null || typeof held !== 'object') parent[key] = typeof path[nth + 1] === 'number' ? [] : {}
  }
  return JSON.stringify(whole).replace(JSON.stringify(MARK), () => text)
}

/** Texts for a query or a path segment, encoded for sending. */
export const hostileParts: string[] = [
  '%00',
  'a%00b',
  '%ED%A0%80',
  '%FF%FE',
  '%C0%AE',
  '%E0%A4%A',
  '%',
  ...[...hostileValues.filter((value) => typeof value === 'string'), ...texts, ...numbers]
    .filter((text) => text.isWellFormed() && text.length < 2_500)
    .map(encodeURIComponent),
]
