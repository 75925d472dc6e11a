import { expect, test } from 'vitest'
import { readConfig } from '../platform/config/config.ts'
import type { Dns, Records } from '../platform/dns/dns.ts'
import { judgeDmarc, judgeSpf } from './judge-policies.ts'
import { holdsKey } from './key-names.ts'
import { parseMailDomain } from './mail-domain-name.ts'
import { type Change, changeAfter, verdictOf } from './mail-domain-state.ts'

const one = (kind: 'right' | 'wrong' | 'unknown') => ({ kind, because: null, found: [] })
const found = (first: 'right' | 'wrong' | 'unknown', second: typeof first, key: typeof first) =>
  ({ pointing: [one(first), one(second)], key: one(key) }) as unknown as Parameters<typeof verdictOf>[0]

test('a claim needs both records and the key; a verified domain the key alone', () => {
  expect(verdictOf(found('right', 'right', 'right'), 'pending')).toBe('right')
  expect(verdictOf(found('right', 'wrong', 'right'), 'pending')).toBe('wrong')
  expect(verdictOf(found('right', 'wrong', 'right'), 'failed')).toBe('wrong')
  expect(verdictOf(found('right', 'unknown', 'right'), 'pending')).toBe('unknown')
  expect(verdictOf(found('unknown', 'wrong', 'right'), 'pending')).toBe('wrong')
  expect(verdictOf(found('wrong', 'wrong', 'right'), 'verified')).toBe('right')
  expect(verdictOf(found('right', 'right', 'wrong'), 'verified')).toBe('wrong')
  expect(verdictOf(found('right', 'right', 'unknown'), 'verified')).toBe('unknown')
})

test.each<[Parameters<typeof changeAfter>[0]['status'], boolean, boolean, 'right' | 'wrong' | 'unknown', Change]>([
  ['pending', false, false, 'right', 'verified'],
  ['pending', false, false, 'wrong', null],
  ['failed', false, false, 'right', 'verified'],
  ['failed', false, false, 'wrong', null],
  ['verified', false, false, 'right', null],
  ['verified', false, false, 'wrong', 'wrong'],
  ['verified', true, false, 'wrong', null],
  ['verified', true, true, 'wrong', 'failed'],
  ['verified', true, true, 'right', 'mended'],
  ['verified', true, true, 'unknown', null],
  ['pending', false, false, 'unknown', null],
])('%s (wrong %s, overdue %s) after %s: %s', (status, isWrong, isOverdue, verdict, change) => {
  expect(changeAfter({ status, isWrong, isOverdue }, verdict)).toBe(change)
})

test.each([
  ['v=DKIM1; k=rsa; p=MIIB', true],
  ['p=MIIB', true],
  ['v=DKIM1;k=rsa;p=MI IB;', true],
  ['v=DKIM1; k=rsa; p=', false],
  ['v=DKIM1; k=ed25519; p=MIIB', false],
  ['v=DKIM2; k=rsa; p=MIIB', false],
  ['v=DKIM1; k=rsa; p=MIIBx', false],
  ['v=spf1 -all', false],
])('%s holds the key: %s', (record, holds) => expect(holdsKey(record, 'MIIB')).toBe(holds))

const zone = (records: Record<string, string[] | 'silent'>): Pick<Dns, 'txt'> => ({
  txt: async (name): Promise<Records> => {
    const said = records[name]
    if (said === 'silent') return { kind: 'unknown', because: 'ETIMEOUT' }
    return said === undefined ? { kind: 'none' } : { kind: 'found', values: said }
  },
})

test.each([
  [{}, { kind: 'missing', record: null }],
  [{ 'a.example': ['google-site-verification=x'] }, { kind: 'missing' }],
  [{ 'a.example': ['x', 'v=spf1 mx -all'] }, { kind: 'found', record: 'v=spf1 mx -all' }],
  [{ 'a.example': ['v=spf1 mx -all', 'V=SPF1'] }, { kind: 'several' }],
  [{ 'a.example': ['v=spf10 mx'] }, { kind: 'missing' }],
  [{ 'a.example': 'silent' as const }, { kind: 'unknown' }],
])('SPF of %j', async (records, verdict) => {
  expect(await judgeSpf(zone(records), 'a.example')).toMatchObject(verdict)
})

test.each([
  [{}, { kind: 'missing', domain: null }],
  [{ '_dmarc.mail.a.example': ['v=DMARC1; p=none'] }, { kind: 'found', domain: 'mail.a.example', policy: 'none' }],
  [{ '_dmarc.a.example': ['v=DMARC1; p=none; sp=reject'] }, { domain: 'a.example', policy: 'reject' }],
  [{ '_dmarc.a.example': ['v=DMARC1;p=quarantine'] }, { domain: 'a.example', policy: 'quarantine' }],
  [{ '_dmarc.mail.a.example': ['v=DMARC1; p=none; sp=reject'] }, { policy: 'none' }],
  [{ '_dmarc.example': ['v=DMARC1; p=reject'] }, { kind: 'missing' }],
  [{ '_dmarc.a.example': ['v=DMARC1; p=none', 'v=DMARC1; p=reject'] }, { kind: 'broken', policy: null }],
  [{ '_dmarc.a.example': ['v=DMARC1; p=all'] }, { kind: 'broken' }],
  [{ '_dmarc.mail.a.example': 'silent' as const, '_dmarc.a.example': ['v=DMARC1; p=none'] }, { kind: 'unknown' }],
])('DMARC of %j', async (records, verdict) => {
  expect(await judgeDmarc(zone(records), 'mail.a.example')).toMatchObject(verdict)
})

const config = readConfig({ PUBLIC_URL: 'https://send.waybill.example', MAIL_FROM: 'Waybill <post@mails.example>' })

test.each([
  ['ada@Acme.example', { domain: 'acme.example' }],
  [' acme.example. ', { domain: 'acme.example' }],
  ['mail.acme.co.uk', { domain: 'mail.acme.co.uk' }],
  ['例子.example', { domain: 'xn--fsqu00a.example' }],
  ['yahoo.co.uk', { refused: 'provider' }],
  ['QQ.com', { refused: 'provider' }],
  ['com.cn', { refused: 'suffix' }],
  ['com', { refused: 'malformed' }],
  ['waybill.example', { refused: 'own' }],
  ['mails.example', { refused: 'own' }],
  ['a.mails.example', { refused: 'own' }],
  [`${'a'.repeat(60)}.${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(30)}.example`, { refused: 'malformed' }],
])('%s as an email domain', (typed, parsed) => expect(parseMailDomain(typed, config)).toEqual(parsed))
