import { validateHeaderValue } from 'node:http'
import { parse } from 'content-disposition'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contentHeaders, disposition } from './content-headers.ts'

describe('disposition', () => {
  it.each([
    ['报价 “Q3” №7.pdf', '报价 “Q3” №7.pdf'],
    ['plain.pdf', 'plain.pdf'],
    ['a;b=c.txt', 'a;b=c.txt'],
    ['100%20.txt', '100%20.txt'],
    ['%0d%0aX.txt', '%0d%0aX.txt'],
    ['🧾🧾.zip', '🧾🧾.zip'],
    ["it's.txt", "it's.txt"],
    ['a"b.txt', 'a_b.txt'],
    ['../../evil.html', '.._.._evil.html'],
  ])('parses %s back', (name, saved) => {
    const header = disposition(name)
    expect(() => validateHeaderValue('content-disposition', header)).not.toThrow()
    expect(header).toMatch(/^attachment; filename=/)
    expect(parse(header).parameters.filename).toBe(saved)
  })

  it('is one header, an attachment, for any name at all', () => {
    const name = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 1_000 }),
      fc.constantFrom('a\r\nSet-Cookie: x', '\ud800', ''),
    )
    fc.assert(
      fc.property(name, (some) => {
        const header = disposition(some)
        validateHeaderValue('content-disposition', header)
        expect(header).toMatch(/^attachment; filename=[\x20-\x7e]+$/)
        const { type, parameters } = parse(header)
        expect(type).toBe('attachment')
        expect(parameters.filename).not.toMatch(/[\\/\p{Cc}]/u)
      }),
      { numRuns: 1_000 },
    )
  })

  it('gives old clients an ASCII name without characters to misread', () => {
    expect(disposition('报价 “Q3”;%.pdf')).toMatch(/filename="__ _Q3___\.pdf"; filename\*=UTF-8''%E6%8A%A5/)
  })
})

describe('contentHeaders', () => {
  const content = {
    name: 'a.html',
    type: 'application/octet-stream',
    etag: '"t"',
    lastModified: new Date(0),
    bytes: 10,
  } as const

  it('never lets a browser show, run or sniff the content', () => {
    const headers = contentHeaders(content, { status: 200, from: 0, to: 10 })
    expect(headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-length': '10',
      'accept-ranges': 'bytes',
      etag: '"t"',
      'last-modified': 'Thu, 01 Jan 1970 00:00:00 GMT',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'referrer-policy': 'no-referrer',
      'cache-control': 'private, no-store',
      'x-robots-tag': 'noindex, nofollow',
    })
    expect(headers['content-disposition']).toMatch(/^attachment/)
  })

  it('names its range, or the length that it would have had', () => {
    expect(contentHeaders(content, { status: 206, from: 2, to: 5 })).toMatchObject({
      'content-range': 'bytes 2-4/10',
      'content-length': '3',
    })
    expect(contentHeaders(content, { status: 416 })['content-range']).toBe('bytes */10')
    expect(contentHeaders(content, { status: 304 })).not.toHaveProperty('content-length')
  })
})
