/** Header blocks and body framing: what proxies and servers read in two ways is refused, never guessed. */
import { request, type WireCase } from './wire-cases.ts'

const JSON_BODY = '{"email":"framing@example.com","extra":1}'
const post = (port: number, headers: readonly string[], body = JSON_BODY) =>
  request(
    port,
    'POST /verifyEmail HTTP/1.1',
    [`Origin: http://localhost:${port}`, 'Content-Type: application/json', ...headers],
    body,
  )
const get = (port: number, headers: readonly string[]) => request(port, 'GET /-/health HTTP/1.1', headers)

const refused = [400]
const chunked = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n0\r\n\r\n`

const hosts: WireCase[] = [
  { name: 'no Host', bytes: (port) => request(port, 'GET /-/health HTTP/1.1', [], '', false), statuses: [400, 421] },
  {
    name: 'an empty Host',
    bytes: (port) => request(port, 'GET /-/health HTTP/1.1', ['Host:'], '', false),
    statuses: [400, 421],
  },
  ...[
    'evil.example',
    'localhost',
    'localhost:0',
    'localhost:99999',
    'user@localhost:PORT',
    'localhost:PORT@evil.example',
    'localhost:PORT/..',
    'localhost:PORT:80',
    'localhost:PORT, evil.example',
    'localhost.:PORT',
    '127.1:PORT',
    '0x7f.0.0.1:PORT',
    '2130706433:PORT',
    '[::1:PORT',
    '[::ffff:127.0.0.1]:PORT',
    'localhost%3aPORT',
    'localh\u00f6st:PORT',
    'localhost:PORT\t x',
  ].map((host) => ({
    name: `Host ${JSON.stringify(host)}`,
    bytes: (port: number) =>
      request(port, 'GET /-/health HTTP/1.1', [`Host: ${host.replace('PORT', String(port))}`], '', false),
    statuses: [400, 421],
  })),
  { name: 'two Hosts, ours first', bytes: (port) => get(port, ['Host: evil.example']), statuses: refused },
  {
    name: 'two Hosts, ours last',
    bytes: (port) =>
      request(port, 'GET /-/health HTTP/1.1', ['Host: evil.example', `Host: localhost:${port}`], '', false),
    statuses: [400, 421],
  },
  { name: 'two equal Hosts', bytes: (port) => get(port, [`Host: localhost:${port}`]), statuses: refused },
  {
    name: 'a Host in capitals',
    bytes: (port) => request(port, 'GET /-/health HTTP/1.1', [`HOST: LOCALHOST:${port}`], '', false),
    statuses: [200],
  },
  ...[
    'X-Forwarded-Host: evil.example',
    'X-Forwarded-Server: evil.example',
    'Forwarded: host=evil.example;proto=https',
    'X-Original-URL: /-/mailbox.json',
    'X-Rewrite-URL: /-/mailbox.json',
    'X-Forwarded-Proto: https',
    'X-Forwarded-Port: 1',
    'X-Forwarded-Prefix: /evil',
    'X-Host: evil.example',
  ].map((line) => ({
    name: line,
    bytes: (port: number) => get(port, [line]),
    statuses: [200],
  })),
]

const forwarded: WireCase[] = [
  '',
  ',',
  ', ,',
  '1.2.3.4',
  '1.2.3.4, 5.6.7.8',
  'unknown',
  '_hidden',
  '::1',
  '::ffff:1.2.3.4',
  '[::1]:80',
  '1.2.3.4:80',
  '999.1.1.1',
  '1.2.3',
  '-1',
  'fe80::1%eth0',
  `${'1.1.1.1, '.repeat(500)}2.2.2.2`,
  "' or 1=1 --",
  '\u00e9',
  '127.0.0.1, 127.0.0.1',
].map((value) => ({
  name: `X-Forwarded-For: ${value.length > 40 ? `${value.length} characters` : value}`,
  bytes: (port: number) => post(port, [`X-Forwarded-For: ${value}`, `Content-Length: ${JSON_BODY.length}`]),
  statuses: [400],
}))

const lengths: WireCase[] = [
  ...['', '-1', '+41', '0x29', '41 ', '4 1', '41, 41', '41, 42', '9'.repeat(30), '1e3', 'abc', '41;'].map((length) => ({
    name: `Content-Length ${JSON.stringify(length)}`,
    bytes: (port: number) => post(port, [`Content-Length: ${length}`]),
    statuses: [400, 413],
  })),
  {
    name: 'two Content-Lengths that differ',
    bytes: (port) => post(port, ['Content-Length: 41', 'Content-Length: 4']),
    statuses: refused,
  },
  {
    name: 'two Content-Lengths that agree',
    bytes: (port) => post(port, ['Content-Length: 41', 'Content-Length: 41']),
    statuses: refused,
  },
  {
    name: 'a length that is too long, then the end',
    bytes: (port) => post(port, ['Content-Length: 400']),
    statuses: refused,
    ends: true,
    answers: 0,
  },
  { name: 'a length over the limit', bytes: (port) => post(port, ['Content-Length: 99999999']), statuses: [413] },
  { name: 'no length and no body', bytes: (port) => post(port, [], ''), statuses: refused },
  {
    name: 'Content-Length and Transfer-Encoding',
    bytes: (port) => post(port, ['Content-Length: 41', 'Transfer-Encoding: chunked'], chunked(JSON_BODY)),
    statuses: refused,
  },
  {
    name: 'Transfer-Encoding and Content-Length',
    bytes: (port) => post(port, ['Transfer-Encoding: chunked', 'Content-Length: 4'], chunked(JSON_BODY)),
    statuses: refused,
  },
]

const encodings: WireCase[] = [
  ...[
    'xchunked',
    'identity',
    'gzip',
    'chunked, identity',
    'chunked, chunked',
    'chunked;q=1',
    '\u000bchunked',
    '"chunked"',
    'chunked\tx',
    ', chunked',
  ].map((coding) => ({
    name: `Transfer-Encoding ${JSON.stringify(coding)}`,
    bytes: (port: number) => post(port, [`Transfer-Encoding: ${coding}`], chunked(JSON_BODY)),
    statuses: [400, 501],
  })),
  {
    name: 'two Transfer-Encodings',
    bytes: (port) => post(port, ['Transfer-Encoding: chunked', 'Transfer-Encoding: identity'], chunked(JSON_BODY)),
    statuses: [400, 501],
  },
  {
    name: 'a blank before the colon',
    bytes: (port) => post(port, ['Transfer-Encoding : chunked'], chunked(JSON_BODY)),
    statuses: refused,
  },
  {
    name: 'good chunks',
    bytes: (port) => post(port, ['Transfer-Encoding: chunked'], chunked(JSON_BODY)),
    statuses: refused,
  },
  {
    name: 'chunks with extensions',
    bytes: (port) => post(port, ['Transfer-Encoding: chunked'], `29;a=b;c="d"\r\n${JSON_BODY}\r\n0\r\n\r\n`),
    statuses: refused,
  },
  {
    name: 'chunks with a trailer',
    bytes: (port) =>
      post(port, ['Transfer-Encoding: chunked'], `29\r\n${JSON_BODY}\r\n0\r\nHost: evil.example\r\n\r\n`),
    statuses: refused,
  },
  {
    name: 'a chunk extension of 20,000',
    bytes: (port) =>
      post(port, ['Transfer-Encoding: chunked'], `29;${'x'.repeat(20_000)}\r\n${JSON_BODY}\r\n0\r\n\r\n`),
    statuses: [400, 413],
  },
  ...['zz', '-1', '0x29', 'ffffffffffffffffff', '', '29 29', '2 9'].map((size) => ({
    name: `chunk size ${JSON.stringify(size)}`,
    bytes: (port: number) => post(port, ['Transfer-Encoding: chunked'], `${size}\r\n${JSON_BODY}\r\n0\r\n\r\n`),
    statuses: refused,
  })),
  {
    name: 'chunks that end with LF alone',
    bytes: (port) => post(port, ['Transfer-Encoding: chunked'], `29\n${JSON_BODY}\n0\n\n`),
    statuses: refused,
  },
  {
    name: 'chunks over the limit',
    bytes: (port) =>
      post(port, ['Transfer-Encoding: chunked'], `${'1000\r\n'.concat('x'.repeat(4_096), '\r\n').repeat(20)}0\r\n\r\n`),
    statuses: [413],
  },
  {
    name: 'chunks in HTTP/1.0',
    bytes: (port) => post(port, ['Transfer-Encoding: chunked'], chunked(JSON_BODY)).replace('HTTP/1.1', 'HTTP/1.0'),
    statuses: refused,
  },
  {
    name: 'a part in chunks',
    bytes: (port) =>
      request(
        port,
        'PUT /uploads/u/blobs/b HTTP/1.1',
        [
          'Authorization: Bearer aaaaaaaaaaaaaaaaaaaaaaaa',
          'Content-Type: application/octet-stream',
          'Waybill-Offset: 0',
          'Waybill-Crc32: 0',
          'Transfer-Encoding: chunked',
        ],
        chunked('x'),
      ),
    statuses: refused,
  },
]

const blocks: WireCase[] = [
  { name: 'a folded header', bytes: (port) => get(port, ['X-Long: one\r\n two']), statuses: refused },
  {
    name: 'a folded Host',
    bytes: (port) => `GET /-/health HTTP/1.1\r\nHost:\r\n localhost:${port}\r\n\r\n`,
    statuses: [400, 421],
  },
  { name: 'a header without colon', bytes: (port) => get(port, ['Nonsense']), statuses: refused },
  { name: 'a header without name', bytes: (port) => get(port, [': value']), statuses: refused },
  { name: 'a blank line with a blank', bytes: (port) => get(port, [' ']), statuses: refused },
  { name: 'NUL in a header', bytes: (port) => get(port, ['X-Nul: a\u0000b']), statuses: refused },
  { name: 'CR alone in a header', bytes: (port) => get(port, ['X-Cr: a\rX-Injected: b']), statuses: refused },
  {
    name: 'LF alone between headers',
    bytes: (port) => `GET /-/health HTTP/1.1\nHost: localhost:${port}\n\n`,
    statuses: [200, 400],
  },
  { name: 'a control character in a name', bytes: (port) => get(port, ['X\u0001Y: a']), statuses: refused },
  { name: 'high bytes in a value', bytes: (port) => get(port, ['X-High: \u00ff\u00fe\u0080']), statuses: [200] },
  ...['__proto__', 'constructor', 'toString', 'hasOwnProperty', '__defineGetter__', 'valueOf'].flatMap((name) => [
    { name: `a header ${name}`, bytes: (port: number) => get(port, [`${name}: x`]), statuses: [200] },
    {
      name: `headers ${name} twice, in a call`,
      bytes: (port: number) => post(port, [`${name}: x`, `${name}: y`, 'Content-Length: 41']),
      statuses: refused,
    },
  ]),
  {
    name: 'a header block of 16 KiB + 1',
    bytes: (port) => get(port, [`X-Big: ${'b'.repeat(16_385)}`]),
    statuses: [431],
  },
  { name: 'a header block of 15 KiB', bytes: (port) => get(port, [`X-Big: ${'b'.repeat(15_000)}`]), statuses: [200] },
  {
    name: '1,000 headers',
    bytes: (port) =>
      get(
        port,
        Array.from({ length: 1_000 }, (_, i) => `X-${i}: ${i}`),
      ),
    statuses: [200, 431],
  },
  {
    name: '3,000 headers',
    bytes: (port) =>
      get(
        port,
        Array.from({ length: 3_000 }, (_, i) => `X-${i}: ${i}`),
      ),
    statuses: [431],
  },
  {
    name: '1,000 headers of one name',
    bytes: (port) =>
      get(
        port,
        Array.from({ length: 1_000 }, () => 'X-Same: 1'),
      ),
    statuses: [200, 431],
  },
  { name: 'a name of 10,000', bytes: (port) => get(port, [`${'N'.repeat(10_000)}: 1`]), statuses: [200, 431] },
  {
    name: '100 cookies of one name',
    bytes: (port) => get(port, [`Cookie: ${'waybill_device=x; '.repeat(100)}`]),
    statuses: [200],
  },
  {
    name: 'an Expect that is unknown',
    bytes: (port) => post(port, ['Expect: 200-maybe', 'Content-Length: 41']),
    statuses: [400, 417],
  },
  {
    name: 'an Expect for 100',
    bytes: (port) => post(port, ['Expect: 100-continue', 'Content-Length: 41']),
    statuses: refused,
  },
]

const pipelines: WireCase[] = [
  { name: 'three requests in one write', bytes: (port) => get(port, []).repeat(3), answers: 3, statuses: [200] },
  {
    name: 'a refused call, then a good one',
    bytes: (port) => post(port, ['Content-Length: 41']) + get(port, []),
    answers: 2,
    statuses: [400, 200],
  },
  { name: 'fifty in one write', bytes: (port) => get(port, []).repeat(50), answers: 50, statuses: [200] },
  {
    name: 'a good one, then garbage',
    bytes: (port) => `${get(port, [])}\u0000\u0001\u0002garbage\r\n\r\n`,
    answers: 1,
    statuses: [200, 400],
  },
  {
    name: 'a body that looks like a request',
    bytes: (port) => post(port, [`Content-Length: ${get(port, []).length}`], get(port, [])),
    answers: 1,
    statuses: refused,
  },
  { name: 'a request letter by letter', bytes: (port) => [...get(port, [])], statuses: [200] },
  { name: 'a half-close after the request', bytes: (port) => get(port, []), ends: true, answers: 0, statuses: [200] },
  {
    name: 'a half-close within the head',
    bytes: (port) => get(port, []).slice(0, 30),
    ends: true,
    statuses: refused,
    answers: 0,
  },
]

export const framingCases: WireCase[] = [...hosts, ...forwarded, ...lengths, ...encodings, ...blocks, ...pipelines]
