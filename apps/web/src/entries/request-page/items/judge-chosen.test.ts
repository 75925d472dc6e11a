import { describe, expect, test } from 'vitest'
import { acceptOf, takesPhotos } from './accept-of.ts'
import { judgeChosen, typesTaken } from './judge-chosen.ts'

type Asked = Parameters<typeof judgeChosen>[0]

const item = (of: Partial<Asked['items'][number]> & { _id: string }): Asked['items'][number] => ({
  name: of._id,
  hint: '',
  isRequired: true,
  types: [],
  maxFiles: null,
  maxBytes: null,
  example: null,
  state: 'missing',
  fileCount: 0,
  note: '',
  kind: 'files',
  options: [],
  takesSeveral: false,
  section: '',
  answer: null,
  comments: 0,
  unread: 0,
  lastComments: [],
  ...of,
})
const asked = (items: Asked['items'], limits: Partial<Asked['limits']> = {}): Asked => ({
  items,
  limits: { maxBytes: 1_000, maxFiles: 5, types: [], ...limits },
})

let made = 0
const file = (to: string, path: string, bytes = 10, doubt: 'barred' | 'disguised' | null = null) => ({
  id: `${++made} ${path}`,
  item: to,
  source: { path, bytes },
  doubt,
})

function judged(request: Asked, files: ReturnType<typeof file>[]) {
  const { fit, findings, over } = judgeChosen(request, files)
  return {
    fit: fit.map(({ source }) => source.path),
    left: files.flatMap(({ id, source }) => (findings.has(id) ? [[source.path, findings.get(id)?.code]] : [])),
    over: over.map(({ code }) => code),
  }
}

describe('which chosen files may be sent', () => {
  test.each([
    [
      'a type of its item',
      asked([item({ _id: 'a', types: ['pdf'] })]),
      [file('a', 'x.PDF'), file('a', 'y.doc')],
      'y.doc',
      'type-unwanted',
    ],
    [
      'a type of the request',
      asked([item({ _id: 'a' })], { types: ['pdf'] }),
      [file('a', 'x.pdf'), file('a', 'y')],
      'y',
      'type-unwanted',
    ],
    [
      'a size',
      asked([item({ _id: 'a', maxBytes: 50 })]),
      [file('a', 'x', 50), file('a', 'y', 51)],
      'y',
      'file-too-large',
    ],
    [
      'a place',
      asked([item({ _id: 'a', maxFiles: 2, fileCount: 1, state: 'arrived' })]),
      [file('a', 'x'), file('a', 'y')],
      'y',
      'item-full',
    ],
    ['a program', asked([item({ _id: 'a' })]), [file('a', 'x.txt'), file('a', 'y.exe')], 'y.exe', 'insecure-file-type'],
    [
      'a hidden program',
      asked([item({ _id: 'a' })]),
      [file('a', 'x'), file('a', 'y', 9, 'barred')],
      'y',
      'insecure-file-type',
    ],
    [
      'another type under its name',
      asked([item({ _id: 'a', types: ['pdf'] })]),
      [file('a', 'x.pdf'), file('a', 'y.pdf', 9, 'disguised')],
      'y.pdf',
      'disguised',
    ],
    [
      'what is accepted already',
      asked([item({ _id: 'a' }), item({ _id: 'b', state: 'accepted' })]),
      [file('a', 'x'), file('b', 'y')],
      'y',
      'item-accepted',
    ],
  ])('%s leaves one file out, and the others go', (_what, request, files, path, code) => {
    expect(judged(request, files)).toEqual({ fit: [files[0]?.source.path], left: [[path, code]], over: [] })
  })

  test('a program may be sent where its type is requested', () => {
    expect(judged(asked([item({ _id: 'a', types: ['html'] })]), [file('a', 'x.html')]).fit).toEqual(['x.html'])
  })

  test('free places are counted per item, and only for files that may be sent', () => {
    const request = asked([item({ _id: 'a', types: ['pdf'], maxFiles: 1 }), item({ _id: 'b', maxFiles: 1 })])
    const files = [file('a', 'x.doc'), file('a', 'y.pdf'), file('b', 'z'), file('a', 'w.pdf')]
    expect(judged(request, files)).toEqual({
      fit: ['y.pdf', 'z'],
      left: [
        ['x.doc', 'type-unwanted'],
        ['w.pdf', 'item-full'],
      ],
      over: [],
    })
  })

  test('all together may be too many bytes or too many files', () => {
    const request = asked([item({ _id: 'a' })], { maxFiles: 2 })
    expect(judged(request, [file('a', 'x', 600), file('a', 'y', 600)]).over).toEqual(['over-submission-limit'])
    expect(judged(request, [file('a', 'x'), file('a', 'y'), file('a', 'z')]).over).toEqual([
      'submission-too-many-files',
    ])
    expect(judged(request, []).over).toEqual([])
  })
})

test.each([
  [[], [], []],
  [['pdf', 'jpg'], [], ['pdf', 'jpg']],
  [[], ['pdf'], ['pdf']],
  [
    ['pdf', 'jpeg', 'dwg'],
    ['jpg', 'pdf'],
    ['pdf', 'jpeg'],
  ],
])('an item for %j in a request for %j accepts %j', (own, all, taken) => {
  const { limits } = asked([], { types: all })
  expect(typesTaken({ limits }, { types: own })).toEqual(taken)
})

test.each([
  [[], undefined, true],
  [['pdf'], '.pdf,application/pdf', false],
  [['jpg', 'dwg'], '.jpg,.jpeg,.jfif,.dwg,image/jpeg', true],
  [['png'], '.png,image/png', false],
])('a picker for %j', (types, accept, photos) => {
  expect(acceptOf(types)).toBe(accept)
  expect(takesPhotos(types)).toBe(photos)
})
