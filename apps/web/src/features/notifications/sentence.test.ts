import { expect, test } from 'vitest'
import { sentenceOf, wayOf } from './sentence.ts'

const told = {
  title: null,
  receiverEmail: 'asha@rao-forge.example',
  supplier: null,
  fileName: 'a.pdf',
  fileCount: 2,
  filesThere: null,
  isSealed: false,
  evidence: null,
  doubtBytes: 0,
}

test.each([
  [{ kind: 'finished' }, 'asha@rao-forge.example downloaded a.pdf and 1 more file'],
  [{ kind: 'finished', evidence: 'received' }, 'asha@rao-forge.example downloaded a.pdf and 1 more file'],
  [
    { kind: 'finished', evidence: 'handed-over', fileCount: 1 },
    'asha@rao-forge.example downloaded a.pdf, handed to your proxy',
  ],
  [
    { kind: 'finished', evidence: 'received', fileCount: 1, doubtBytes: 3_000_000 },
    'asha@rao-forge.example downloaded a.pdf, 3 MB in doubt',
  ],
  [{ kind: 'answered', supplier: 'Rao Forge' }, 'Rao Forge sent a.pdf and 1 more file'],
  [{ kind: 'answered', supplier: null }, 'asha@rao-forge.example sent a.pdf and 1 more file'],
  [{ kind: 'answered', supplier: 'Rao Forge', isSealed: true }, 'Rao Forge sent a.pdf and 1 more file, sealed'],
  [{ kind: 'answered', supplier: 'Rao Forge', fileName: null, fileCount: 0 }, 'Rao Forge sent answers'],
  [{ kind: 'answered', receiverEmail: null, fileCount: 1 }, 'Someone with the link sent a.pdf'],
  [{ kind: 'shared', supplier: 'Ada', receiverEmail: null }, 'Ada shared a.pdf and 1 more file with you'],
  [
    { kind: 'shared', title: 'Papers', supplier: 'Ada', receiverEmail: null, fileName: null },
    'Ada shared a request with you',
  ],
  [{ kind: 'assigned', title: 'Papers', receiverEmail: null, fileName: null }, 'A request was assigned to you'],
  [{ kind: 'broke_off', fileName: null, filesThere: 1 }, 'The upload broke off: 1 of 2 files are there'],
  [{ kind: 'arrived', fileName: null, filesThere: 2 }, 'The upload is complete: all files are there'],
  [{ kind: 'arrived', fileName: null, filesThere: 1 }, 'The upload is complete: 1 of 2 files are there'],
  [{ kind: 'dropped', fileName: null, filesThere: 0 }, 'The upload has ended: no file is there'],
  [{ kind: 'completed', receiverEmail: null, fileName: null }, 'Everything you asked for is here'],
] as const)('%j: %s', (more, sentence) => {
  expect(sentenceOf({ ...told, ...more }, 'en')).toBe(sentence)
})

test('leads to the transfer, or to the request', () => {
  expect(wayOf({ slug: 'AbCdEfG', title: null })).toBe('/dash/transfers/AbCdEfG')
  expect(wayOf({ slug: 'AbCdEfG', title: '' })).toBe('/dash/requests/AbCdEfG')
})
