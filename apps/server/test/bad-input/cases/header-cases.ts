/** Hosts, forwarding headers and header blocks: none of them redirects or breaks anything. */
import { get, JSON_BODY, post, request, type WireCase } from '../attack/wire-request.ts'

const refused = [400]

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

export const headerCases: WireCase[] = [...hosts, ...forwarded, ...blocks]
