import { expect, it } from 'vitest'
import { planCode, readPlanCode } from './plan-code.ts'

it.each([
  ['PEM', { role: 'personal', period: 'monthly' }],
  ['PRY', { role: 'pro', period: 'yearly' }],
  ['BUY', { role: 'business', period: 'yearly' }],
] as const)('%s is %j', (code, choice) => {
  expect(readPlanCode(code)).toEqual(choice)
  expect(planCode(choice)).toBe(code)
})

it('takes a trial without a package for Pro monthly, and nothing else for a package', () => {
  expect(readPlanCode('trial')).toEqual({ role: 'pro', period: 'monthly' })
  for (const text of [undefined, '', 'free', 'prm', 'PR', 'XXM']) expect(readPlanCode(text)).toBe(null)
})
