import { type Browser, expect, type Page } from '@playwright/test'
import { Problem } from '@waybill/contract/core/problems'
import type { Refusal } from '../../src/platform/payments/payment-provider.ts'
import type { AtPage, ProviderUnderTest } from './provider-acts.ts'

/** What Stripe's page says of a card that is refused. */
const sentences: Array<[RegExp, Refusal]> = [
  [/insufficient funds/i, 'insufficient-funds'],
  [/expired/i, 'card-expired'],
  [/number is (?:incorrect|invalid)|incorrect/i, 'card-incorrect'],
  [/authenticate/i, 'authentication-failed'],
  [/declined/i, 'card-declined'],
]

const LEFT_STRIPE = /^https:\/\/x\.example\//

/** Stripe's hosted pages of checkouts and invoices, in a real browser. `id` names the page that a bank's question waits on. */
export function openStripePage(browser: Browser) {
  const waiting = new Map<string, Page>()
  return {
    pay: async (id: string, url: string, how: AtPage): Promise<Awaited<ReturnType<ProviderUnderTest['pay']>>> => {
      if (url === '') throw new Problem('checkout-closed')
      const asked = waiting.get(id)
      if (asked !== undefined && 'card' in how) return answerBank(asked, how.isConfirmed === true)
      const page = await browser.newPage()
      await page.goto(url)
      await fill(page, how)
      const outcome = await outcomeOf(page)
      if (outcome === 'confirm') waiting.set(id, page)
      return outcome
    },
  }
}

async function fill(page: Page, how: AtPage): Promise<void> {
  if ('wallet' in how) {
    if (how.outcome === 'later') throw new Error('the test mode of Stripe settles wallets at once')
    await page.getByRole('radio', { name: how.wallet === 'alipay' ? 'Alipay' : 'WeChat Pay' }).check()
    await page.locator('.SubmitButton').click()
    const answer = how.outcome === 'at-once' ? /authorize test payment/i : /fail test payment/i
    await page.getByRole('link', { name: answer }).click()
    return
  }
  await page.locator('[name=cardNumber]').fill(how.card)
  await page.locator('[name=cardExpiry]').fill(`12${(how.year ?? 2090) % 100}`)
  await page.locator('[name=cardCvc]').fill('123')
  await page.locator('[name=billingName]').fill('Ada Lovelace')
  await page.locator('.SubmitButton').click()
}

/** Whichever comes first: the page leads away, the bank asks, or a sentence says why not. */
async function outcomeOf(page: Page): Promise<'paid' | 'confirm'> {
  let outcome: 'paid' | 'confirm' | Refusal | null = null
  const look = async () => {
    if (LEFT_STRIPE.test(page.url()) || (await page.getByText(/^(?:Invoice paid|Payment successful)$/).isVisible())) {
      outcome = 'paid'
    } else if (page.frames().some((frame) => /three-ds|3d_secure|challenge/i.test(frame.url()))) {
      outcome = 'confirm'
    } else {
      const said = (await page.locator('[role=alert], .FieldError').allTextContents()).join(' ')
      outcome = sentences.find(([sentence]) => sentence.test(said))?.[1] ?? null
    }
    return outcome
  }
  await expect.poll(look, { timeout: 60_000 }).not.toBe(null)
  if (outcome === 'paid' || outcome === 'confirm') return outcome
  throw new Problem('payment-refused', { reason: outcome ?? 'card-declined' })
}

async function answerBank(page: Page, isConfirmed: boolean): Promise<'paid' | 'confirm'> {
  const name = isConfirmed ? /complete|authorize/i : /fail/i
  for (const frame of page.frames()) {
    const button = frame.getByRole('button', { name })
    if ((await button.count()) > 0) {
      await button.first().click()
      return outcomeOf(page)
    }
  }
  throw new Error('the bank does not ask')
}
