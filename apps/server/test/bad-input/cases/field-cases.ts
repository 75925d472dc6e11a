/* biome-ignore-all lint/suspicious/noTemplateCurlyInString: template syntax is what is typed */
/** A valid body with one thing wrong: another type, another size, an extra field. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
export type Path = ReadonlyArray<string | number>

/** Values of every type and at every limit. A field must refuse what it does not accept, and never fail. */
export const hostileValues: Json[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  2 ** 31,
  2 ** 53,
  -(2 ** 63),
  1e308,
  5e-324,
  '',
  ' ',
  'x',
  '0',
  '-1',
  'null',
  'true',
  '[object Object]',
  'a\u0000b',
  '\u0000',
  '\ud800',
  'x\udfffy',
  '\ufeff',
  '\u202e',
  '%00',
  '../../x',
  "' or '1'='1",
  '"; drop table uploads; --',
  '$1',
  '${7*7}',
  '{{7*7}}',
  '<script>alert(1)</script>',
  'a\r\nBcc: eve@evil.example',
  '‮',
  '9'.repeat(400),
  'x'.repeat(9_000),
  '🚚'.repeat(300),
  [],
  [null],
  [[]],
  ['a', 'b'],
  [0],
  Array.from({ length: 2_000 }, () => 'x'),
  {},
  { a: 1 },
  { $ne: null },
  { $gt: '' },
  { length: 3 },
  { toString: 'x' },
  { email: 'a@b.example' },
]

/** The paths of every value inside, without the whole itself. */
export function pathsOf(value: Json, at: Path = []): Path[] {
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([key, inner]) => {
    const path = [...at, Array.isArray(value) ? Number(key) : key]
    return [path, ...pathsOf(inner, path)]
  })
}

/** The paths of every object inside, the whole itself first. */
export const objectsOf = (value: Json): Path[] =>
  [[], ...pathsOf(value)].filter((path) => {
    const inner = valueAt(value, path)
    return typeof inner === 'object' && inner !== null && !Array.isArray(inner)
  })

export const valueAt = (value: Json, path: Path): Json =>
  path.reduce<Json>((inner, key) => (inner as Record<string | number, Json>)[key] as Json, value)

/** A copy with `put` in place of the value at `path`; without it where `put` is undefined. */
export function withValue(value: Json, path: Path, put: Json | undefined): Json {
  const copy = structuredClone(value)
  const last = path.at(-1) as string | number
  const parent = valueAt(copy, path.slice(0, -1)) as Record<string | number, Json>
  if (put === undefined) delete parent[last]
  else parent[last] = put
  return copy
}

/** Fields that a caller would like to set. */
export const serverOwnedFields = [
  'role',
  'isAdmin',
  'userid',
  'adminId',
  'stripeId',
  'isTeam',
  'senderId',
  'deviceId',
  'priceId',
  'ip',
  'network',
  'id',
  '_id',
  'created_at',
  'owner_address',
  'store',
  'key',
  'itemPath',
]
