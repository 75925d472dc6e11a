import type { LedgerEntry } from '@waybill/contract/tracking/endpoints'
import { expect, test } from 'vitest'
import '../../app/packs/bring-all.ts'
import { detailOf, isRepeat, kindOf, knownOf } from './entry-words.ts'
import { trackingWords } from './words/tracking-words.ts'

const entry: LedgerEntry = {
  _id: 'e',
  place: 1,
  kind: 'edited',
  actorKind: 'human',
  reason: null,
  detail: null,
  at: '2026-11-20T12:00:00.000Z',
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
}

test.each([
  [{ detail: 'recipients +1' }, '1 recipient added', '添加了 1 位收件人'],
  [{ detail: 'recipients +3' }, '3 recipients added', '添加了 3 位收件人'],
  [{ detail: 'recipients -1' }, '1 recipient removed', '移除了 1 位收件人'],
  [{ detail: 'files +2' }, '2 files added', '添加了 2 个文件'],
  [{ detail: 'files -1' }, '1 file removed', '移除了 1 个文件'],
  [{ detail: 'files replaced 1' }, '1 file replaced', '替换了一个文件'],
  [{ detail: 'message password' }, 'Changed: the message, the password', '已修改：留言、密码'],
  [{ detail: 'something' }, 'Changed: something', '已修改：something'],
  [{ kind: 'extended', detail: '604800' }, 'New expiry: 1 Week', '新的有效期：1 周'],
  [{ kind: 'extended', detail: '3153600000' }, 'New expiry: Never expire', '新的有效期：永久有效'],
  [{ kind: 'bounced', detail: '550 5.1.1' }, 'The mail server answered 550 5.1.1', '邮件服务器的答复：550 5.1.1'],
  [{ kind: 'bounced' }, '', ''],
  [{ kind: 'delivered', bytes: 1_500_000, detail: 'again' }, '1.5 MB, again', '1.5 MB，再次下载'],
  [
    { kind: 'delivered', bytes: 1_500_000, detail: 'again 3' },
    '1.5 MB, again: 3 files as one zip',
    '1.5 MB，再次下载：3 个文件（ZIP）',
  ],
  [{ kind: 'proven', detail: 'code' }, 'With an emailed code', '通过邮件验证码'],
  [{ kind: 'proven', detail: 'account' }, 'By being logged in', '通过已登录的账户'],
  [{ kind: 'mailed', detail: 'reminder' }, 'Reminder', '提醒邮件'],
  [{ kind: 'delivered', bytes: 1_500_000 }, '1.5 MB', '1.5 MB'],
  [{ kind: 'delivered', bytes: 1_500_000, evidence: 'received' }, '1.5 MB', '1.5 MB'],
  [
    { kind: 'delivered', bytes: 1_500_000, evidence: 'handed-over', lateMs: 17_600 },
    '1.5 MB; handed to your proxy; saved 18 seconds later',
    '1.5 MB；已交给您的代理服务器；18 秒后才保存',
  ],
  [
    { kind: 'finished', doubtBytes: 3_000_000, evidence: 'sent-by-proxy' },
    'sent by your proxy; 3 MB in doubt',
    '您的代理服务器已发出；3 MB 存疑',
  ],
  [{ kind: 'finished', evidence: 'received' }, 'received by their device', '对方设备已收到'],
  [{ kind: 'finished', evidence: 'received', doubtBytes: 3_000_000 }, '3 MB in doubt', '3 MB 存疑'],
  [{ kind: 'finished' }, '', ''],
  [
    { kind: 'visited', actorKind: 'bot', reason: 'mail-scanner' },
    'A mail scanner checked the link.',
    '邮件扫描程序检查了链接。',
  ],
  [{ kind: 'visited', actorKind: 'bot', reason: 'newer' }, 'newer', 'newer'],
] as const)('%j', (fields, english, chinese) => {
  expect(detailOf({ ...entry, ...fields }, 'en')).toBe(english)
  expect(detailOf({ ...entry, ...fields }, 'zh')).toBe(chinese)
})

test.each([
  [{ kind: 'delivered', detail: 'again' }, true],
  [{ kind: 'delivered', detail: 'again 3' }, true],
  [{ kind: 'delivered', detail: null }, false],
  [{ kind: 'finished', detail: null }, false],
] as const)('%j is a complete repeated download: %s', (fields, expected) => {
  expect(isRepeat(fields)).toBe(expected)
})

test.each([
  ['received', 'Delivered'],
  ['handed-over', 'Handed over'],
  ['sent-by-proxy', 'Handed over'],
  [null, 'Delivered'],
] as const)('a file finished by the evidence %s is %s', (evidence, word) => {
  expect(kindOf({ kind: 'finished', evidence }, trackingWords.en)).toBe(word)
  expect(kindOf({ kind: 'delivered', evidence }, trackingWords.en)).toBe('On its way')
})

test.each([
  [
    { kind: 'finished', evidence: 'handed-over' },
    { state: 'finished', evidence: 'handed-over', doubt: null },
  ],
  [
    { kind: 'finished', evidence: 'received', doubtBytes: 5 },
    { state: 'finished', evidence: 'received', doubt: { bytes: 5, isEnd: false } },
  ],
  [{ kind: 'finished' }, null],
  [{ kind: 'delivered', evidence: 'received', bytes: 5 }, null],
] as const)('the evidence of %j', (fields, known) => {
  expect(knownOf({ ...entry, ...fields })).toEqual(known)
})
