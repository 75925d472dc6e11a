import { expect, test } from 'vitest'
import { scopeStyles } from './scope-styles.ts'

test.each([
  ['.a { color: red }', '.site .a { color: red }'],
  ['.a, .b > p { x: y }', '.site .a, .site .b > p { x: y }'],
  ['.a { x: y } .b::after { x: y }', '.site .a { x: y }.site .b::after { x: y }'],
  ['@media (max-width: 1px) { .a { x: y } }', '@media (max-width: 1px) {.site .a { x: y } }'],
  [':lang(zh) :is(h1, h2) { x: y }', '.site :lang(zh) :is(h1, h2) { x: y }'],
  ['*, ::before { x: y }', '.site *, .site ::before { x: y }'],
])('scopes %s', (css, expected) => {
  expect(scopeStyles(css, '.site')).toBe(expected)
})
