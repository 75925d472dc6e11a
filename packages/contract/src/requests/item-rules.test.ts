import { describe, expect, test } from 'vitest'
import {
  type ItemHeld,
  type ItemLimits,
  isTypeWanted,
  judgeSubmission,
  type SubmissionFile,
  type SubmissionLimits,
  typeOf,
} from './item-rules.ts'

const limits: SubmissionLimits = { maxBytes: 1_000, maxFiles: 5, types: [] }
const invoice: ItemLimits = { id: 'invoice', maxFiles: 1, maxBytes: 500, types: ['pdf'] }
const photos: ItemLimits = { id: 'photos', maxFiles: 3, maxBytes: null, types: ['jpg', 'png'] }
const anything: ItemLimits = { id: 'any', maxFiles: null, maxBytes: null, types: [] }
const items = [invoice, photos, anything]

const file = (item: string, path: string, bytes = 10): SubmissionFile => ({ item, path, bytes })
const codes = (files: SubmissionFile[], held: ItemHeld[] = [], more: Partial<SubmissionLimits> = {}) =>
  judgeSubmission({ ...limits, ...more }, items, held, files).map(({ code }) => code)

test.each([
  ['PDF', 'pdf'],
  ['.pdf', 'pdf'],
  ['*.pdf', 'pdf'],
  [' jpg ', 'jpg'],
  ['7z', '7z'],
  ['', null],
  ['.', null],
  ['tar.gz', null],
  ['pdf,jpg', null],
  ['p\u0440g', null],
  ['x'.repeat(17), null],
])('the type %j is %j', (typed, type) => {
  expect(typeOf(typed)).toBe(type)
})

test.each([
  [[], 'anything.at.all', true],
  [['pdf'], 'a.pdf', true],
  [['pdf'], 'a.PDF', true],
  [['pdf'], 'a.pdf.exe', false],
  [['pdf'], 'pdf', false],
  [['pdf'], '.pdf', true],
  [['pdf'], 'a.pdf. .', true],
  [['jpg'], 'a.jpeg', true],
  [['jpeg'], 'a.JPG', true],
  [['tif'], 'a.tiff', true],
  [['jpg', 'png'], 'folder/b.png', true],
  [['jpg'], 'folder.jpg/b.txt', false],
])('of %j: %s is expected %s', (types, path, expected) => {
  expect(isTypeWanted(types, path)).toBe(expected)
})

describe('a submission', () => {
  test.each([
    ['fits', [file('invoice', 'a.pdf'), file('photos', 'b.jpg'), file('any', 'c')], []],
    ['fills to the last byte and file', [file('any', 'a', 600), file('any', 'b', 400)], []],
    ['is empty', [], ['invalid-input']],
    ['is a byte too large', [file('any', 'a', 600), file('any', 'b', 401)], ['over-submission-limit']],
    ['has a file too many', Array.from({ length: 6 }, (_, n) => file('any', `${n}`)), ['submission-too-many-files']],
    ['names an item there is not', [file('other', 'a.pdf')], ['item-not-found']],
    ['has a second invoice', [file('invoice', 'a.pdf'), file('invoice', 'b.pdf')], ['item-full']],
    ['has an invoice too large', [file('invoice', 'a.pdf', 501)], ['file-too-large']],
    ['has an invoice of another type', [file('invoice', 'a.docx')], ['type-unwanted']],
    [
      'has everything wrong',
      [file('invoice', 'a.exe', 999), file('invoice', 'b.pdf', 2), file('x', 'c')],
      ['over-submission-limit', 'item-full', 'file-too-large', 'type-unwanted', 'item-not-found'],
    ],
  ])('that %s', (_what, files, expected) => {
    expect(codes(files)).toEqual(expected)
  })

  test.each([
    [0, 3, []],
    [2, 1, []],
    [2, 2, ['item-full']],
    [3, 1, ['item-full']],
    [9, 1, ['item-full']],
  ])('to an item that has %i and accepts %i more: %j', (files, more, expected) => {
    const sent = Array.from({ length: more }, (_, n) => file('photos', `${n}.jpg`))
    expect(codes(sent, [{ item: 'photos', files, isAccepted: false }])).toEqual(expected)
  })

  test('to an accepted item is not needed', () => {
    expect(codes([file('invoice', 'a.pdf')], [{ item: 'invoice', files: 0, isAccepted: true }])).toEqual([
      'item-accepted',
    ])
  })

  test('has the request’s types and the item’s', () => {
    expect(codes([file('photos', 'a.png')], [], { types: ['png'] })).toEqual([])
    expect(codes([file('photos', 'a.jpg')], [], { types: ['png'] })).toEqual(['type-unwanted'])
    expect(codes([file('photos', 'a.gif')], [], { types: ['gif'] })).toEqual(['type-unwanted'])
  })
})
