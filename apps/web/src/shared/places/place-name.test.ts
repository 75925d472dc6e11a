import { expect, test } from 'vitest'
import { placeName } from './place-name.ts'

test.each([
  ['Bengaluru', 'IN', 'en', 'Bengaluru, India'],
  ['Bengaluru', 'IN', 'zh', '印度 Bengaluru'],
  ['Hong Kong', 'HK', 'en', 'Hong Kong'],
  ['Singapore', 'SG', 'en', 'Singapore'],
  [null, 'US', 'en', 'US'],
  [null, null, 'en', ''],
  ['Atlantis', null, 'zh', 'Atlantis'],
  [null, 'not a code', 'en', 'not a code'],
] as const)('%s in %s is %s: %s', (city, country, language, named) => {
  expect(placeName({ city, country }, language)).toBe(named)
})
