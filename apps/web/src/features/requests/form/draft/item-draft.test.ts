import { expect, test } from 'vitest'
import { type ItemDraft, itemDraftsOf, moveItem, newItem, optionsOf, writtenItems } from './item-draft.ts'
import { judgeDraft } from './judge-draft.ts'
import { emptyRequestDraft } from './request-draft.ts'

const heading = (name: string) => newItem(name, 'section')
const names = (items: readonly ItemDraft[]) => items.map(({ name }) => name).join(' ')
const rows = () => [newItem('a'), heading('ONE'), newItem('b'), newItem('c'), heading('TWO'), newItem('d')]
const keyOf = (items: readonly ItemDraft[], name: string) => items.find((item) => item.name === name)?.key ?? ''

test.each([
  ['d', -1, 'a ONE b c d TWO'],
  ['b', -1, 'a b ONE c TWO d'],
  ['a', -1, 'a ONE b c TWO d'],
  ['TWO', -1, 'a TWO d ONE b c'],
  ['ONE', 1, 'a TWO d ONE b c'],
  ['ONE', -1, 'a ONE b c TWO d'],
  ['TWO', 1, 'a ONE b c TWO d'],
] as const)('moves %s by %i: an item alone, a heading with its items', (name, by, wanted) => {
  const items = rows()
  expect(names(moveItem(items, keyOf(items, name), by))).toBe(wanted)
})

test('writes headings as the sections of their items, and reads them back', () => {
  const written = writtenItems([...rows(), heading('EMPTY')])
  expect(written.map(({ item }) => `${item.name}:${item.section}`)).toEqual(['a:', 'b:ONE', 'c:ONE', 'd:TWO'])
  const read = itemDraftsOf(written.map(({ item }) => ({ item: { ...item, exampleFile: null }, id: null })))
  expect(names(read)).toBe('a ONE b c TWO d')
})

test('writes no limits of files for a question, and no options for others', () => {
  const question = {
    ...newItem('Port', 'choice'),
    types: 'pdf',
    maxFiles: '2',
    options: ' Ningbo \n\nShanghai',
    pattern: '{x}',
  }
  expect(optionsOf(question)).toEqual(['Ningbo', 'Shanghai'])
  expect(optionsOf({ ...question, kind: 'short' })).toEqual([])
  const [{ item } = { item: null }] = writtenItems([question])
  expect(item).toMatchObject({ types: [], maxFiles: null, pattern: '', options: ['Ningbo', 'Shanghai'] })
})

test('finds headings without a text and choices without options, also in a sealed request', () => {
  const settings = {
    expirySeconds: 604_800,
    identity: 'optional',
    supplierNoun: 'supplier',
    language: 'en',
    reminders: true,
    reminderDays: [],
    deadlineRule: 'fixed',
    notices: true,
  } as const
  const [blank, choice] = [heading(''), { ...newItem('Port', 'choice'), options: 'Ningbo' }]
  const draft = {
    ...emptyRequestDraft({ ...settings, reminderDays: [] }, 'UTC'),
    title: 'Papers',
    isSealed: true,
    items: [blank, choice],
  }
  const found = judgeDraft(draft, { role: 'business', isEdit: false, hasPassphrase: true })
  expect(found).toEqual([
    { field: `${blank.key}-name`, fault: 'section-name' },
    { field: `${choice.key}-options`, fault: 'options' },
  ])
})
