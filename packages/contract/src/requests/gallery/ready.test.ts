import { expect, test } from 'vitest'
import { typeOf } from '../item-rules.ts'
import { judgeOptions, sectionsOf } from '../questions.ts'
import { templateContent } from '../shapes.ts'
import { readyIds } from './ready.ts'
import { ready as english } from './ready-en.ts'
import { ready as chinese } from './ready-zh.ts'

test.each([
  ['English', english],
  ['Chinese', chinese],
])('the ten templates in %s are valid requests with sections, file slots and questions', (_language, ready) => {
  expect(ready.map(({ id }) => id)).toEqual(readyIds)
  for (const { id, title, message, items, name, about } of ready) {
    expect([id, templateContent.safeParse({ title, message, items }).success]).toEqual([id, true])
    expect([id, [title, message, name, about].every((text) => text.trim() !== '')]).toEqual([id, true])
    const sections = sectionsOf(items)
    expect([id, sections.length, new Set(sections.map((one) => one.title)).size]).toEqual([
      id,
      sections.length,
      sections.length,
    ])
    expect([id, sections.length >= 2, sections.some((one) => one.title === '')]).toEqual([id, true, false])
    const kinds = new Set(items.map(({ kind }) => kind === 'files'))
    expect([id, kinds.size]).toEqual([id, 2])
    for (const item of items) {
      expect([id, item.name, judgeOptions(item)]).toEqual([id, item.name, null])
      expect(item.types.map(typeOf)).toEqual(item.types)
    }
  }
})

test('each template asks for as many things in both languages', () => {
  const counts = (ready: typeof english) => ready.map(({ id, items }) => [id, items.length])
  expect(counts(chinese)).toEqual(counts(english))
})
