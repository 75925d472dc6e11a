import fc from 'fast-check'
import { expect, test } from 'vitest'
import { limitOf, type PlanLimit, planLimits, planThatLifts, readWanted, wantedBy, wantedSearch } from './lifts.ts'
import { plans, type Role, roles, soldRoles } from './plans.ts'

const GB = 1e9
const WEEK = 604_800

test.each<[PlanLimit, Role, number, string | null]>([
  ['size', 'anon', 3 * GB + 1, 'personal'],
  ['size', 'free', 10 * GB, 'personal'],
  ['size', 'free', 10 * GB + 1, 'pro'],
  ['size', 'personal', 26 * GB, 'business'],
  ['size', 'pro', 100 * GB, 'business'],
  ['size', 'pro', 100 * GB + 1, null],
  ['size', 'pro', 25 * GB, null],
  ['storage', 'anon', 6 * GB, 'free'],
  ['storage', 'free', 10 * GB + 1, 'personal'],
  ['storage', 'business', 1000 * GB + 1, null],
  ['sends', 'anon', 4, 'free'],
  ['sends', 'anon', 11, 'personal'],
  ['transfers', 'free', 11, 'personal'],
  ['transfers', 'free', 31, 'pro'],
  ['transfers', 'personal', 31, 'pro'],
  ['transfers', 'pro', 1_000_000, null],
  ['requests', 'personal', 31, 'pro'],
  ['recipients', 'free', 7, 'personal'],
  ['recipients', 'free', 22, 'pro'],
  ['recipients', 'pro', 51, 'business'],
  ['recipients', 'business', 101, null],
  ['files', 'free', 51, 'pro'],
  ['files', 'personal', 51, 'pro'],
  ['files', 'pro', 251, 'business'],
  ['seats', 'free', 1, 'personal'],
  ['mails', 'free', 61, 'personal'],
  ['mails', 'personal', 421, 'pro'],
  ['expiry', 'free', WEEK + 1, 'personal'],
  ['expiry', 'anon', 3_153_600_000, 'personal'],
  ['expiry', 'personal', 3_153_600_000, null],
  ['links', 'anon', 1, 'free'],
  ['links', 'free', 1, null],
  ['message-links', 'free', 1, 'personal'],
  ['message-links', 'anon', 1, 'personal'],
  ['no-mark', 'free', 1, 'pro'],
  ['no-mark', 'personal', 1, 'pro'],
  ['no-mark', 'pro', 1, null],
  ['branding', 'free', 1, 'business'],
  ['branding', 'pro', 1, 'business'],
  ['branding', 'teamelite', 1, null],
  ['hosts', 'pro', 1, 'business'],
  ['mail-domain', 'pro', 1, 'business'],
  ['mail-domain', 'business', 1, null],
  ['hosts', 'business', 1, null],
  ['hosts', 'teamelite', 1, null],
  ['sso', 'pro', 1, 'business'],
  ['sso', 'team', 1, null],
  ['size', 'businesselite', 151 * GB, null],
])('%s of %s, where %d is needed, is lifted by %s', (limit, role, need, plan) => {
  expect(planThatLifts(limit, role, need)).toBe(plan)
})

test('the plan allows what is needed, the role does not, and nothing cheaper does', () => {
  const need = fc.oneof(
    fc.integer({ min: 1, max: 2_000 }),
    fc.integer({ min: 1, max: 3_000 }).map((gb) => gb * GB),
  )
  fc.assert(
    fc.property(fc.constantFrom(...planLimits), fc.constantFrom(...roles), need, (limit, role, wanted) => {
      const allows = (one: Role) => (limitOf(limit, one) ?? Number.POSITIVE_INFINITY) >= wanted
      const plan = planThatLifts(limit, role, wanted)
      const open: readonly Role[] = ['free', ...soldRoles]
      const cheaper = open.slice(0, plan === null ? open.length : open.indexOf(plan))
      if (plan !== null) expect(allows(plan) && !allows(role)).toBe(true)
      expect(allows(role) || !cheaper.some(allows)).toBe(true)
    }),
  )
})

test.each([
  ['over-transfer-limit', { limitBytes: 3 * GB, excessBytes: 5 }, { limit: 'size', need: 3 * GB + 5 }],
  ['storage-full', { limitBytes: 10 * GB }, { limit: 'storage', need: 10 * GB + 1 }],
  ['storage-full', {}, null],
  ['free-sends-used', {}, { limit: 'sends', need: 4 }],
  ['month-full', { limit: plans.free.monthlyTransfers ?? 0 }, { limit: 'transfers', need: 11 }],
  ['request-month-full', { limit: 30 }, { limit: 'requests', need: 31 }],
  ['too-many-recipients', { limit: 6 }, { limit: 'recipients', need: 7 }],
  ['too-many-recipients', { limit: 6, count: 60 }, { limit: 'recipients', need: 60 }],
  ['too-many-files', { limit: 50 }, { limit: 'files', need: 51 }],
  ['expiry-reserved', { role: 'free' }, { limit: 'expiry', need: WEEK + 1 }],
  ['links-reserved', {}, { limit: 'links', need: 1 }],
  ['message-holds-link', {}, { limit: 'message-links', need: 1 }],
  ['branding-reserved', { limit: 'no-mark' }, { limit: 'no-mark', need: 1 }],
  ['branding-reserved', { limit: 'branding' }, { limit: 'branding', need: 1 }],
  ['hosts-reserved', {}, { limit: 'hosts', need: 1 }],
  ['sso-reserved', {}, { limit: 'sso', need: 1 }],
  ['mail-domain-reserved', {}, { limit: 'mail-domain', need: 1 }],
  ['too-many-mails', { because: 'day', limit: 60 }, { limit: 'mails', need: 61 }],
  ['too-many-mails', { because: 'address' }, null],
  ['account-suspended', {}, null],
] as const)('%s %j asks for %j', (code, facts, wanted) => {
  expect(wantedBy(code, facts)).toEqual(wanted)
})

test('an address carries what is wanted, and nothing else becomes a wish', () => {
  const wanted = { limit: 'size', need: 12_000_000_000 } as const
  expect(readWanted(wantedSearch(wanted))).toEqual(wanted)
  for (const search of [
    {},
    { limit: 'size' },
    { limit: 'size', need: '0' },
    { limit: 'size', need: '-1' },
    { limit: 'size', need: '1e3' },
    { limit: 'nothing', need: '1' },
    { limit: 'constructor', need: '1' },
    { limit: 'size', need: '9'.repeat(16) },
  ])
    expect(readWanted(search)).toBeNull()
})
