import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { plans, type Role, roles } from '../billing/plans.ts'
import { expiryOptions } from './expiry.ts'
import { type Draft, type DraftFile, judgeDraft } from './manifest.ts'

const fine: Draft = {
  role: 'anon',
  sendAs: 'email',
  emailTo: ['asha@rao-forge.in', 'chen.wei@szmold.cn'],
  senderEmail: 'ada@lovelace.hk',
  message: 'Final housing, please quote by Friday.',
  expirySeconds: 604800,
  files: [{ path: 'gearbox-housing-r7.dwg', bytes: 212_400_000 }],
}

const draft = (changes: Partial<Draft>) => judgeDraft({ ...fine, ...changes })
const codes = (changes: Partial<Draft>) => draft(changes).map(({ code }) => code)
const files = (count: number, bytes = 1): DraftFile[] =>
  Array.from({ length: count }, (_, index) => ({ path: `${index}.txt`, bytes }))
const people = (count: number) => Array.from({ length: count }, (_, index) => `p${index}@acme.com`)

test.each(roles)('a valid draft of %s may be sent', (role) => expect(draft({ role })).toEqual([]))

describe.each(roles)('the limits of %s', (role) => {
  const { uploadLimitBytes, recipientLimit, fileLimit } = plans[role]

  test('total size', () => {
    const half = uploadLimitBytes / 2
    const twice = (extraBytes: number) => draft({ role, files: [...files(2, half), { path: 'x', bytes: extraBytes }] })
    expect(twice(0)).toEqual([])
    expect(draft({ role, files: files(1, uploadLimitBytes - 1) })).toEqual([])
    expect(twice(1)).toEqual([
      { code: 'over-transfer-limit', facts: { role, limitBytes: uploadLimitBytes, excessBytes: 1 } },
    ])
  })

  test('recipients', () => {
    expect(draft({ role, emailTo: people(recipientLimit) })).toEqual([])
    const tooMany = [{ code: 'too-many-recipients', facts: { limit: recipientLimit } }]
    expect(draft({ role, emailTo: people(recipientLimit + 1) })).toEqual(tooMany)
    const repeated = [...people(recipientLimit), ' P0@ACME.com']
    expect(draft({ role, emailTo: repeated })).toEqual([])
  })

  test('files', () => {
    expect(draft({ role, files: files(fileLimit) })).toEqual([])
    expect(draft({ role, files: files(fileLimit + 1) })).toEqual([
      { code: 'too-many-files', facts: { limit: fileLimit } },
    ])
  })

  test('expiry', () => {
    const allowed = expiryOptions.filter(({ seconds }) => codes({ role, expirySeconds: seconds }).length === 0)
    expect(allowed.map(({ key }) => key)).toEqual(
      ['undefined', 'anon', 'free'].includes(role) ? ['week'] : ['week', 'month', 'quarter', 'year', 'never'],
    )
  })
})

describe('what only some roles may do', () => {
  test.each<[string, Partial<Draft>, Role[]]>([
    ['links', { sendAs: 'link' }, ['undefined', 'anon']],
    ['barred types', { files: [{ path: 'a.html', bytes: 1 }] }, ['undefined', 'anon']],
    ['piracy markers', { files: [{ path: 'Movie.1080p.mkv', bytes: 1 }] }, ['undefined', 'anon']],
    ['a year', { expirySeconds: 31536000 }, ['undefined', 'anon', 'free']],
    ['links in the message', { message: 'http://acme.com/x' }, ['undefined', 'anon', 'free']],
    ['links in names', { files: [{ path: 'www.acme.com.pdf', bytes: 1 }] }, ['undefined', 'anon', 'free']],
  ])('%s', (_, changes, refused) => {
    expect(roles.filter((role) => codes({ role, ...changes }).length > 0)).toEqual(refused)
  })
})

describe('findings', () => {
  test.each<[string, Partial<Draft>, ReturnType<typeof judgeDraft>]>([
    ['a link', { sendAs: 'link' }, [{ code: 'links-reserved', facts: {} }]],
    ['a long expiry', { expirySeconds: 3153600000 }, [{ code: 'expiry-reserved', facts: { role: 'anon' } }]],
    [
      'names',
      {
        files: [
          { path: 'x/a.HTML.', bytes: 1 },
          { path: 'ok.pdf', bytes: 1 },
          { path: 'S01E02.mkv', bytes: 1 },
        ],
      },
      [
        { code: 'insecure-file-type', facts: { path: 'x/a.HTML.' } },
        { code: 'piracy-marker', facts: { path: 'S01E02.mkv' } },
      ],
    ],
    ['a link in the message', { message: 'acme[.]com/x' }, [{ code: 'message-holds-link', facts: {} }]],
    [
      'a link in a name',
      { files: [{ path: 'x/see www.acme.org', bytes: 1 }] },
      [{ code: 'message-holds-link', facts: { path: 'x/see www.acme.org' } }],
    ],
    [
      'addresses',
      { emailTo: ['a@acme.com', 'nobody', 'x@'] },
      [
        { code: 'invalid-recipient', facts: { address: 'nobody' } },
        { code: 'invalid-recipient', facts: { address: 'x@' } },
      ],
    ],
    ['no files', { files: [] }, [{ code: 'invalid-input', facts: { field: 'files' } }]],
    ['no recipients', { emailTo: [] }, [{ code: 'invalid-input', facts: { field: 'emailTo' } }]],
    ['no sender', { senderEmail: '' }, [{ code: 'invalid-input', facts: { field: 'senderEmail' } }]],
    ['281 emoji', { message: '😀'.repeat(281) }, [{ code: 'invalid-input', facts: { field: 'message' } }]],
    ['NUL', { message: 'a\0' }, [{ code: 'invalid-input', facts: { field: 'message' } }]],
    ['three days', { expirySeconds: 259200 }, [{ code: 'invalid-input', facts: { field: 'expirySeconds' } }]],
  ])('%s', (_, changes, findings) => expect(draft(changes)).toEqual(findings))

  test.each([-1, Number.NaN, 0.5, 2 ** 53, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])(
    'a size of %s',
    (bytes) => {
      const sizes = [{ path: 'a', bytes }, ...files(1)]
      expect(draft({ files: sizes })).toEqual([{ code: 'invalid-input', facts: { field: 'files' } }])
    },
  )

  test('come worst first', () => {
    expect(
      codes({
        files: [...files(50, 1e9), { path: 'a.exe', bytes: -1 }],
        emailTo: [...people(6), 'nobody'],
        expirySeconds: 31536000,
        message: 'http://x.com',
        senderEmail: 'x',
      }),
    ).toEqual([
      'over-transfer-limit',
      'too-many-recipients',
      'too-many-files',
      'expiry-reserved',
      'message-holds-link',
      'invalid-recipient',
      'invalid-input',
      'invalid-input',
    ])
  })
})

test.each<[string, Partial<Draft>]>([
  ['empty files', { files: files(3, 0) }],
  ['280 emoji', { message: '😀'.repeat(280) }],
  ['no message', { message: '' }],
  ['a bare domain in the message', { message: 'we are acme.com' }],
  ['a folder named like a domain', { files: [{ path: 'acme.com/drawing.v2.pdf', bytes: 1 }] }],
  ['a link without addresses', { role: 'free', sendAs: 'link', emailTo: [], senderEmail: '' }],
])('%s may be sent', (_, changes) => expect(draft(changes)).toEqual([]))

test('every draft gets a verdict, and a bigger one never a better verdict', () => {
  const anyDraft = fc.record({
    role: fc.constantFrom(...roles),
    sendAs: fc.constantFrom('email' as const, 'link' as const),
    emailTo: fc.array(fc.oneof(fc.constant('a@acme.com'), fc.string()), { maxLength: 8 }),
    senderEmail: fc.oneof(fc.constant('a@acme.com'), fc.string()),
    message: fc.string({ unit: 'binary' }),
    expirySeconds: fc.oneof(fc.constantFrom(...expiryOptions.map(({ seconds }) => seconds as number)), fc.double()),
    files: fc.array(fc.record({ path: fc.string({ unit: 'binary' }), bytes: fc.oneof(fc.double(), fc.nat()) })),
  })
  fc.assert(
    fc.property(anyDraft, (some) => {
      const before = judgeDraft(some).map(({ code }) => code)
      const more = judgeDraft({ ...some, files: [...some.files, { path: 'x.txt', bytes: 1e12 }] }).map(
        ({ code }) => code,
      )
      expect(more).toContain('over-transfer-limit')
      for (const code of before) if (code !== 'invalid-input') expect(more).toContain(code)
    }),
  )
})
