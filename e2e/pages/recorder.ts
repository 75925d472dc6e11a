/** Sentences about recording a voice memo or a video, and about playing it. */
import { expect, type Locator, type Page } from '@playwright/test'

export const recorder = (page: Page) => page.getByRole('dialog', { name: /^Record a/ })

/** Waits until the clock of a recording has come to `seconds`. It shows each second once: a wait for one can miss it. */
export const runsFor = (page: Page, seconds: number): Promise<void> =>
  expect
    .poll(async () => {
      const clock = await recorder(page)
        .getByText(/^\d:\d\d \/ 10:00$/)
        .innerText()
      return Number(clock[0]) * 60 + Number(clock.slice(2, 4))
    })
    .toBeGreaterThanOrEqual(seconds)

/** Records with one pause until the clock shows `seconds`. */
export async function record(
  page: Page,
  button: 'Voice memo' | 'Video',
  seconds: number,
  place: Page | Locator = page,
): Promise<void> {
  await place.getByRole('button', { name: button }).click()
  const dialog = recorder(page)
  await expect(dialog.getByRole('meter', { name: 'Microphone level' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Start recording' }).click()
  await expect(dialog.getByText(/^Recording starts in [123]$/)).toBeVisible()
  await expect(dialog.getByText('Recording', { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Pause' }).click()
  await expect(dialog.getByText('Paused')).toBeVisible()
  await dialog.getByRole('button', { name: 'Resume' }).click()
  await runsFor(page, seconds)
}

/** Plays what the selector finds, jumps near its end, and returns its length in seconds and the places it can jump to. */
export const playAndSeek = (page: Page, selector: string) =>
  page.locator(selector).evaluate(async (player: HTMLMediaElement) => {
    const next = (kind: string) => new Promise((resolve) => player.addEventListener(kind, resolve, { once: true }))
    if (Number.isNaN(player.duration)) await next('loadedmetadata')
    player.muted = true
    await player.play()
    player.currentTime = player.duration - 0.4
    await next('seeked')
    const { duration, currentTime, seekable } = player
    return { duration, left: duration - currentTime, seekable: seekable.end(0), error: player.error?.message ?? null }
  })
