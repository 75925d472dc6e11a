import { expect, test } from 'vitest'
import { parseProxyLine } from './parse-proxy-line.ts'

const id = 'Zm9vYmFyYmF6cXV4LTEyMw'
const lineOf = (message: string, head = '<190>Nov  3 08:15:09 web1 nginx: ') => Buffer.from(`${head}${message}`)
const report = (bytes: number, isComplete: boolean, isFramed = false) => ({
  id,
  report: { bytes, isComplete, isFramed },
})

test.each([
  ['a whole answer', lineOf(`${id} 200 1048576 HTTP/1.1 OK`), report(1_048_576, true)],
  ['a range', lineOf(`${id} 206 500 HTTP/1.1 OK`), report(500, true)],
  ['one that broke off', lineOf(`${id} 200 4096 HTTP/1.1 `), report(4_096, false)],
  ['one over HTTP/1.0', lineOf(`${id} 200 4096 HTTP/1.0 OK`), report(4_096, true)],
  ['one over HTTP/2', lineOf(`${id} 200 4096 HTTP/2.0 OK`), report(4_096, true)],
  ['one over HTTP/3', lineOf(`${id} 200 4105 HTTP/3.0 `), report(4_105, false, true)],
  ['without a host name', lineOf(`${id} 200 1 HTTP/1.1 OK`, '<190>Nov 23 08:15:09 nginx: '), report(1, true)],
  ['an answer of the proxy in the place of ours', lineOf(`${id} 502 157 HTTP/1.1 OK`), report(0, false)],
  ['a reader who had gone before the first byte', lineOf(`${id} 499 0 HTTP/1.1 `), report(0, false)],
])('%s', (_, datagram, line) => {
  expect(parseProxyLine(datagram)).toEqual(line)
})

test.each([
  ['nothing', Buffer.alloc(0)],
  ['no header', Buffer.from(`${id} 200 1 HTTP/1.1 OK`)],
  ['no id', lineOf('- 200 1 HTTP/1.1 OK')],
  ['a shorter id', lineOf(`${id.slice(1)} 200 1 HTTP/1.1 OK`)],
  ['a longer id', lineOf(`${id}A 200 1 HTTP/1.1 OK`)],
  ['negative bytes', lineOf(`${id} 200 -1 HTTP/1.1 OK`)],
  ['more bytes than numbers hold exactly', lineOf(`${id} 200 ${'9'.repeat(16)} HTTP/1.1 OK`)],
  ['another word', lineOf(`${id} 200 1 HTTP/1.1 NO`)],
  ['more words', lineOf(`${id} 200 1 HTTP/1.1 OK OK`)],
  ['a line and a line', lineOf(`${id} 200 1 HTTP/1.1 OK\n<190>Nov 23 08:15:09 nginx: ${id} 200 2 HTTP/1.1 OK`)],
  ['no UTF-8', Buffer.concat([lineOf(''), Buffer.from([0xff, 0xfe, 0xc0]), Buffer.from(' 200 1 HTTP/1.1 OK')])],
  ['too much', lineOf(`${id} 200 1 HTTP/1.1 OK`, `<190>Nov 23 08:15:09 ${'w'.repeat(600)} nginx: `)],
])('ignores %s', (_, datagram) => {
  expect(parseProxyLine(datagram)).toBeNull()
})
