import { type LedgerEntry, ledgerKinds } from '@waybill/contract/tracking/endpoints'
import { describe, expect, test } from 'vitest'
import { bySender, byServer, foldVisits, keepKeys } from './fold-visits.ts'
import { looksOf, visitFacts } from './visit-facts.ts'
import { clausesOf } from './visit-words.ts'

const start = Date.parse('2026-11-27T10:00:00.000Z')
const asha = { _id: 'asha', email: 'asha@example.com', label: 'asha@example.com' }
const chen = { _id: 'chen', email: 'chen@example.com', label: 'chen@example.com' }
const laptop = { recipient: asha, device: 'Chrome on Windows', city: 'Bengaluru', country: 'IN' }
const fileOf = (id: string) => ({ _id: id, fileName: `${id}.dwg`, path: `plans/${id}.dwg` })
const filesOf = (...ids: string[]) => ({
  files: ids.map((_id) => ({ _id, path: `plans/${_id}.dwg`, bytes: 10 })),
  filesTotal: ids.length,
})

interface Given extends Partial<Omit<LedgerEntry, 'kind'>> {
  kind: string
  /** Minutes after the start. */
  min: number
}

/** The oldest first, as they happen; the ledger has the newest first. */
function ledgerOf(...given: Given[]): LedgerEntry[] {
  const entries = given.map(({ min, kind, ...fields }, i) => ({
    _id: `e${i + 1}`,
    place: i + 1,
    kind: kind as LedgerEntry['kind'],
    actorKind: 'human' as const,
    reason: null,
    detail: null,
    at: new Date(start + min * 60_000).toISOString(),
    recipient: null,
    file: null,
    files: null,
    filesTotal: null,
    bytes: null,
    evidence: null,
    doubtBytes: null,
    lateMs: null,
    country: null,
    city: null,
    timeZone: null,
    device: null,
    hash: '',
    ...fields,
  }))
  return entries.toReversed()
}

/** 'visit 3, entry sent': the lines from the newest, with how many entries each has. */
const shapeOf = (entries: readonly LedgerEntry[], hasMore = false) =>
  foldVisits(entries, { hasMore })
    .map(({ fold, entries: inside, isCut }) =>
      fold === 'entry' ? inside[0].kind : `${fold} ${inside.length}${isCut ? ' cut' : ''}`,
    )
    .join(', ')

/** What the newest line says of a transfer with these files. */
function saysOf(entries: readonly LedgerEntry[], ids: readonly string[]): [string, string] {
  const [line] = foldVisits(entries, { hasMore: false })
  const facts = visitFacts(line?.entries ?? [], new Set(ids))
  if (facts === null) throw new Error('There is no line')
  return [clausesOf(facts, 'en'), clausesOf(facts, 'zh')]
}

const zipOfFour = ledgerOf(
  { kind: 'sent', min: -60 },
  { kind: 'opened', min: 0, ...laptop },
  { kind: 'begun', min: 1, ...laptop, ...filesOf('a', 'b', 'c', 'd') },
  { kind: 'delivered', min: 2, ...laptop, bytes: 40, evidence: 'received' },
  { kind: 'finished', min: 2, ...laptop, ...filesOf('a', 'b', 'c', 'd'), evidence: 'received' },
)

describe('the ledger folds', () => {
  test.each<[string, LedgerEntry[], string]>([
    ['a zip of four files to one line', zipOfFour, 'visit 4, sent'],
    [
      'single files to one line',
      ledgerOf(
        { kind: 'opened', min: 0, ...laptop },
        ...['a', 'b', 'c', 'd'].flatMap((id, i) => [
          { kind: 'begun', min: i, ...laptop, file: fileOf(id) },
          { kind: 'delivered', min: i, ...laptop, file: fileOf(id), bytes: 10 },
          { kind: 'finished', min: i, ...laptop, file: fileOf(id) },
        ]),
      ),
      'visit 13',
    ],
    [
      'two devices to two visits, although they take turns',
      ledgerOf(
        { kind: 'opened', min: 0, ...laptop },
        { kind: 'opened', min: 1, ...laptop, device: 'Safari on iOS' },
        { kind: 'begun', min: 2, ...laptop },
        { kind: 'begun', min: 3, ...laptop, device: 'Safari on iOS' },
      ),
      'visit 2, visit 2',
    ],
    [
      'two people and two places to visits of their own',
      ledgerOf(
        { kind: 'opened', min: 0, ...laptop },
        { kind: 'opened', min: 0, ...laptop, recipient: chen },
        { kind: 'opened', min: 0, ...laptop, city: 'Shanghai' },
        { kind: 'begun', min: 1, ...laptop },
        { kind: 'begun', min: 1, ...laptop, recipient: chen },
        { kind: 'begun', min: 1, ...laptop, city: 'Shanghai' },
      ),
      'visit 2, visit 2, visit 2',
    ],
    [
      'what comes after a long pause to another visit',
      ledgerOf(
        { kind: 'opened', min: 0, ...laptop },
        { kind: 'begun', min: 30, ...laptop },
        { kind: 'opened', min: 61, ...laptop },
        { kind: 'begun', min: 62, ...laptop },
      ),
      'visit 2, visit 2',
    ],
    [
      'the owner’s own visit apart from a recipient’s',
      ledgerOf(
        { kind: 'opened', min: 0, ...laptop },
        { kind: 'opened', min: 0, ...laptop, actorKind: 'owner' },
        { kind: 'begun', min: 1, ...laptop },
        { kind: 'begun', min: 1, ...laptop, actorKind: 'owner' },
      ),
      'visit 2, visit 2',
    ],
    [
      'kinds that it does not know with the visit of their recipient',
      ledgerOf({ kind: 'opened', min: 0, ...laptop }, { kind: 'whistled', min: 1, ...laptop }),
      'visit 2',
    ],
    ['unknown kinds without a recipient not at all', ledgerOf({ kind: 'whistled', min: 0 }), 'whistled'],
    [
      'bots of all kinds to one line, a single look too',
      ledgerOf(
        { kind: 'visited', min: 0, actorKind: 'bot', recipient: asha },
        { kind: 'opened', min: 1, ...laptop },
        { kind: 'visited', min: 2, actorKind: 'bot', recipient: chen },
        { kind: 'visited', min: 90, actorKind: 'bot', recipient: chen },
      ),
      'machines 1, machines 2, opened',
    ],
    [
      'changes by the sender, but not by the admin of the team',
      ledgerOf(
        { kind: 'edited', min: 0, detail: 'message' },
        { kind: 'paused', min: 1 },
        { kind: 'edited', min: 2, reason: 'admin' },
        { kind: 'resumed', min: 3 },
        { kind: 'edited', min: 20 },
      ),
      'edited, changes 3, edited',
    ],
    [
      'many mails, and names few',
      ledgerOf(
        ...['a', 'b', 'c'].map((id) => ({ kind: 'mailed', min: 0, recipient: { ...asha, _id: id } })),
        { kind: 'mailed', min: 1, recipient: asha, detail: 'reminder' },
        { kind: 'mailed', min: 1, recipient: chen, detail: 'reminder' },
      ),
      'mailed, mailed, mails 3',
    ],
    [
      'nothing that needs a hand',
      ledgerOf(
        { kind: 'opened', min: 0, ...laptop },
        { kind: 'stalled', min: 1, recipient: asha },
        { kind: 'bounced', min: 2, recipient: asha },
        { kind: 'extension_requested', min: 3, ...laptop },
        { kind: 'access_requested', min: 4, ...laptop },
        { kind: 'resent', min: 5, ...laptop },
        { kind: 'deleted', min: 6 },
      ),
      'deleted, resent, access_requested, extension_requested, bounced, stalled, opened',
    ],
    ['nothing of an empty ledger', [], ''],
  ])('%s', (_, entries, shape) => {
    expect(shapeOf(entries)).toBe(shape)
  })

  test('the same lines while older pages load, and says which may go on', () => {
    const lines = (take: number) => foldVisits(zipOfFour.slice(0, take), { hasMore: take < zipOfFour.length })
    expect(lines(3).map(({ key, isCut }) => [key, isCut])).toEqual([['e5', true]])
    expect(lines(5).map(({ key, isCut }) => [key, isCut])).toEqual([
      ['e5', false],
      ['e1', false],
    ])
    const later = ledgerOf({ kind: 'sent', min: 0 }, ...[90, 91].map((min) => ({ kind: 'opened', min, ...laptop })))
    expect(shapeOf(later, true)).toBe('visit 2, sent')
  })

  test('every entry into exactly one line', () => {
    const folded = foldVisits(zipOfFour, { hasMore: false }).flatMap(({ entries }) => [...entries])
    expect(folded.map(({ _id }) => _id)).toEqual(zipOfFour.map(({ _id }) => _id))
  })
})

const got = (id: string, more: Partial<Given> = {}): Given => ({
  kind: 'finished',
  min: 1,
  ...laptop,
  file: fileOf(id),
  evidence: 'received',
  ...more,
})
const opened: Given = { kind: 'opened', min: 0, ...laptop }

test.each<[LedgerEntry[], string[], string, string]>([
  [zipOfFour, ['a', 'b', 'c', 'd'], 'downloaded all 4 files', '下载了全部 4 个文件'],
  [zipOfFour, ['a', 'b', 'c', 'd', 'e'], 'downloaded 4 files', '下载了 4 个文件'],
  [ledgerOf(opened, got('a')), ['a'], 'downloaded a.dwg', '下载了 a.dwg'],
  [ledgerOf(opened, got('a'), got('a')), ['a', 'b'], 'downloaded a.dwg', '下载了 a.dwg'],
  [
    ledgerOf(opened, got('a'), got('b', { evidence: 'handed-over' })),
    ['a', 'b'],
    'requested both files',
    '请求下载全部 2 个文件',
  ],
  [
    ledgerOf(opened, got('a'), { ...got('b'), kind: 'delivered', bytes: 1_500_000 }),
    ['a', 'b'],
    'downloaded a.dwg, downloaded 1.5 MB of b.dwg',
    '下载了 a.dwg，下载了 b.dwg 中的 1.5 MB',
  ],
  [
    ledgerOf(opened, { kind: 'delivered', min: 1, ...laptop, bytes: 1_500_000, evidence: 'sent-by-proxy' }),
    ['a', 'b'],
    'requested 1.5 MB',
    '请求下载 1.5 MB',
  ],
  [
    ledgerOf(opened, { kind: 'delivered', min: 1, ...laptop, bytes: 40, detail: 'again 4' }),
    ['a', 'b', 'c', 'd'],
    'downloaded 4 files again',
    '再次下载了 4 个文件',
  ],
  [ledgerOf(opened, { ...opened, kind: 'begun' }), ['a'], 'started a download', '开始了下载'],
  [ledgerOf(opened, { ...opened, kind: 'proven' }), ['a'], 'verified the address', '验证了邮箱'],
  [ledgerOf({ ...opened, kind: 'forwarded' }, opened), ['a'], 'opened the page', '打开了页面'],
  [
    ledgerOf(opened, { ...opened, kind: 'previewed' }, { ...opened, kind: 'previewed' }),
    ['a'],
    'saw 2 previews',
    '查看了 2 次预览',
  ],
  [
    ledgerOf(opened, { ...opened, kind: 'whistled' }),
    ['a'],
    'opened the page, 1 other event',
    '打开了页面，另有 1 个事件',
  ],
])('a visit says %#: $2', (entries, ids, english, chinese) => {
  expect(saysOf(entries, ids)).toEqual([english, chinese])
})

test('a visit of thousands of files counts those that its entry does not name', () => {
  const entries = ledgerOf(opened, { ...got('a'), file: null, ...filesOf('a', 'b'), filesTotal: 5_000 })
  const ids = Array.from({ length: 5_000 }, (_, i) => String(i))
  expect(saysOf(entries, ids)).toEqual(['downloaded all 5,000 files', '下载了全部 5,000 个文件'])
})

test('a visit adds its doubts up and stands on its weakest evidence', () => {
  const entries = ledgerOf(got('a', { doubtBytes: 5 }), got('b', { doubtBytes: 7, evidence: 'sent-by-proxy' }))
  expect(visitFacts(entries, new Set())).toMatchObject({ doubtBytes: 12, finished: { evidence: 'sent-by-proxy' } })
})

test('looks of bots count as their entries say', () => {
  const bot = { kind: 'visited', min: 0, actorKind: 'bot' } as const
  expect(looksOf(ledgerOf(bot, { ...bot, detail: 'times 5' }, { ...bot, detail: 'more 3' }))).toBe(9)
})

test('the kinds of senders and of the server are those of the contract', () => {
  const of = (who: string) =>
    Object.entries(ledgerKinds)
      .filter(([, by]) => by === who)
      .map(([kind]) => kind)
  expect([bySender.toSorted(), byServer.toSorted()]).toEqual([of('sender').sort(), of('server').sort()])
})

test('a visit that goes on keeps its key, also when older entries load, and no two lines share one', () => {
  const known = new Map<string, string>()
  const visit = (min: number, kind = 'finished') => ({ min, kind, ...laptop })
  const keysOf = (entries: readonly LedgerEntry[]) =>
    keepKeys(foldVisits(entries, { hasMore: false }), known).map(({ key }) => key)
  const whole = ledgerOf({ min: 0, kind: 'sent' }, visit(40, 'opened'), visit(45), visit(50), visit(120), visit(121))
  const [now] = keysOf(whole.slice(2, 4))
  expect(keysOf(whole.slice(2))[0]).toBe(now)
  const grown = keysOf(whole)
  expect(grown[1]).toBe(now)
  expect(new Set(grown).size).toBe(grown.length)
})
