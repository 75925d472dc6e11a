import { mkdir, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, fillSendForm, makeFile, newAddress, sendAndVerify, test } from '../fixtures/journey.ts'

const pick = (page: Page, files: string | string[]) => page.locator('input[type=file]').first().setInputFiles(files)
const listed = (page: Page) => page.getByRole('region', { name: 'Files to send' })
const chips = (page: Page) => page.getByRole('list', { name: 'Recipients' }).getByRole('listitem')
const said = (page: Page, sentence: string) => page.getByRole('region', { name: 'Notices' }).getByText(sentence)

test('After three free transfers the limit replaces the form, for the address and for the browser', async ({
  page,
  waybill,
  folder,
  newVisitor,
}) => {
  const [ada, asha] = [newAddress('ada'), newAddress('asha')]
  const note = await makeFile(folder, 'note.txt', 1_000)
  const fillAnother = (sender: string) => fillSendForm(page, { files: [note], recipients: [asha], sender })

  await page.goto('/')
  await fillAnother(ada)
  await sendAndVerify(page, waybill, ada)
  for (const nth of [2, 3]) {
    await page.getByRole('button', { name: 'Send another' }).click()
    await expect(page.getByText(`${nth - 1} of 3 free sends used`)).toBeVisible()
    await expect(page.getByLabel('Your email')).toHaveValue(ada)
    await fillAnother(ada)
    await page.getByRole('button', { name: /^Send/ }).click()
    await expect(page.getByRole('heading', { name: 'All done' })).toBeVisible()
  }
  await page.getByRole('button', { name: 'Send another' }).click()
  await fillAnother(ada)
  await page.getByRole('button', { name: /^Send/ }).click()
  await expect(page.getByRole('heading', { name: 'Great things have limits' })).toBeVisible()
  await expect(page.getByText('10 transfers a month')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Send/ })).toHaveCount(0)

  await page.reload()
  const grace = newAddress('grace')
  await fillAnother(grace)
  await sendAndVerify(page, waybill, grace)
  await expect(page.getByRole('heading', { name: 'Great things have limits' })).toBeVisible()

  const elsewhere = await newVisitor()
  await elsewhere.goto('/')
  await fillSendForm(elsewhere, { files: [note], recipients: [asha], sender: ada })
  await sendAndVerify(elsewhere, waybill, ada)
  await expect(elsewhere.getByRole('heading', { name: 'Great things have limits' })).toBeVisible()
})

test('More than 3 GB is refused with a message before anything is uploaded', async ({ page, folder }) => {
  const huge = join(folder, 'survey.tif')
  await writeFile(huge, '')
  await truncate(huge, 3_100_000_000)

  await page.goto('/')
  await fillSendForm(page, { files: [huge], recipients: ['asha@example.com'], sender: 'ada@example.com' })
  const sentence = 'Over transfer limit: Your free plan is limited to 3 GB transfers. Your 100 MB over your limit.'
  await expect(said(page, sentence)).toBeVisible()
  await expect(page.getByRole('button', { name: /^Send/ })).toBeDisabled()
  await page.getByRole('button', { name: 'Remove survey.tif' }).click()
  await pick(page, await makeFile(folder, 'small.tif', 1_000))
  await expect(page.getByRole('button', { name: /^Send/ })).toBeEnabled()
})

test('A seventh recipient is refused', async ({ page, folder }) => {
  await page.goto('/')
  const people = Array.from({ length: 7 }, (_none, index) => `person-${index}@example.com`)
  await fillSendForm(page, {
    files: [await makeFile(folder, 'note.txt', 10)],
    recipients: [people.join('; ')],
    sender: 'ada@example.com',
  })
  const sentence = 'Thats too many people - You can transfer files up to 50 people with a subscription'
  await expect(said(page, sentence)).toBeVisible()
  await expect(page.getByRole('button', { name: /^Send/ })).toBeDisabled()
  await page.getByRole('button', { name: 'Remove person-6@example.com' }).click()
  await expect(page.getByRole('button', { name: /^Send/ })).toBeEnabled()
})

test('Insecure file types, potential copyright files and duplicate names are left out, and the page says so', async ({
  page,
  folder,
}) => {
  const page1 = await makeFile(folder, 'index.html', 100)
  const program = await makeFile(folder, 'Setup.EXE', 100)
  const hidden = join(folder, 'picture.png')
  await writeFile(hidden, '<!doctype html><script>alert(1)</script>')
  const film = await makeFile(folder, 'Some.Film.2024.1080p.WEBRip.mkv', 100)
  const ours = await makeFile(folder, 'factory tour 1.mp4', 100)
  await mkdir(join(folder, 'other'))
  const [first, second] = [await makeFile(folder, 'quote.pdf', 10), await makeFile(folder, 'other/quote.pdf', 20)]

  await page.goto('/')
  await pick(page, [page1, program, hidden, film, ours])
  await expect(said(page, 'Insecure file type')).toBeVisible()
  await expect(said(page, 'index.html, Setup.EXE, picture.png')).toBeVisible()
  await expect(said(page, 'File removed: potential copyright file')).toBeVisible()
  await expect(listed(page).getByRole('listitem')).toHaveText([/factory tour 1\.mp4/])

  await pick(page, first)
  await pick(page, second)
  await expect(said(page, 'Left out: a file with this name is already in the list')).toBeVisible()
  await expect(listed(page).getByText('quote.pdf')).toHaveCount(1)
  await expect(listed(page)).toContainText('10 B')
})

test('Longer expiries are locked, and the page says who can use them', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Options' }).click()
  const drawer = page.getByRole('dialog', { name: 'Options' })
  await expect(drawer.getByRole('radio', { name: '1 Week' })).toBeChecked()
  for (const name of ['1 Month', '3 Months', '1 Year', 'Never expire']) {
    await expect(drawer.getByRole('radio', { name })).toBeDisabled()
  }
  await drawer.getByRole('radio', { name: /^Link/ }).click()
  await expect(drawer.getByText('Hey, right now links are reserved for premium accounts.')).toBeVisible()
  await expect(drawer.getByRole('radio', { name: /^Email/ })).toBeChecked()
  await drawer.getByRole('button', { name: 'Done' }).click()
  await expect(drawer).toBeHidden()
  await expect(page.getByText('Expires in 1 week · by email')).toBeVisible()
})

test('A message holds 280 characters as people count them', async ({ page, folder }) => {
  await page.goto('/')
  const files = [await makeFile(folder, 'note.txt', 10)]
  await fillSendForm(page, {
    files,
    recipients: ['asha@example.com'],
    sender: 'ada@example.com',
    message: '好'.repeat(280),
  })
  await expect(page.getByText('280 / 280')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Send/ })).toBeEnabled()
  await page.getByLabel('Message').press('End')
  await page.getByLabel('Message').pressSequentially('!')
  await expect(page.getByText('281 / 280')).toBeVisible()
  await expect(page.getByText('Shorten the message')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Send/ })).toBeDisabled()
})

test('Addresses become chips at Enter, comma and semicolon, once each whatever their case', async ({ page }) => {
  await page.goto('/')
  const to = page.getByLabel('Email to (Enter or , to seperate)')
  await to.pressSequentially('Asha@Example.com,')
  await to.pressSequentially('chen@example.com;')
  await to.pressSequentially('ASHA@example.COM')
  await to.press('Enter')
  await expect(chips(page)).toHaveText(['asha@example.com', 'chen@example.com'])
  await expect(page.getByText('2 of 6')).toBeVisible()

  await to.pressSequentially('nobody@nowhere')
  await to.press('Enter')
  await expect(page.getByText('Invalid Email To Address')).toBeVisible()
  await expect(to).toHaveValue('nobody@nowhere')
  await to.fill('')
  await to.press('Backspace')
  await expect(chips(page)).toHaveText(['asha@example.com'])
})

test('A message or name with a link is refused before sending', async ({ page, waybill, folder }) => {
  const ada = newAddress('ada')
  await page.goto('/')
  const files = [await makeFile(folder, 'note.txt', 10)]
  await fillSendForm(page, {
    files,
    recipients: ['asha@example.com'],
    sender: ada,
    message: 'See https://example.com/x',
  })
  await expect(page.getByText('Titles and messages can’t contain links without a paid plan.')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Send/ })).toBeDisabled()
  await page.getByLabel('Message').fill('See acme.com')
  await page.getByRole('button', { name: /^Send/ }).click()
  await waybill.mailsTo(ada)
})

test('An error shows under its field for 8 seconds and stays while the pointer is on it', async ({ page }) => {
  await page.clock.install({ time: '2026-03-02T09:00:00Z' })
  await page.goto('/')
  await page.clock.pauseAt('2026-03-02T10:00:00Z')
  const tip = page.getByText('Invalid Email To Address')
  const to = page.getByLabel('Email to (Enter or , to seperate)')
  await to.fill('nobody@nowhere')
  await to.press('Enter')
  await expect(tip).toBeVisible()
  await tip.hover()
  await page.clock.runFor(20_000)
  await expect(tip).toBeVisible()
  await page.getByLabel('Message').hover()
  await page.clock.runFor(8_000)
  await expect(tip).toHaveCount(0)
})
