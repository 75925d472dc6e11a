import type { Submission } from '@waybill/contract/requests/submission-endpoints'
import { expect, it } from 'vitest'
import { sealedItems } from './sealed-items.ts'

const file = (id: string, fileName: string, more = {}) => ({
  _id: id,
  item: 's',
  fileName,
  originalName: fileName,
  bytes: 300,
  sha256: null,
  sealed: { bytes: 156, sha256: null },
  isSentBack: false,
  isWithdrawn: false,
  isDeleted: false,
  ...more,
})
const rao = { _id: 'rao', kind: 'invited', email: 'asha@rao.example', name: 'Asha', company: 'Rao/Forge' } as const
const other = { ...rao, _id: 'other', name: 'Vik', company: 'rao_forge' }
const nameless = { _id: 'x', kind: 'claimed', email: null, name: '', company: '' } as const
const submission = (supplier: Submission['supplier'], ...files: Submission['files']) =>
  ({ supplier, files }) as Submission

const pathsOf = (...args: Parameters<typeof sealedItems>) => sealedItems(...args).map(({ path }) => path)

it('each supplier has a folder, and files are in order of arrival', () => {
  const submissions = [
    submission(nameless, file('d', 'list.pdf.sealed')),
    submission(other, file('c', 'list.pdf.sealed')),
    submission(rao, file('a', 'list.pdf.sealed'), file('b', 'a\u202eb.pdf.sealed')),
  ]
  expect(pathsOf(submissions)).toEqual([
    'Rao_Forge/list.pdf',
    'Rao_Forge/ab.pdf',
    'rao_forge (2)/list.pdf',
    'supplier/list.pdf',
  ])
  expect(sealedItems(submissions)[0]).toMatchObject({ file: { _id: 'a', bytes: 300, claim: null }, plainBytes: 156 })
})

it('two files with one path get two names', () => {
  const twice = [submission(rao, file('b', 'a.pdf.sealed')), submission(rao, file('a', 'A.PDF.sealed'))]
  expect(pathsOf(twice)).toEqual(['Rao_Forge/A.PDF', 'Rao_Forge/a (2).pdf'])
})

it('missing, returned or unsealed files stay out', () => {
  const files = [
    file('a', 'a.sealed', { isDeleted: true }),
    file('b', 'b.sealed', { isWithdrawn: true }),
    file('c', 'c.sealed', { isSentBack: true }),
    file('d', 'd.pdf', { sealed: null }),
    file('e', 'e.sealed'),
  ]
  expect(pathsOf([submission(rao, ...files)], ({ isSentBack }) => !isSentBack)).toEqual(['Rao_Forge/e'])
  expect(pathsOf([submission(rao, ...files)])).toEqual(['Rao_Forge/c', 'Rao_Forge/e'])
})
