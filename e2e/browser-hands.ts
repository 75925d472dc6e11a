/** What Playwright has no word for: dropping files as a file manager does, and slow lines. */
import { expect, type Locator, type Page } from '@playwright/test'

/** Drops files and folders on the page. The page gets handles that it may keep, which an input does not give. */
export async function dropFiles(page: Page, files: string[]): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const data = { items: [], files, dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await session.send('Input.dispatchDragEvent', { type, x: 200, y: 400, data })
  }
  await session.detach()
}

/** The page's line carries so many bytes a second, up and down, from now on. Returns the way to open it again. */
export async function slowLine(page: Page, bytesPerSecond: number): Promise<() => Promise<void>> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  const carry = (uploadThroughput: number) =>
    session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: uploadThroughput,
      uploadThroughput,
    })
  await carry(bytesPerSecond)
  return async () => {
    await carry(-1)
    await session.detach()
  }
}

/** Presses Tab until the focus stands on the element; every stop on the way shows that it is focused. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab')
    expect(await showsFocus(page), await page.evaluate(() => document.activeElement?.outerHTML)).toBe(true)
    if (await target.evaluate((element) => element === document.activeElement)) return
  }
  throw new Error(`Tab does not reach ${target}`)
}

/** Whether the focused element, or the box around it, is outlined. */
function showsFocus(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const focused = document.activeElement
    if (!focused || focused === document.body) return true
    return [focused, focused.parentElement].some((element) => {
      const style = element && getComputedStyle(element)
      return style && style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) > 0
    })
  })
}
