import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalJson } from './canonical-json.ts'

/** The example of RFC 8785, section 3.2.3, without its escapes, and its rules for sorting and numbers. */
test.each<[unknown, string]>([
  [{ b: 1, a: [true, null, 'x'] }, '{"a":[true,null,"x"],"b":1}'],
  [
    { '\u20ac': 1, '\r': 2, '\ufb33': 3, '1': 4, '\ud83d\ude00': 5, '\u0080': 6, '\u00f6': 7 },
    '{"\\r":2,"1":4,"\u0080":6,"\u00f6":7,"\u20ac":1,"\ud83d\ude00":5,"\ufb33":3}',
  ],
  [[1 / 3, 1e30, 4.5, 2e-3, 1e-27, -0], '[0.3333333333333333,1e+30,4.5,0.002,1e-27,0]'],
  ['\u20ac$\u000f\nA\'B"\\\\"/', '"\u20ac$\\u000f\\nA\'B\\"\\\\\\\\\\"/"'],
])('%j', (value, text) => expect(canonicalJson(value)).toBe(text))

test.each([undefined, Number.NaN, Number.POSITIVE_INFINITY, { a: undefined }, () => 0, 1n])(
  '%s is no JSON',
  (value) => {
    expect(() => canonicalJson(value)).toThrow(TypeError)
  },
)

test('equal values give one text, whatever the order of their fields, and the text parses back to the value', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 })), (value) => {
      const text = canonicalJson(value)
      const turned = Object.fromEntries(Object.entries(value).toReversed())
      expect(canonicalJson(turned)).toBe(text)
      expect(canonicalJson(JSON.parse(text))).toBe(text)
    }),
  )
})
