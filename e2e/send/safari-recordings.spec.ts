import type { Page } from '@playwright/test'
import { expect, linkFor, newAddress, test } from '../fixtures/journey.ts'
import { recordAsSafari, safariSeconds } from '../fixtures/safari-recorder.ts'
import { openSendForm } from '../pages/account-pages.ts'
import { playAndSeek, record, recorder } from '../pages/recorder.ts'
import { ask, itemNamed, makeRequester } from '../pages/request-page.ts'

const MP4 = /^\S+-\d{8}-\d{6}\.mp4$/
const M4A = /^\S+-\d{8}-\d{6}\.m4a$/

/** Types and statuses of what players get of stored files. */
function followPlayed(page: Page): () => string[] {
  const seen = new Set<string>()
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    const isPlayed = response.request().resourceType() === 'media'
    if (isPlayed) seen.add(`${pathname.split('.').at(-1)} ${response.status()} ${response.headers()['content-type']}`)
  })
  return () => [...seen].sort()
}

async function playBoth(page: Page): Promise<void> {
  const played = followPlayed(page)
  for (const [kind, element] of [
    ['video', 'video'],
    ['memo', 'audio'],
  ] as const) {
    await page.getByRole('button', { name: new RegExp(`^Play ${kind}-`) }).click()
    const heard = await playAndSeek(page, element)
    expect(heard).toMatchObject({ duration: safariSeconds[kind], seekable: safariSeconds[kind], error: null })
    expect(heard.left).toBeLessThan(0.41)
  }
  expect(played()).toEqual(['m4a 206 audio/mp4', 'mp4 206 video/mp4'])
}

test('What Safari records is sent with its length, and plays and jumps in the record and at the recipient', async ({
  page,
  waybill,
  newVisitor,
}) => {
  await makeRequester(page, waybill)
  const items = [
    { name: 'What you saw', types: ['mp4'] },
    { name: 'What you heard', types: ['m4a'], isRequired: false },
    { name: 'Neither', types: ['webm'], isRequired: false },
  ]
  const asked = await ask(page, { identity: 'required', items })
  await recordAsSafari(page)
  await page.reload()
  await openSendForm(page)
  for (const [button, length] of [
    ['Voice memo', safariSeconds.memo],
    ['Video', safariSeconds.video],
  ] as const) {
    await record(page, button, 1)
    await recorder(page).getByRole('button', { name: 'Stop' }).click()
    await expect(recorder(page).getByText('This browser saves no recordings.')).toBeVisible()
    const preview = await playAndSeek(page, `dialog ${button === 'Video' ? 'video' : 'audio'}`)
    expect(preview).toMatchObject({ duration: length, seekable: length, error: null })
    await recorder(page).getByRole('button', { name: 'Add recording' }).click()
    await expect(recorder(page)).toBeHidden()
  }
  const slip = page.getByRole('dialog', { name: 'Send files' })
  await expect(slip.getByText(M4A)).toBeVisible()
  await expect(slip.getByText(MP4)).toBeVisible()
  const asha = newAddress('asha')
  const to = slip.getByLabel('Email to (Enter or , to seperate)')
  await to.fill(asha)
  await to.press('Enter')
  await slip.getByRole('button', { name: /^Send/ }).click()
  await expect(slip.getByRole('heading', { name: 'All done' })).toBeVisible({ timeout: 60_000 })
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: /^(?:memo|video)-/ }).click()
  await playBoth(page)

  const reader = await newVisitor()
  await reader.goto(await linkFor(waybill, asha))
  await playBoth(reader)

  // A supplier is offered what their browser records and the item takes.
  const supplier = await newVisitor()
  await recordAsSafari(supplier)
  await supplier.goto(`/r/${asked.slug}`)
  const offered = (item: string) => itemNamed(supplier, item).getByRole('button', { name: /^(?:Voice memo|Video)$/ })
  await expect(offered('What you saw')).toHaveText(['Video'])
  await expect(offered('What you heard')).toHaveText(['Voice memo'])
  await expect(offered('Neither')).toHaveCount(0)
})
