import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { holdsLink, MESSAGE_MAX_CHARS, messageLength } from './message-links.ts'

const links = [
  // Schemes.
  'see http://acme.com',
  'HTTPS://ACME.COM',
  'http://x',
  'hxxp://acme.com',
  'hXXps://acme.com/x',
  'h**p://acme.com',
  'http:acme.com',
  'http:\\\\acme.com',
  'http : //acme.com',
  'http[:]//acme.com',
  'http[://]acme.com',
  'ht\u200btp://acme.com',
  'http\u202e://acme.com',
  'ｈｔｔｐ：／／ａｃｍｅ．ｃｏｍ',
  'ⓗⓣⓣⓟ://acme.com',
  'һttp://acme.com',
  '点击http://acme.com',
  'ftp://acme.com',
  'tg://resolve?domain=x',
  'weixin://dl/chat',
  'javascript:alert(1)',
  'data:text/html,x',
  'mailto:ada@acme.com',
  'mailto: ada@acme.com',
  // www.
  'www.acme.com',
  'WWW.acme.com',
  'www2.acme.com',
  'www[.]acme[.]com',
  'www . acme.com',
  '看www.acme.cn',
  'www.例子.中国',
  // A domain with a path, a port, a query.
  'acme.com/x',
  'acme.com/',
  'pay at acme.co.uk/invoice.',
  '163.com/x',
  'acme.com:8080',
  'acme.com?id=5',
  'ada@acme.com/x',
  'xn--e1afmkfd.xn--p1ai/x',
  'пример.рф/путь',
  '例子.中国/路径',
  '请看evil.com/x谢谢',
  '1.2.3.4/x',
  '1.2.3.4:80',
  'http://[::1]/',
  // Dot tricks.
  'example[.]com/x',
  'example(.)com/x',
  'example{.}com/x',
  'example [.] com/x',
  'example(dot)com/x',
  'example[dot]com/x',
  'example [ dot ] com/x',
  'example dot com/x',
  'example DOT com/x',
  'example。com/x',
  'example｡com/x',
  'example．com／x',
  'example․com/x',
  'example .com/x',
  'example . com/x',
  'example.\u200bcom/x',
  'example.com\u2044x',
  'example.com\u2215x',
  'acme.pdf.evil.com/x',
]

const texts = [
  '',
  'Final housing, please quote by Friday.',
  'acme.com',
  'We are acme.com, not acme.net.',
  'Is it acme.com?',
  'acme.com: the best',
  'ask ada@acme.com',
  'drawing.v2.pdf',
  'front.pdf/back.pdf',
  'see front.pdf/back.dwg and list.xlsx/list.csv',
  'and/or',
  'e.g./i.e.',
  'z.B./d.h.',
  'Rev.B/Rev.C',
  '24.5/kg',
  '3.5/4.5 mm',
  '½ of it, 1/2, 24/7',
  'km/h, 100 pcs/box',
  'Ratio 3:1. At 10:30.',
  'Call 10.30: ok',
  'version 1.2.3.4',
  '请看附件。谢谢/再见',
  '图纸在附件中。请报价。',
  'v2.0 dot matrix',
  'connect the dot on the left',
  'C:\\drawings\\rev2',
  'the web, the www, the net',
  'HTTP is a protocol',
  'JavaScript: the good parts',
  'Thanks.Best regards',
  'a.b.c.d',
  '...and so on.../',
  ':-) :/ no',
  '(see below) [urgent] {x} <y>',
  '2024.05.01/2024.05.02',
  'acme（深圳）有限公司.',
]

describe('holdsLink', () => {
  test.each(links)('%j does', (text) => expect(holdsLink(text)).toBe(true))
  test.each(texts)('%j does not', (text) => expect(holdsLink(text)).toBe(false))

  test('a link is found in the middle of any text', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('http://acme.com/x', 'acme.com/x', 'hxxp://a.b/c'),
        fc.constantFrom(...texts),
        fc.constantFrom(...texts),
        (link, before, after) => holdsLink(`${before} ${link} ${after}`),
      ),
    )
  })

  test('long hostile texts are judged in linear time', () => {
    for (const piece of [
      ' ',
      'a',
      '.',
      'a.',
      ' .',
      '[',
      ' [',
      'a.b',
      'http',
      '1.',
      '.aa',
      '。',
      'a:',
      ' dot',
      '1.2.3',
    ]) {
      expect(holdsLink(piece.repeat(100_000))).toBe(false)
    }
  })
})

test.each([
  ['', 0],
  ['abc', 3],
  ['报价', 2],
  ['😀', 1],
  ['👩‍👩‍👧', 5],
  ['e\u0301', 2],
  ['\ud800', 1],
])('%j counts %i', (text, length) => expect(messageLength(text)).toBe(length))

test('a message of 280 emoji is at the limit', () => {
  expect(messageLength('😀'.repeat(280))).toBe(MESSAGE_MAX_CHARS)
})
