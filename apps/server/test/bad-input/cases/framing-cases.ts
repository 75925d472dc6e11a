/**
 * Framing of bodies, and of requests on one connection: anything that two servers could read differently is refused,
 * never guessed.
 */
import { get, JSON_BODY, post, request, type WireCase } from '../attack/wire-request.ts'

const refused = [400]
const chunked = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n0\r\n\r\n`

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

export const framingCases: WireCase[] = [...lengths, ...encodings, ...pipelines]
