/**
 * Requests as bytes: methods, targets, framing and header blocks that no browser sends. The expected result of each is
 * a list of possible statuses; an empty list means that the server may only hang up.
 */
import { request, type WireCase } from '../attack/wire-request.ts'

const methods: WireCase[] = [
  ...[
    'TRACE',
    'PROPFIND',
    'LOCK',
    'MKCOL',
    'SEARCH',
    'PURGE',
    'REPORT',
    'M-SEARCH',
    'LINK',
    'BREW',
    'get',
    'GETX',
    '',
  ].map((method) => ({
    name: `method ${JSON.stringify(method)}`,
    bytes: (port: number) => request(port, `${method} /-/health HTTP/1.1`),
    statuses: [400, 403, 404, 405],
  })),
  ...['/', '/-/health', '/verifyEmail', '/uploads/x/blobs/y', '/get/g/file/f/n', '/nowhere', '*'].flatMap((target) =>
    ['OPTIONS', 'DELETE', 'PATCH', 'PUT', 'QUERY'].map((method) => ({
      name: `${method} ${target}`,
      bytes: (port: number) => request(port, `${method} ${target} HTTP/1.1`, ['Content-Length: 0']),
      statuses: [204, 400, 403, 404, 405, 415],
    })),
  ),
  ...['/', '/-/health', '/verifyEmail', '/nowhere', '/d/abcdefg'].map((target) => ({
    name: `HEAD ${target}`,
    bytes: (port: number) => request(port, `HEAD ${target} HTTP/1.1`),
    methods: ['HEAD'],
    statuses: [200, 404, 405],
  })),
  {
    name: 'CONNECT is hung up on or refused',
    bytes: (port) => request(port, `CONNECT example.com:443 HTTP/1.1`),
    statuses: [400, 403, 404, 405],
    answers: 0,
  },
  ...['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override'].map((name) => ({
    name: `${name}: DELETE changes no method`,
    bytes: (port: number) => request(port, 'GET /-/health HTTP/1.1', [`${name}: DELETE`]),
    statuses: [200],
  })),
]

const targets: WireCase[] = [
  ...[
    '/%',
    '/%zz',
    '/%c0%ae%c0%ae/',
    '/%00',
    '/d/%00',
    '/d/%ff%fe',
    '/d/%ed%a0%80',
    '//evil.example/',
    '///',
    '/\\evil.example',
    '/..',
    '/../../etc/passwd',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/assets/../../../package.json',
    '/assets/..%2f..%2f..%2fpackage.json',
    '/assets/%2e%2e%2f%2e%2e%2f%2e%2e%2fpackage.json',
    '/assets/..%5c..%5cpackage.json',
    '/assets/....//....//package.json',
    '/assets/%00',
    '/assets/index.html%00.js',
    '/assets//etc/passwd',
    '/assets/',
    '/assets',
    '/-/mailbox.json/..',
    '/-/mailbox/html?mail[]=x',
    '/-/mailbox/html?mail=%00',
    '/-/mailbox?mail=../../master.key',
    '/.env',
    '/.git/config',
    '/server-status',
    '/d/abcdefg;jsessionid=1',
    '/d/abcdefg/%2e%2e%2f%2e%2e',
    '/d/abcdefg?lang[]=en',
    '/d/abcdefg?__proto__[x]=1',
    `/w/${'a'.repeat(1_990)}`,
    `/w/${'a'.repeat(2_100)}`,
    `/get/${'g'.repeat(3_000)}/file/f/n`,
    `/${'a'.repeat(8_000)}`,
    `/-/health?${'a=1&'.repeat(2_000)}`,
    '/-/health#fragment',
    '/-/health?%',
    '/robots.txt/',
    '/index.html/../index.html',
  ].map((target) => ({
    name: `target ${target.length > 70 ? `${target.slice(0, 40)}… (${target.length})` : target}`,
    bytes: (port: number) => request(port, `GET ${target} HTTP/1.1`),
    statuses: [200, 400, 403, 404, 414],
  })),
  {
    name: 'absolute form of our own',
    bytes: (port) => request(port, `GET http://localhost:${port}/-/health HTTP/1.1`),
    statuses: [200, 400, 404],
  },
  {
    name: 'absolute form of another host, our Host',
    bytes: (port) => request(port, 'GET http://evil.example/-/health HTTP/1.1'),
    statuses: [200, 400, 404, 421],
  },
  { name: 'a URL of 20,000', bytes: (port) => request(port, `GET /${'u'.repeat(20_000)} HTTP/1.1`), statuses: [431] },
  {
    name: 'raw UTF-8 target',
    bytes: (port) => Buffer.from(request(port, 'GET /d/数据 HTTP/1.1')),
    statuses: [400, 404],
  },
  { name: 'a blank in the target', bytes: (port) => request(port, 'GET /d/a b HTTP/1.1'), statuses: [400] },
  { name: 'no target', bytes: (port) => request(port, 'GET HTTP/1.1'), statuses: [400] },
  { name: 'HTTP/0.9', bytes: () => 'GET /-/health\r\n\r\n', statuses: [400] },
  { name: 'HTTP/1.0', bytes: (port) => request(port, 'GET /-/health HTTP/1.0'), statuses: [200] },
  { name: 'HTTP/1.0 without Host', bytes: () => 'GET /-/health HTTP/1.0\r\n\r\n', statuses: [400] },
  { name: 'HTTP/2.0 in words', bytes: (port) => request(port, 'GET /-/health HTTP/2.0'), statuses: [200, 400, 505] },
  { name: 'HTTP/9.9', bytes: (port) => request(port, 'GET /-/health HTTP/9.9'), statuses: [400, 505] },
  { name: "HTTP/2's preface", bytes: () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', statuses: [400, 404, 405, 421, 505] },
  {
    name: 'an upgrade to h2c',
    bytes: (port) =>
      request(port, 'GET /-/health HTTP/1.1', [
        'Connection: Upgrade, HTTP2-Settings',
        'Upgrade: h2c',
        'HTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA',
      ]),
    statuses: [200],
  },
  {
    name: 'an upgrade to a web socket',
    bytes: (port) =>
      request(port, 'GET / HTTP/1.1', [
        'Connection: Upgrade',
        'Upgrade: websocket',
        'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
        'Sec-WebSocket-Version: 13',
      ]),
    statuses: [200],
  },
  { name: 'a TLS hello', bytes: () => Buffer.from('16030100050100000100', 'hex'), statuses: [400] },
  { name: 'an SSH greeting', bytes: () => 'SSH-2.0-OpenSSH_9.9\r\n', statuses: [400] },
  {
    name: 'noise',
    bytes: () => Buffer.from(Array.from({ length: 600 }, (_, i) => (i * 73 + 11) & 0xff)),
    statuses: [400],
  },
  {
    name: 'blank lines before the request',
    bytes: (port) => `\r\n\r\n${request(port, 'GET /-/health HTTP/1.1')}`,
    statuses: [200, 400],
  },
]

export const lineCases: WireCase[] = [...methods, ...targets]
