import type { RequestRecord } from '@waybill/contract/requests/shapes'
import { describe, expect, it } from 'vitest'
import { moveItem, newItem, pasteItems, repeatItem } from './item-draft.ts'
import { type DraftFault, judgeDraft, warnOfDraft } from './judge-draft.ts'
import {
  changesOf,
  creationOf,
  draftOfRecord,
  emptyRequestDraft,
  isSameDraft,
  type RequestDraft,
  templateOf,
  withTemplate,
} from './request-draft.ts'
import { hasSet, typesIn, withSet } from './typed-types.ts'

const settings = {
  expirySeconds: 604_800,
  identity: 'optional',
  supplierNoun: 'supplier',
  language: 'en',
  reminders: true,
  reminderDays: [3, 1],
  deadlineRule: 'supplier',
  notices: true,
} as const
const empty = emptyRequestDraft({ ...settings, reminderDays: [...settings.reminderDays] }, 'Asia/Hong_Kong')
const asha = { email: 'asha@rao.example', name: 'Asha', company: '', timeZone: 'Asia/Kolkata', lang: '' as const }
const good: RequestDraft = {
  ...empty,
  title: ' Papers for 2027 ',
  items: [{ ...newItem('Packing list'), types: '.PDF, xlsx', maxFiles: '2', maxSize: { text: '20', unit: 'MB' } }],
  suppliers: [asha],
  dueAt: '2027-03-28T18:00',
}

const faultsOf = (draft: Partial<RequestDraft>, isEdit = false) =>
  judgeDraft({ ...good, ...draft }, { role: 'free', isEdit, hasPassphrase: false }).map(({ fault }) => fault)

describe('what keeps a draft from being sent', () => {
  it('nothing keeps a valid one', () => expect(faultsOf({})).toEqual([]))
  it.each<[DraftFault, Partial<RequestDraft>]>([
    ['title-missing', { title: ' ' }],
    ['link', { title: 'see https://evil.example/x' }],
    ['message-long', { message: 'a'.repeat(281) }],
    ['link', { message: 'www.evil.example' }],
    ['item-name', { items: [newItem()] }],
    ['link', { items: [{ ...newItem('A'), hint: 'www.evil.example' }] }],
    ['types', { items: [{ ...newItem('A'), types: 'pdf, tar.gz' }] }],
    ['count', { items: [{ ...newItem('A'), maxFiles: '0' }] }],
    ['size', { items: [{ ...newItem('A'), maxSize: { text: 'big', unit: 'MB' } }] }],
    ['pattern-unknown-word', { items: [{ ...newItem('A'), pattern: '{vendor}' }] }],
    ['pattern-brace', { items: [{ ...newItem('A'), pattern: '{item' }] }],
    ['pattern-slash', { items: [{ ...newItem('A'), pattern: 'a/b' }] }],
    ['items-many', { items: Array.from({ length: 51 }, () => newItem('A')) }],
    ['nobody', { suppliers: [], isOpenLink: false }],
    ['address', { badSuppliers: ['asha@'] }],
    ['suppliers-many', { suppliers: Array.from({ length: 7 }, (_, at) => ({ ...asha, email: `a${at}@rao.example` })) }],
    ['link', { suppliers: [{ ...asha, company: 'www.evil.example' }] }],
    ['deadline', { dueAt: '2027-02-30T18:00' }],
    ['password-short', { password: 'abc' }],
    ['passphrase', { isSealed: true }],
    ['expiry', { expirySeconds: 31_536_000 }],
    ['size', { submissionSize: { text: '-1', unit: 'GB' } }],
    ['count', { submissionFiles: 'x' }],
    ['types', { types: '*' }],
  ])('%s', (fault, draft) => expect(faultsOf(draft)).toEqual([fault]))
  it('an edit ignores suppliers', () => {
    expect(faultsOf({ suppliers: [], isOpenLink: false, badSuppliers: ['x'] }, true)).toEqual([])
  })
})

it('warns of deadlines that have passed or are after the expiry', () => {
  const before = Date.parse('2027-03-27T00:00Z')
  const year = 365 * 86_400_000
  expect(warnOfDraft(good, before, null)).toEqual([])
  expect(warnOfDraft(good, before + year, null)).toEqual(['due-past'])
  expect(warnOfDraft(good, before - 14 * 86_400_000, null)).toEqual(['due-after-end'])
  expect(warnOfDraft({ ...good, expirySeconds: null }, before, before)).toEqual(['due-after-end'])
  expect(warnOfDraft({ ...good, dueAt: '' }, before, null)).toEqual(['reminders-idle'])
})

it('is written in the wire’s terms', () => {
  expect(creationOf(good)).toMatchObject({
    title: 'Papers for 2027',
    deadline: { at: '2027-03-28T18:00', zone: 'Asia/Hong_Kong', rule: 'supplier' },
    expirySeconds: 604_800,
    items: [{ name: 'Packing list', types: ['pdf', 'xlsx'], maxFiles: 2, maxBytes: 20e6, pattern: '' }],
    suppliers: [{ email: asha.email, name: 'Asha', timeZone: 'Asia/Kolkata' }],
  })
  expect(creationOf(good)).not.toHaveProperty('password')
})

const record = {
  ...templateOf(good),
  items: [{ ...templateOf(good).items[0], _id: 's1', exampleFile: null }],
  message: '',
} as unknown as RequestRecord

it('an edit sends what differs, and nothing else', () => {
  const before = draftOfRecord(record, { ...settings, reminderDays: [3, 1] }, 'UTC')
  expect(changesOf(before, before)).toEqual({})
  expect(isSameDraft(before, draftOfRecord(record, { ...settings, reminderDays: [3, 1] }, 'UTC'))).toBe(true)
  expect(changesOf({ ...before, title: 'New', password: '' }, before)).toEqual({ title: 'New', password: null })
  expect(changesOf({ ...before, items: [...before.items, newItem('Photo')] }, before)).toMatchObject({
    items: [{ _id: 's1', name: 'Packing list' }, { name: 'Photo' }],
  })
})

it('a template replaces the content, and keeps the suppliers', () => {
  const used = withTemplate({ ...empty, suppliers: [asha] }, templateOf(good), '2026-11-22T00:00')
  expect(creationOf(used)).toEqual(creationOf({ ...good, title: good.title.trim() }))
  expect(withTemplate(empty, templateOf(good), '2028-01-01T00:00').dueAt).toBe('')
  expect(withTemplate(empty, templateOf({ ...good, isSealed: true }), '2026-11-22T00:00').isSealed).toBe(true)
})

it('items move, repeat, and come from a pasted list', () => {
  const [a, b] = [newItem('A'), newItem('B')]
  const names = (items: readonly { name: string }[]) => items.map(({ name }) => name).join('')
  expect(names(moveItem([a, b], b.key, -1))).toBe('BA')
  expect(names(moveItem([a, b], b.key, 1))).toBe('AB')
  expect(names(repeatItem([a, b], a.key))).toBe('AAB')
  expect(names(pasteItems([newItem(), b], b.key, ['1', '2']))).toBe('B12')
  const kindsBelow = (kind: Parameters<typeof newItem>[1]) => {
    const into = newItem('', kind)
    return pasteItems([into], into.key, ['1', '2']).map((item) => item.kind)
  }
  expect(kindsBelow('date')).toEqual(['date', 'date'])
  expect(kindsBelow('choice')).toEqual(['choice', 'short'])
  expect(kindsBelow('section')).toEqual(['section', 'files'])
})

it('reads extensions as people write them', () => {
  expect(typesIn('*.PDF；jpg, jpg tar.gz')).toEqual({ types: ['pdf', 'jpg'], bad: ['tar.gz'] })
  expect(hasSet(withSet('pdf', 'sheets'), 'sheets')).toBe(true)
  expect(withSet(withSet('pdf', 'sheets'), 'sheets')).toBe('pdf')
})
