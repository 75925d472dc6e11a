import type { Page } from '@playwright/test'
import { shot } from '../fixtures/browser-actions.ts'
import { expect, fillSendForm, linkFor, newAddress, sendAndVerify, test } from '../fixtures/journey.ts'
import { openSendForm, signIn } from '../pages/account-pages.ts'
import { playAndSeek, record, recorder, runsFor } from '../pages/recorder.ts'
import { ask, itemNamed, makeRequester, pressSend, receiptAt } from '../pages/request-page.ts'

/** The folders of recordings that this browser keeps. */
const keptFolders = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const root = await navigator.storage.getDirectory()
    const names: string[] = []
    for await (const name of (await root.getDirectoryHandle('recordings')).keys()) names.push(name)
    return names
  })

/** A tab of the account, and one of somebody else, were closed in the middle of a recording. */
const leaveMemos = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const all = await (await navigator.storage.getDirectory()).getDirectoryHandle('recordings', { create: true })
    for (const owner of [localStorage.getItem('waybill-account'), 'somebody']) {
      const folder = await all.getDirectoryHandle(`${owner}~memo-20261123-101500.webm`, { create: true })
      const stream = await (await folder.getFileHandle('00000000', { create: true })).createWritable()
      await stream.write('sound')
      await stream.close()
    }
  })

test('A voice memo and a video are recorded, sent, played and sought; a closed tab loses nothing', async ({
  page,
  waybill,
  newVisitor,
}) => {
  const [ada, asha] = [newAddress('ada'), newAddress('asha')]
  const context = page.context()
  await page.goto('/')
  await record(page, 'Voice memo', 2)
  // The tab is closed in the middle of the recording: the next one offers it.
  await page.close()
  const next = await context.newPage()
  await next.goto('/')
  const kept = next.getByRole('region', { name: 'Recordings that you haven’t sent' })
  await kept.getByRole('button', { name: /^Add memo-\d{8}-\d{6}\.webm$/ }).click()
  await expect(kept).toBeHidden()
  await record(next, 'Video', 2)
  await recorder(next).getByRole('button', { name: 'Stop' }).click()
  await expect(recorder(next).getByRole('button', { name: 'Add recording' })).toBeFocused()
  const video = await playAndSeek(next, 'dialog video')
  expect(video).toMatchObject({ seekable: video.duration, error: null })
  expect(video.duration).toBeGreaterThan(1.5)
  await recorder(next).getByRole('button', { name: 'Add recording' }).click()
  await expect(next.getByText(/^2 files, /)).toBeVisible()
  await expect(next.getByRole('button', { name: 'Voice memo' })).toBeHidden()
  await fillSendForm(next, { files: [], recipients: [asha], sender: ada })
  await sendAndVerify(next, waybill, ada)
  await expect(next.getByRole('heading', { name: 'All done' })).toBeVisible({ timeout: 90_000 })
  expect(await keptFolders(next)).toEqual([])

  const link = await linkFor(waybill, asha)
  const reader = await newVisitor()
  await reader.goto(link)
  await reader.getByRole('button', { name: /^Play video-/ }).click()
  const played = await playAndSeek(reader, 'video')
  expect(played.duration).toBeCloseTo(video.duration, 3)
  expect(played).toMatchObject({ seekable: played.duration, error: null })
  await reader.getByRole('button', { name: /^Play memo-/ }).click()
  const memo = await playAndSeek(reader, 'audio')
  expect(memo).toMatchObject({ seekable: memo.duration, error: null })
  expect(memo.duration).toBeGreaterThan(1)
  for (const { left } of [video, played, memo]) expect(left).toBeLessThan(0.41)

  // What the browser cannot decode says so, with the link.
  await reader.route('**/get/**', (route) => route.fulfill({ contentType: 'video/webm', body: 'no recording' }))
  await reader.getByRole('button', { name: /^Play video-/ }).click()
  await expect(reader.getByText('This browser can’t play the recording.')).toBeVisible()
  const download = reader.getByRole('link', { name: 'Download the recording' })
  await expect(download).toHaveAttribute('href', /^\/get\//)

  const plain = await newVisitor({ javaScriptEnabled: false })
  await plain.goto(link)
  await plain.getByRole('button', { name: /^Play memo-/ }).click()
  await expect(plain.locator('audio[controls][src^="/get/"]')).toBeVisible()
})

test('An account records in its send form and plays it in the record; a supplier records for an item', async ({
  page,
  waybill,
  newVisitor,
}) => {
  const mei = await makeRequester(page, waybill)
  const items = [
    { name: 'What you saw', types: ['webm'] },
    { name: 'Report', types: ['pdf'], isRequired: false },
  ]
  const asked = await ask(page, { identity: 'required', items })
  await leaveMemos(page)
  await openSendForm(page)
  const kept = page.getByRole('region', { name: 'Recordings that you haven’t sent' })
  await expect(kept.getByRole('listitem')).toHaveCount(1)
  await expect(kept).toContainText('or until you log out')
  await record(page, 'Voice memo', 1)
  await page.evaluate(() => {
    FileSystemFileHandle.prototype.createWritable = () => Promise.reject(new DOMException('', 'QuotaExceededError'))
  })
  await expect(recorder(page).getByRole('alert')).toContainText('This browser has no space for more')
  await recorder(page).getByRole('button', { name: 'Add recording' }).click()
  await expect(recorder(page)).toBeHidden()
  const slip = page.getByRole('dialog', { name: 'Send files' })
  const to = slip.getByLabel('Email to (Enter or , to seperate)')
  await to.fill(newAddress('asha'))
  await to.press('Enter')
  await slip.getByRole('button', { name: /^Send/ }).click()
  await expect(slip.getByRole('heading', { name: 'All done' })).toBeVisible({ timeout: 60_000 })
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: /^memo-/ }).click()
  await page.getByRole('button', { name: /^Play memo-/ }).click()
  const memo = await playAndSeek(page, 'audio')
  expect(memo).toMatchObject({ seekable: memo.duration, error: null })
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/login/)
  // The page reloads when its session ends, which may interrupt the question.
  await expect(async () => {
    expect(await keptFolders(page)).toEqual(['somebody~memo-20261123-101500.webm'])
  }).toPass({ timeout: 30_000 })

  const supplier = await newVisitor()
  await supplier.addInitScript(() => {
    const { mediaDevices } = navigator
    const open = mediaDevices.getUserMedia.bind(mediaDevices)
    const refuse = () => Promise.reject(new DOMException('no', 'NotAllowedError'))
    mediaDevices.getUserMedia = async (wanted) => {
      const stream = await (wanted?.video ? open(wanted) : refuse())
      addEventListener('unplugged', () => stream.getTracks()[0]?.dispatchEvent(new Event('ended')))
      return stream
    }
  })
  await supplier.goto(`/r/${asked.slug}`)
  const item = itemNamed(supplier, 'What you saw')
  await item.getByRole('button', { name: 'Voice memo' }).click()
  await expect(recorder(supplier).getByRole('alert')).toContainText("Can't get audio permission")
  await supplier.goBack()
  await expect(recorder(supplier)).toBeHidden()
  await expect(itemNamed(supplier, 'Report').getByRole('button', { name: 'Video' })).toHaveCount(0)
  await record(supplier, 'Video', 1, item)
  await supplier.evaluate(() => dispatchEvent(new Event('unplugged')))
  await expect(recorder(supplier).getByRole('alert')).toContainText('was disconnected')
  await recorder(supplier).getByRole('button', { name: 'Add recording' }).click()
  await expect(item.getByText(/^video-\d{8}-\d{6}\.webm$/)).toBeVisible()
  // Camera and screen in one picture, until its ten minutes are over.
  await item.getByRole('button', { name: 'Video', exact: true }).click()
  await recorder(supplier).getByRole('radio', { name: 'Both' }).check({ force: true })
  await recorder(supplier).getByRole('button', { name: 'Choose a screen and start' }).click()
  await expect(recorder(supplier).getByText('Recording', { exact: true })).toBeVisible()
  await runsFor(supplier, 2)
  await supplier.evaluate(() => {
    const now = performance.now.bind(performance)
    performance.now = () => now() + 600_000
  })
  await expect(recorder(supplier).getByRole('alert')).toContainText('It has reached the limit')
  const both = await playAndSeek(supplier, 'dialog video')
  expect(both).toMatchObject({ seekable: both.duration, error: null })
  expect(both.duration).toBeGreaterThan(1.5)
  await recorder(supplier).getByRole('button', { name: 'Add recording' }).click()
  await expect(item.getByText(/^video-\d{8}-\d{6}\.webm$/)).toHaveCount(2)
  await supplier.getByRole('textbox', { name: 'Name' }).fill('Asha Rao')
  await supplier.getByRole('textbox', { name: 'Email' }).fill(newAddress('asha'))
  await pressSend(supplier)
  await receiptAt(supplier, '2 files arrived at Mei Chen')

  // The requester plays it in the request's record.
  await signIn(page, mei)
  await expect(page).toHaveURL(/\/dash/)
  await page.goto(`/dash/requests/${asked.slug}?view=inbox`)
  await page
    .getByRole('button', { name: /^Play video-/ })
    .first()
    .click()
  const submitted = await playAndSeek(page, 'video')
  expect(submitted).toMatchObject({ seekable: submitted.duration, error: null })
  await shot(page, 'submitted-recording')
})
