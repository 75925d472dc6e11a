/** Sentences about the page that asks for files. */
import { expect, type Locator, type Page } from '@playwright/test'

/** The lines of the list. */
export const rows = (page: Page): Locator => page.locator('.request-row[data-state]')
/** The form, of a new one or of a change. */
export const form = (page: Page): Locator =>
  page.getByRole('form', { name: /^(New request|Edit request|新建请求|编辑请求)$/ })
/** The names in the checklist. */
export const items = (page: Page): Locator => form(page).getByRole('textbox', { name: /^(Item name|名称)$/ })

/** Opens what can be done with the one row of this title, and chooses of it. */
export async function choose(page: Page, title: string, act: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${title}`, exact: true }).click()
  const item = page.getByRole('menuitem', { name: act, exact: true })
  // A list that is read anew may move away beneath the pointer: then one presses again.
  await expect(async () => {
    if (await item.isVisible()) await item.click()
    await expect(item).toBeHidden({ timeout: 1_000 })
  }).toPass()
}
