import type { FrameLocator, Page } from '@playwright/test'
import { expect } from '../fixtures/journey.ts'
import type { Seller } from '../fixtures/sellers.ts'

/** The page of a seller where a checkout is paid. The page under test has just been led there. */
export interface CheckoutPage {
  /** Types a card and presses. It answers by leading away, or by a sentence. A card has one trial. */
  payByCard(number: string, until?: string): Promise<void>
  payByAlipay(): Promise<void>
  applyCode(code: string): Promise<void>
  expectDeclined(): Promise<void>
  /** Leaves without paying. */
  leave(): Promise<void>
}

export async function checkoutPage(page: Page, seller: Seller): Promise<CheckoutPage> {
  if (seller.name === 'sandbox') {
    await page.waitForURL(/\/pay\//)
    return sandboxPage(page)
  }
  if (seller.name === 'stripe') {
    await page.waitForURL(`${seller.origin}/pay/**`)
    return stripePage(page, page)
  }
  await page.waitForURL(/localhost:\d+\/pay\//)
  return stripePage(page, page.frameLocator('iframe[title="Secure payment"]'))
}

function sandboxPage(page: Page): CheckoutPage {
  return {
    payByCard: async (number, until = '12/90') => {
      await page.getByLabel('Card number').fill(number)
      await page.getByLabel('Expiry date').fill(until)
      await page.getByRole('button', { name: /^(Start the trial|Pay US|Save the card)/ }).click()
    },
    payByAlipay: async () => {
      await page.getByRole('radio', { name: 'Alipay' }).check()
      await page.getByRole('button', { name: /^Pay US/ }).click()
    },
    applyCode: async (code) => {
      await page.getByText('Add a promotion code').click()
      await page.getByLabel('Promotion code').fill(code)
      await page.getByRole('button', { name: 'Apply' }).click()
      await expect(page.getByText('The code is applied.')).toBeVisible()
    },
    expectDeclined: () =>
      expect(page.getByRole('alert').filter({ hasText: 'Your bank refused the payment.' })).toBeVisible(),
    leave: () => page.getByRole('link', { name: 'Back without paying' }).click(),
  }
}

/** The Stripe-shaped server's form, on its own page or in the frame of ours. */
function stripePage(page: Page, form: Page | FrameLocator): CheckoutPage {
  // Not by the pointer: the browser sends a click to a frame of another origin where it last drew that frame, which on
  // a busy machine is not there yet, or where the page around it was before its last line came. The form is not ours.
  const press = (name: string) =>
    form.getByRole('button', { name, exact: true }).evaluate((button: HTMLButtonElement) => button.click())
  return {
    payByCard: async (number, until = '12/90') => {
      await form.getByLabel('Card number').fill(number)
      await form.getByLabel('Expiry date').fill(until.replace('/', '/20'))
      await press('Pay by card')
    },
    payByAlipay: () => press('Alipay'),
    applyCode: async (code) => {
      await form.getByLabel('Code').fill(code)
      await press('Apply')
      await expect(form.getByText('The code is applied.')).toBeVisible()
    },
    expectDeclined: () => expect(form.getByText('Your card was declined (card-declined).')).toBeVisible(),
    leave: () =>
      page === form
        ? page.getByRole('link', { name: 'Leave' }).click()
        : page.getByRole('link', { name: 'Back without paying' }).click(),
  }
}
