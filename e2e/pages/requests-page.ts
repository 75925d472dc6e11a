/** Sentences about the page that lists and makes file requests. */
import { expect, type Locator, type Page } from '@playwright/test'

/** The rows of the list. */
export const rows = (page: Page): Locator => page.locator('.request-row[data-state]')
/** The form, for a new request or an edit. */
export const form = (page: Page): Locator =>
  page.getByRole('form', { name: /^(New request|Edit request|新建请求|编辑请求)$/ })
/** The names in the checklist. */
export const items = (page: Page): Locator => form(page).getByRole('textbox', { name: /^(Item name|名称)$/ })

/** Opens the menu of the one row with this title, and chooses an action. */
export async function choose(page: Page, title: string, act: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${title}`, exact: true }).click()
  const item = page.getByRole('menuitem', { name: act, exact: true })
  // A list that reloads may move the item away from under the pointer: the test then clicks again.
  await expect(async () => {
    if (await item.isVisible()) await item.click()
    await expect(item).toBeHidden({ timeout: 1_000 })
  }).toPass()
}
