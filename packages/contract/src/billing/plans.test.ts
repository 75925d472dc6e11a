import { expect, test } from 'vitest'
import { isAnonymous, isUnpaid, plans, type Role, roles, yearlyPerMonthUsd, yearlySavingUsd } from './plans.ts'

const GB = 1_000_000_000

/** Specification section 9, column by column: upload GB, storage GB, recipients, files, seats. */
const section9: Record<Role, [number, number, number, number, number]> = {
  undefined: [3, 5, 6, 100, 0],
  anon: [3, 5, 6, 50, 0],
  free: [3, 10, 6, 50, 0],
  personal: [10, 50, 21, 50, 1],
  pro: [25, 200, 50, 250, 2],
  business: [100, 1000, 100, 1500, 5],
  businessplus: [100, 1000, 150, 1500, 10],
  businesselite: [150, 1500, 200, 1500, 20],
  team: [200, 2000, 250, 1500, 25],
  teamplus: [250, 2500, 300, 1500, 30],
  teamelite: [250, 3000, 300, 1500, 50],
}

test.each(roles)('the limits of %s match the table', (role) => {
  const { uploadLimitBytes, storageBytes, recipientLimit, fileLimit, seatLimit } = plans[role]
  expect([uploadLimitBytes / GB, storageBytes / GB, recipientLimit, fileLimit, seatLimit]).toEqual(section9[role])
  expect(Number.isSafeInteger(uploadLimitBytes) && Number.isSafeInteger(storageBytes)).toBe(true)
})

test('every role has a plan and no plan is left without a role', () => {
  expect(Object.keys(plans)).toEqual([...roles])
})

test.each<[Role, number | null, number | null]>([
  ['anon', null, null],
  ['free', 10, 10],
  ['personal', 30, 30],
  ['pro', null, null],
  ['teamelite', null, null],
])('%s may make %s transfers and %s requests a month', (role, transfers, requests) => {
  expect(plans[role]).toMatchObject({ monthlyTransfers: transfers, monthlyRequests: requests })
})

test.each<[Role, number | null, number | null, number | null, number | null]>([
  ['free', 0, 0, 0, 0],
  ['personal', 12, 108, 9, 36],
  ['pro', 29, 228, 19, 120],
  ['business', 69, 588, 49, 240],
  ['businessplus', null, null, null, null],
  ['anon', null, null, null, null],
])('%s costs %s a month, %s a year, which is %s a month and saves %s', (role, monthly, yearly, perMonth, saving) => {
  expect(plans[role]).toMatchObject({ monthlyPriceUsd: monthly, yearlyPriceUsd: yearly })
  expect(yearlyPerMonthUsd(role)).toBe(perMonth)
  expect(yearlySavingUsd(role)).toBe(saving)
})

test('an email domain comes with business and above', () => {
  const withDomain = roles.filter((role) => plans[role].emailDomain)
  expect(withDomain).toEqual(['business', 'businessplus', 'businesselite', 'team', 'teamplus', 'teamelite'])
})

test('branding is ours, a line, removable and then one’s own', () => {
  const rolesOf = (branding: string) => roles.filter((role) => plans[role].branding === branding)
  expect(rolesOf('ours')).toEqual(['undefined', 'anon', 'free'])
  expect(rolesOf('line')).toEqual(['personal'])
  expect(rolesOf('removable')).toEqual(['pro'])
  expect(rolesOf('own')).toEqual(['business', 'businessplus', 'businesselite', 'team', 'teamplus', 'teamelite'])
})

test('anonymous visitors have two roles, unpaid senders three', () => {
  expect(roles.filter(isAnonymous)).toEqual(['undefined', 'anon'])
  expect(roles.filter(isUnpaid)).toEqual(['undefined', 'anon', 'free'])
})
