import { plans } from '@waybill/contract/billing/plans'
import { describe, expect, it } from 'vitest'
import {
  changeDraft,
  type Draft,
  type DraftChange,
  type DraftFile,
  emptyTransferDraft,
  judge,
  type Sender,
  totalBytes,
  visitor,
} from './draft.ts'

let count = 0

function file(path: string, bytes = 10, startsAsBarred = false): DraftFile {
  const source = { path, bytes, modifiedAt: 0, slice: () => new Blob() }
  count += 1
  return { id: String(count), path, bytes, source, startsAsBarred }
}

const after = (changes: DraftChange[], from: Draft = emptyTransferDraft(visitor('ada@lovelace.hk'))) =>
  changes.reduce(changeDraft, from)
const pathsOf = (draft: Draft) => draft.files.map(({ path }) => path)
const codesOf = (draft: Draft) => judge(draft).map(({ code }) => code)

it('begins with the options that the account has saved, and again after sending; a visitor has none', () => {
  const ada: Sender = {
    role: 'pro',
    email: 'ada@lovelace.hk',
    expirySeconds: 604_800,
    sendAs: 'email',
    remindRecipients: false,
    onlyProven: true,
    downloadLimit: 3,
  }
  const usual = { password: '', downloadLimit: 3, onlyProven: true, alerts: null, sendLater: null }
  const become: DraftChange = { kind: 'become', sender: ada }
  const choose: DraftChange = { kind: 'choose-options', options: { password: 'secret words', downloadLimit: 1 } }
  const typed: DraftChange = { kind: 'write', field: 'title', text: 'Offer' }
  expect(after([become]).options).toEqual(usual)
  expect(after([typed, become]).options).toEqual(usual)
  expect(after([become, choose]).options).toEqual({ ...usual, password: 'secret words', downloadLimit: 1 })
  expect(after([become, choose, { kind: 'start-over' }]).options).toEqual(usual)
  const left = after([become, choose, typed, { kind: 'become', sender: visitor('ada@lovelace.hk') }])
  expect(left.options).toEqual({ ...usual, downloadLimit: null, onlyProven: false })
})

describe('files', () => {
  it('are known by path: the second file of one name is left out, the same name in another folder is not', () => {
    const draft = after([
      { kind: 'add-files', files: [file('a.pdf'), file('x/a.pdf')] },
      { kind: 'add-files', files: [file('a.pdf', 99), file('y/a.pdf'), file('b.pdf')] },
    ])
    expect(pathsOf(draft)).toEqual(['a.pdf', 'x/a.pdf', 'y/a.pdf', 'b.pdf'])
    expect(draft.leftOut).toEqual([{ path: 'a.pdf', why: 'same-name' }])
    expect(totalBytes(draft.files)).toBe(40)
  })

  it('of one name in two normal forms are one', () => {
    const draft = after([{ kind: 'add-files', files: [file('re\u0301sume\u0301.pdf'), file('r\u00e9sum\u00e9.pdf')] }])
    expect(draft.leftOut).toHaveLength(1)
  })

  it.each([
    ['page.HTML', 'insecure-file-type'],
    ['folder/setup.exe', 'insecure-file-type'],
    ['Movie.2019.1080p.WEB-DL.mkv', 'piracy-marker'],
  ])('without an account %s is left out as %s', (path, why) => {
    const draft = after([{ kind: 'add-files', files: [file(path), file('fine.pdf')] }])
    expect(pathsOf(draft)).toEqual(['fine.pdf'])
    expect(draft.leftOut).toEqual([{ path, why }])
  })

  it('with a harmless name are left out by their first bytes', () => {
    const draft = after([{ kind: 'add-files', files: [file('notes.txt', 10, true)] }])
    expect(draft.leftOut).toEqual([{ path: 'notes.txt', why: 'insecure-file-type' }])
  })

  it('go when they are removed, and a new addition clears the list of left-out files', () => {
    const kept = file('kept.pdf')
    const gone = file('gone.pdf')
    const draft = after([
      { kind: 'add-files', files: [kept, gone, file('x.exe')] },
      { kind: 'remove-files', ids: new Set([gone.id]) },
      { kind: 'add-files', files: [file('gone.pdf')] },
    ])
    expect(pathsOf(draft)).toEqual(['kept.pdf', 'gone.pdf'])
    expect(draft.leftOut).toEqual([])
  })
})

describe('recipients', () => {
  it('come one by one or as a list, lower-cased, once each', () => {
    const draft = after([
      { kind: 'add-recipients', text: 'Asha@Rao-Forge.in' },
      { kind: 'add-recipients', text: 'chen@szmold.cn; asha@rao-forge.IN, bo@x.org' },
    ])
    expect(draft.emailTo).toEqual(['asha@rao-forge.in', 'chen@szmold.cn', 'bo@x.org'])
    expect(draft.recipientText).toBe('')
    expect(draft.badRecipients).toEqual([])
  })

  it('that are no addresses stay where they were typed', () => {
    const draft = after([{ kind: 'add-recipients', text: 'good@x.org, not-an-address' }])
    expect(draft.emailTo).toEqual(['good@x.org'])
    expect(draft.recipientText).toBe('not-an-address')
    expect(draft.badRecipients).toEqual(['not-an-address'])
  })

  it('can be undone', () => {
    const draft = after([
      { kind: 'add-recipients', text: 'a@x.org, b@x.org' },
      { kind: 'remove-recipient', address: 'a@x.org' },
    ])
    expect(draft.emailTo).toEqual(['b@x.org'])
  })
})

describe('judge', () => {
  const ready: DraftChange[] = [
    { kind: 'add-files', files: [file('a.pdf')] },
    { kind: 'add-recipients', text: 'asha@rao-forge.in' },
  ]

  it('lets a complete draft go', () => {
    expect(judge(after(ready))).toEqual([])
  })

  it('counts an address that is still being typed as a recipient', () => {
    const typed: DraftChange = { kind: 'write', field: 'recipientText', text: 'asha@rao-forge.in' }
    expect(judge(after([ready[0] as DraftChange, typed]))).toEqual([])
    const half: DraftChange = { kind: 'write', field: 'recipientText', text: 'asha@' }
    expect(codesOf(after([...ready, half]))).toEqual(['invalid-recipient'])
  })

  it('names what an empty one lacks', () => {
    expect(judge(emptyTransferDraft(visitor(''))).map(({ facts }) => facts.field)).toEqual([
      'files',
      'emailTo',
      'senderEmail',
    ])
  })

  it.each<[string, DraftChange, string]>([
    ['a link', { kind: 'choose-way', sendAs: 'link' }, 'links-reserved'],
    ['an extended expiry', { kind: 'choose-expiry', seconds: 31_536_000 }, 'expiry-reserved'],
    ['a message with a link', { kind: 'write', field: 'message', text: 'see https://x.org/a' }, 'message-holds-link'],
    ['a message too long', { kind: 'write', field: 'message', text: 'x'.repeat(281) }, 'invalid-input'],
    [
      'too many people',
      { kind: 'add-recipients', text: 'b@x.cc c@x.cc d@x.cc e@x.cc f@x.cc g@x.cc' },
      'too-many-recipients',
    ],
    ['too many bytes', { kind: 'add-files', files: [file('big', plans.anon.uploadLimitBytes)] }, 'over-transfer-limit'],
  ])('refuses %s', (_what, change, code) => {
    expect(codesOf(after([...ready, change]))).toEqual([code])
  })

  it('begins again with the sender alone', () => {
    const draft = after([...ready, { kind: 'start-over' }])
    expect(draft).toEqual(emptyTransferDraft(visitor('ada@lovelace.hk')))
  })

  it('begins again with files added while the last one was being sent', () => {
    const sent = after([...ready, { kind: 'write', field: 'message', text: 'By Friday.' }])
    const [late, stored] = [file('late.pdf'), { id: 'stored', path: 'old.pdf', bytes: 7 }]
    const meanwhile: DraftChange[] = [
      { kind: 'add-files', files: [late] },
      { kind: 'forward-files', files: [stored] },
      { kind: 'add-recipients', text: 'li@na.cn' },
    ]
    expect(after([...meanwhile, { kind: 'start-over', sent }], sent)).toEqual({
      ...emptyTransferDraft(visitor('ada@lovelace.hk')),
      files: [late],
      forwarded: [stored],
      emailTo: ['li@na.cn'],
    })
  })
})

describe('signing in or out', () => {
  const chen: Sender = {
    role: 'pro',
    email: 'chen@szmold.cn',
    expirySeconds: 31_536_000,
    sendAs: 'link',
    remindRecipients: true,
  }
  const ada = visitor('ada@lovelace.hk')
  const stored = { id: 'stored', path: 'old.pdf', bytes: 7 }

  it('fills an empty form with the account’s defaults', () => {
    expect(after([{ kind: 'become', sender: chen }])).toEqual(emptyTransferDraft(chen))
  })

  it('keeps the draft, under the account’s own address', () => {
    const draft = after([
      { kind: 'add-files', files: [file('a.pdf')] },
      { kind: 'add-recipients', text: 'asha@rao-forge.in' },
      { kind: 'become', sender: chen },
    ])
    expect(pathsOf(draft)).toEqual(['a.pdf'])
    expect(draft).toMatchObject({ role: 'pro', senderEmail: 'chen@szmold.cn', sendAs: 'email', expirySeconds: 604_800 })
    // A visitor without an account cannot choose these, so they become the account's defaults.
    expect(draft.remindRecipients).toBe(true)
    expect(judge(draft)).toEqual([])
  })

  it('begins the next form by email, with the account’s default expiry', () => {
    const draft = after([{ kind: 'become', sender: chen }, { kind: 'start-over' }])
    expect(draft).toEqual({ ...emptyTransferDraft(chen), sendAs: 'email' })
  })

  it('drops what a visitor may not do', () => {
    const draft = after([
      { kind: 'become', sender: chen },
      { kind: 'add-files', files: [file('setup.exe')] },
      { kind: 'forward-files', files: [stored] },
      { kind: 'become', sender: ada },
    ])
    expect(draft).toMatchObject({ role: 'anon', forwarded: [], sendAs: 'email', expirySeconds: 604_800 })
    expect(codesOf(draft)).toContain('insecure-file-type')
  })

  it('may forward stored files, once each, without adding any', () => {
    const draft = after([
      { kind: 'become', sender: chen },
      { kind: 'forward-files', files: [stored] },
      { kind: 'forward-files', files: [stored] },
    ])
    expect(draft.forwarded).toEqual([stored])
    expect(judge(draft)).toEqual([])
    expect(after([{ kind: 'remove-files', ids: new Set(['stored']) }], draft).forwarded).toEqual([])
  })
})
