/** The plans and the billing page of an account. */
import type { Locator, Page } from '@playwright/test'
import { callAs } from './account-pages.ts'

/** The box of a plan. */
export const box = (page: Page, plan: string): Locator => page.getByRole('listitem', { name: plan, exact: true })

export const planPart = (page: Page): Locator => page.getByRole('region', { name: 'Your plan' })

/** The status of the account's subscription; null: it has none. */
export const statusOf = async (page: Page) => (await callAs(page, 'readBilling')).subscription?.status ?? null

/** From the plans of an account to the checkout of a trial. */
export async function beginTrial(page: Page, plan: string): Promise<void> {
  await page.goto('/dash/account/plans')
  await box(page, plan).getByRole('button', { name: 'Try for a week' }).click()
}
