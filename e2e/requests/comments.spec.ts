import type { Locator, Page } from '@playwright/test'
import { auditNow } from '../fixtures/accessibility-audit.ts'
import { expect, newAddress, test } from '../fixtures/journey.ts'
import { askFor, linkOf } from '../fixtures/requests.ts'
import { signUp } from '../pages/account-pages.ts'

const PHONE = { viewport: { width: 360, height: 780 }, isMobile: true, hasTouch: true, colorScheme: 'dark' as const }
const invoice = 'Commercial invoice'

const words = {
  en: {
    locale: 'en-GB',
    write: 'Write a comment',
    send: 'Send comment',
    withdraw: 'Withdraw',
    withdrawn: 'This comment was withdrawn.',
    fresh: '1 new comment',
    reload: /turn on JavaScript/,
  },
  zh: {
    locale: 'zh-CN',
    write: '写评论',
    send: '发送评论',
    withdraw: '收回',
    withdrawn: '此评论已收回。',
    fresh: '1 条新评论',
    reload: /启用 JavaScript/,
  },
}

const thread = (page: Page): Locator =>
  page
    .locator('details.thread')
    .filter({ has: page.locator('summary') })
    .first()

for (const [language, own] of Object.entries(words)) {
  test.describe(language, () => {
    test.use({ locale: own.locale })

    test('A requester and a supplier comment on an item, live, and the supplier withdraws a comment', async ({
      page,
      waybill,
      newVisitor,
    }) => {
      const asha = newAddress('asha')
      await signUp(page, waybill, { email: newAddress('mei'), name: 'Mei Chen' })
      const items = [{ name: invoice }, { name: 'Port', kind: 'short' as const }]
      const suppliers = [{ email: asha, name: 'Asha Rao' }]
      const request = await askFor(page, { title: 'Papers for order 7731', items, suppliers })
      const link = await linkOf(page, request, asha)
      const item = request.items[0]?._id ?? ''
      await page.goto(`/dash/requests/${request.slug}`)
      await expect(page.getByRole('heading', { name: 'Papers for order 7731' })).toBeVisible()

      const phone = await newVisitor({ ...PHONE, locale: own.locale })
      // As the mail leads there: the thread is open.
      await phone.goto(`${link}#comments-${item}`)
      await phone.getByLabel(own.write).fill('Which stamp?\n<b>This year’s?</b>')
      await phone.getByLabel(own.write).press('Control+Enter')
      await expect(phone.getByRole('log')).toContainText('<b>This year’s?</b>')
      expect(await auditNow(phone, 'a thread on the page of a supplier')).toEqual([])

      // The table follows the stream.
      await expect(page.getByRole('rowheader').filter({ hasText: 'Asha Rao' })).toContainText(own.fresh, {
        timeout: 20_000,
      })
      await page.getByRole('link', { name: 'Asha Rao' }).click()
      await expect(thread(page)).toContainText(language === 'en' ? '1 new' : '1 条新评论')
      await thread(page).locator('summary').press('Enter')
      await expect(page.getByRole('log')).toContainText('Which stamp?')
      await thread(page).getByLabel(own.write).fill('The new one, please.')
      await thread(page).getByRole('button', { name: own.send }).click()
      await expect(page.getByRole('log')).toContainText('The new one, please.')
      expect(await auditNow(page, 'a thread in the record')).toEqual([])

      await expect(phone.getByRole('log')).toContainText('The new one, please.', { timeout: 40_000 })
      await phone.getByRole('log').getByRole('button', { name: own.withdraw }).click()
      await expect(phone.getByRole('log')).toContainText(own.withdrawn)
      await expect(page.getByRole('log')).toContainText(own.withdrawn, { timeout: 20_000 })
      await page.keyboard.press('Escape')
      await expect(page.getByRole('rowheader').filter({ hasText: 'Asha Rao' })).not.toContainText(own.fresh)

      const plain = await newVisitor({ ...PHONE, locale: own.locale, javaScriptEnabled: false })
      await plain.goto(`${link}#comments-${item}`)
      await expect(plain.getByText('The new one, please.')).toBeVisible()
      await expect(plain.getByText(own.reload).first()).toBeVisible()
    })
  })
}
