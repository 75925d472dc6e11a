import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { judgeConditions } from './judge-conditions.ts'

const lastModified = new Date('2026-01-02T03:04:05.678Z')
const httpDate = 'Fri, 02 Jan 2026 03:04:05 GMT'
const is = { etag: '"abc"', lastModified, bytes: 100 }
const get = (headers: Record<string, string>, bytes = 100) => judgeConditions('GET', headers, { ...is, bytes })
const whole = { status: 200, from: 0, to: 100 }

describe('Range', () => {
  it.each([
    ['bytes=0-', { status: 206, from: 0, to: 100 }],
    ['bytes=0-0', { status: 206, from: 0, to: 1 }],
    ['bytes=10-19', { status: 206, from: 10, to: 20 }],
    ['bytes=99-', { status: 206, from: 99, to: 100 }],
    ['bytes=90-200', { status: 206, from: 90, to: 100 }],
    ['bytes=-1', { status: 206, from: 99, to: 100 }],
    ['bytes=-100', { status: 206, from: 0, to: 100 }],
    ['bytes=-101', { status: 206, from: 0, to: 100 }],
    ['Bytes= 5-6 ', { status: 206, from: 5, to: 7 }],
    ['bytes=0-99999999999999999999999', { status: 206, from: 0, to: 100 }],
    ['bytes=100-', { status: 416 }],
    ['bytes=9223372036854775808-', { status: 416 }],
    ['bytes=-0', { status: 416 }],
    ['bytes=5-1', whole],
    ['bytes=-', whole],
    ['bytes=', whole],
    ['bytes', whole],
    ['bytes=a-b', whole],
    ['bytes=--1', whole],
    ['bytes=1.5-2', whole],
    ['bytes=0-0,5-6', whole],
    [`bytes=${Array.from({ length: 1_000 }, (_, i) => `${i}-${i}`).join(',')}`, whole],
    ['items=0-1', whole],
    ['', whole],
  ])('%s', (range, verdict) => {
    expect(get({ range })).toEqual(verdict)
  })

  it.each(['bytes=0-', 'bytes=-1', 'bytes=0-0'])('calls %s of nothing unsatisfiable', (range) => {
    expect(get({ range }, 0)).toEqual({ status: 416 })
  })

  it('is never answered outside the resource, whatever it says', () => {
    const part = fc.oneof(
      fc.nat(200).map(String),
      fc.constantFrom('', '-', ',', ' ', '99999999999999999999', '0x1', '-5'),
    )
    fc.assert(
      fc.property(part, part, fc.nat(120), (first, last, bytes) => {
        const verdict = get({ range: `bytes=${first}-${last}` }, bytes)
        if (!('from' in verdict)) return
        expect(verdict.from).toBeGreaterThanOrEqual(0)
        expect(verdict.to).toBeLessThanOrEqual(bytes)
        expect(verdict.to - verdict.from).toBeGreaterThanOrEqual(verdict.status === 206 ? 1 : 0)
      }),
    )
  })

  it('is ignored for HEAD', () => {
    expect(judgeConditions('HEAD', { range: 'bytes=5-6' }, is)).toEqual(whole)
  })
})

describe('conditions', () => {
  const part = { status: 206, from: 5, to: 7 }
  it.each([
    [{ 'if-range': '"abc"' }, part],
    [{ 'if-range': '"other"' }, whole],
    [{ 'if-range': 'W/"abc"' }, whole],
    [{ 'if-range': httpDate }, part],
    [{ 'if-range': 'Fri, 02 Jan 2026 03:04:06 GMT' }, whole],
    [{ 'if-range': 'nonsense' }, whole],
    [{ 'if-none-match': '"abc"' }, { status: 304 }],
    [{ 'if-none-match': 'W/"abc", "x"' }, { status: 304 }],
    [{ 'if-none-match': '*' }, { status: 304 }],
    [{ 'if-none-match': '"x"', 'if-modified-since': httpDate }, part],
    [{ 'if-modified-since': httpDate }, { status: 304 }],
    [{ 'if-modified-since': 'Fri, 02 Jan 2026 03:04:04 GMT' }, part],
    [{ 'if-modified-since': 'yesterday' }, part],
    [{ 'if-match': '"abc"' }, part],
    [{ 'if-match': '*' }, part],
    [{ 'if-match': 'W/"abc"' }, { status: 412 }],
    [{ 'if-match': '"x"' }, { status: 412 }],
    [{ 'if-unmodified-since': httpDate }, part],
    [{ 'if-unmodified-since': 'Fri, 02 Jan 2026 03:04:04 GMT' }, { status: 412 }],
  ])('%j', (headers, verdict) => {
    expect(get({ range: 'bytes=5-6', ...headers })).toEqual(verdict)
  })
})
