import { expect, type Page } from '@playwright/test'
import axe from 'axe-core'

/** Looks that have nothing in common: each pair shows a screen in both languages, both colours and both widths. */
const pairs = [
  [
    { language: 'en', colorScheme: 'light', width: 360 },
    { language: 'zh', colorScheme: 'dark', width: 1440 },
  ],
  [
    { language: 'en', colorScheme: 'dark', width: 360 },
    { language: 'zh', colorScheme: 'light', width: 1440 },
  ],
  [
    { language: 'en', colorScheme: 'light', width: 1440 },
    { language: 'zh', colorScheme: 'dark', width: 360 },
  ],
  [
    { language: 'en', colorScheme: 'dark', width: 1440 },
    { language: 'zh', colorScheme: 'light', width: 360 },
  ],
] as const

type Look = (typeof pairs)[number][number]

/** What a journey finds when it goes on after a look. */
const usual: Look = pairs[0][0]

/** A pair for each screen, by its name; WAYBILL_TEST_WHOLE=1 looks at every screen in all eight ways. */
function looksOf(screen: string): readonly Look[] {
  if (process.env.WAYBILL_TEST_WHOLE) return pairs.flat()
  const nth = [...screen].reduce((sum, sign) => sum + (sign.codePointAt(0) ?? 0), 0) % pairs.length
  return pairs[nth] ?? pairs[0]
}

/** What covers the page's own switches: opened after them, closed before the next look. */
interface Cover {
  open(page: Page): Promise<void>
  close(page: Page): Promise<void>
}

/** What axe finds serious or critical on the screen, and whether the page is wider than the window, in its looks. */
export async function faultsOf(page: Page, screen: string, cover?: Cover): Promise<string[]> {
  const faults: string[] = []
  for (const look of looksOf(screen)) {
    await putOn(page, look)
    await cover?.open(page)
    // The audit waits for ever on frames that may run no scripts; they show a mail, not a page of ours.
    await page.locator('iframe[sandbox]').evaluateAll((frames) => frames.map((frame) => frame.remove()))
    faults.push(...(await faultsNow(page, `${screen}, ${look.language}, ${look.colorScheme}, ${look.width}`)))
    await cover?.close(page)
  }
  await putOn(page, usual)
  return faults
}

/** The same of the screen as it stands: for what does not outlive a change of its look. */
export async function faultsNow(page: Page, where: string): Promise<string[]> {
  const faults = (await audit(page)).map((fault) => `${where}: ${fault}`)
  const overhang = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  return overhang > 0 ? [...faults, `${where}: ${overhang} px wider than the window`] : faults
}

/** In the page itself, which keeps the auditor as long as it stands: a frame from elsewhere would need one of its own. */
async function audit(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(async () => {
    const { axe } = window as unknown as { axe: typeof import('axe-core') }
    const { violations } = await axe.run(document, { resultTypes: ['violations'] })
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id} at ${nodes.map(({ target }) => target.join(' ')).join('; ')}`)
  })
}

async function putOn(page: Page, { language, colorScheme, width }: Look): Promise<void> {
  await page.setViewportSize({ width, height: 900 })
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  // The recipient's page takes its colours as it loads.
  if ((await page.locator('#props').count()) > 0) await page.reload()
  const spoken = (await page.locator('html').getAttribute('lang'))?.slice(0, 2)
  if (spoken === language) return
  const change = page.getByLabel(language === 'zh' ? '切换到中文' : 'Switch to English')
  if ((await change.count()) > 0) await change.click()
  else {
    await page.context().addCookies([{ name: 'waybill_language', value: language, url: new URL(page.url()).origin }])
    await page.reload()
  }
  // A page that is not yet brought to life is loaded anew: whoever left it before would take the old language along.
  await expect(page.locator('html')).toHaveAttribute('lang', new RegExp(`^${language}`))
}
