/** Range headers and what RFC 9110, section 14, makes of them for a resource of `bytes` bytes. */

/** 'whole': 200 with everything. 'none': 416. A span: 206 with these bytes, half-open. */
export type RangeVerdict = 'whole' | 'none' | [from: number, to: number]

export interface RangeCase {
  header: string
  verdict: RangeVerdict
}

const BEYOND = ['9223372036854775807', '9223372036854775808', '18446744073709551616', '9'.repeat(40)]

/** Not a single range of bytes: a server may ignore what it does not understand, and what it need not serve. */
const ignored = [
  '',
  'bytes',
  'bytes=',
  'bytes=-',
  'bytes= -',
  'bytes=a-b',
  'bytes=0',
  'bytes=0-x',
  'bytes=x-1',
  'bytes=--1',
  'bytes=0--1',
  'bytes=+0-1',
  'bytes=0x0-0x1',
  'bytes=0.0-1',
  'bytes=1e1-2e1',
  'bytes=0 - 1',
  'bytes 0-1',
  'bytes:0-1',
  'byte=0-1',
  'octets=0-1',
  'items=0-1',
  'none',
  '=0-1',
  '0-1',
  'bytes=0-1;q=1',
  'bytes="0-1"',
  "bytes=0-1'",
  'bytes=\u00b2-\u00b3',
  'bytes=0-0,2-2',
  'bytes=0-0,-1',
  'bytes=0-,0-,0-',
  'bytes=,',
  'bytes=0-0,',
  `bytes=${'0-,'.repeat(1_000)}0-`,
  `bytes=${Array.from({ length: 300 }, (_, i) => `${i}-${i}`).join(',')}`,
  'bytes=5-1',
  'bytes=1-0',
  `bytes=${BEYOND[3]}-0`,
  'bytes=0-1, 3',
  'bytes=0-1/9',
  'bytes=*',
  'bytes=*-*',
  'bytes=0-*',
  'bytes=null-null',
  '[object Object]',
]

export function rangeCases(bytes: number): RangeCase[] {
  const last = bytes - 1
  const middle = Math.floor(bytes / 2)
  const span = (from: number, to: number): RangeVerdict =>
    from < Math.min(to, bytes) ? [from, Math.min(to, bytes)] : 'none'
  const cases: Array<[string, RangeVerdict]> = [
    ...ignored.map((header): [string, RangeVerdict] => [header, 'whole']),
    ['bytes=0-', span(0, bytes)],
    ['bytes=0-0', span(0, 1)],
    ['bytes=1-1', span(1, 2)],
    ['bytes=0-1', span(0, 2)],
    ['bytes=00-01', span(0, 2)],
    ['BYTES=0-1', span(0, 2)],
    ['Bytes=0-1', span(0, 2)],
    [`bytes=${middle}-`, span(middle, bytes)],
    [`bytes=${middle}-${middle}`, span(middle, middle + 1)],
    [`bytes=0-${Math.max(0, last)}`, span(0, bytes)],
    [`bytes=0-${bytes}`, span(0, bytes)],
    [`bytes=0-${bytes + 1_000}`, span(0, bytes)],
    [`bytes=${Math.max(0, last)}-`, span(Math.max(0, last), bytes)],
    [`bytes=${bytes}-`, 'none'],
    [`bytes=${bytes}-${bytes + 9}`, 'none'],
    [`bytes=${bytes + 1}-`, 'none'],
    ['bytes=-0', 'none'],
    ['bytes=-00', 'none'],
    ['bytes=-1', span(Math.max(0, last), bytes)],
    [`bytes=-${bytes || 1}`, span(0, bytes)],
    [`bytes=-${bytes + 1}`, span(0, bytes)],
    ...BEYOND.flatMap(
      (huge): Array<[string, RangeVerdict]> => [
        [`bytes=${huge}-`, 'none'],
        [`bytes=${huge}-${huge}`, 'none'],
        [`bytes=0-${huge}`, span(0, bytes)],
        [`bytes=-${huge}`, span(0, bytes)],
      ],
    ),
  ]
  return cases.map(([header, verdict]) => ({ header, verdict }))
}

/**
 * Conditions beside a range: whether the range still applies (`part`), everything is sent (`whole`), or the answer is
 * only a status.
 */
export const conditionCases = (
  etag: string,
  sentAt: Date,
): Array<[headers: Record<string, string>, outcome: 'part' | 'whole' | number]> => {
  const at = (seconds: number) => new Date(sentAt.getTime() + seconds * 1_000).toUTCString()
  return [
    [{ 'if-range': etag }, 'part'],
    [{ 'if-range': `W/${etag}` }, 'whole'],
    [{ 'if-range': '"another"' }, 'whole'],
    [{ 'if-range': etag.replaceAll('"', '') }, 'whole'],
    [{ 'if-range': '' }, 'whole'],
    [{ 'if-range': 'yesterday' }, 'whole'],
    [{ 'if-range': at(0) }, 'part'],
    [{ 'if-range': at(3_600) }, 'whole'],
    [{ 'if-range': at(-3_600) }, 'whole'],
    [{ 'if-match': etag }, 'part'],
    [{ 'if-match': '*' }, 'part'],
    [{ 'if-match': `"x", ${etag}` }, 'part'],
    [{ 'if-match': '"x"' }, 412],
    [{ 'if-match': `W/${etag}` }, 412],
    [{ 'if-none-match': etag }, 304],
    [{ 'if-none-match': `W/${etag}` }, 304],
    [{ 'if-none-match': '*' }, 304],
    [{ 'if-none-match': `"a","b",${etag}` }, 304],
    [{ 'if-none-match': '"x"' }, 'part'],
    [{ 'if-none-match': '"' }, 'part'],
    [{ 'if-none-match': '"'.repeat(9_000) }, 'part'],
    [{ 'if-modified-since': at(3_600) }, 304],
    [{ 'if-modified-since': at(-3_600) }, 'part'],
    [{ 'if-modified-since': 'never' }, 'part'],
    [{ 'if-unmodified-since': at(-3_600) }, 412],
    [{ 'if-unmodified-since': at(3_600) }, 'part'],
    [{ 'if-none-match': '"x"', 'if-modified-since': at(3_600) }, 'part'],
  ]
}
