import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { auditScreen } from '../fixtures/accessibility-audit.ts'
import { waitForOverlaysToClose } from '../fixtures/calm-navigation.ts'
import { expect, makeFile, newAddress, test } from '../fixtures/journey.ts'
import { sealedNote } from '../fixtures/sealed-requests.ts'
import { callAs, signUp } from '../pages/account-pages.ts'
import { pressSend, choose as put, receiptAt } from '../pages/request-page.ts'
import { choose, form, items, rows } from '../pages/requests-page.ts'
import {
  bytesBy,
  FINGERPRINT,
  givePassphrase,
  key,
  PASSPHRASE,
  question,
  shoot,
  withoutPickers,
} from '../pages/sealed-request-page.ts'
import { notices } from '../pages/transfers-page.ts'

// Deriving a key from the passphrase is slow on a busy machine.
test.describe.configure({ timeout: 420_000 })

async function typePassphrase(within: Page | Locator, passphrase: string): Promise<void> {
  await within.getByLabel('Passphrase', { exact: true }).fill(passphrase)
  await within.getByLabel('Repeat the passphrase').fill(passphrase)
  await within.getByRole('checkbox', { name: /I have written the passphrase down/ }).check()
}

test('A requester creates an encrypted request, a supplier submits files for the key shown, and the requester opens them', async ({
  page,
  waybill,
  folder,
  newVisitor,
}) => {
  const asha = newAddress('asha')
  await page.addInitScript(withoutPickers)
  await page.setViewportSize({ width: 1440, height: 900 })
  await signUp(page, waybill, { email: newAddress('mei'), name: 'Mei Chen' }, '/dash/requests?new=')
  await page.getByLabel('Title').fill('Drawings of hull 7731')
  await page.getByRole('button', { name: 'Add an item' }).click()
  await items(page).first().fill('General arrangement')
  const to = page.getByLabel('Addresses (Enter or comma to separate)')
  await to.fill(asha)
  await to.press('Enter')
  const sealedOption = page.getByRole('checkbox', { name: /^Accept sealed files only/ })

  await test.step('the form asks nothing until the passphrase is long enough, typed twice and confirmed', async () => {
    await sealedOption.check()
    await expect(page.getByText('If you lose the passphrase, you lose the files and the answers.')).toBeVisible()
    await expect(page.getByText('Sealed on this device')).toBeVisible()
    await page.getByRole('button', { name: 'Send to 1 supplier' }).click()
    await expect(page.getByText('Enter a passphrase that is long enough')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Sealing' })).toBeFocused()
    await page.getByRole('button', { name: 'Details General arrangement' }).click()
    await expect(page.getByText('The example is not sealed')).toBeVisible()
    await expect(page.getByText('their type is judged by the file extension alone').first()).toBeVisible()
    await typePassphrase(form(page), PASSPHRASE)
    await expect(page.getByText('Enter a passphrase that is long enough')).toHaveCount(0)
  })
  await shoot(page, 'form')
  const faults = await auditScreen(page, 'new sealed request')

  await test.step('the draft and a template store that the request is sealed, and no secret', async () => {
    const kept = await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]))
    expect(kept).toContain('Drawings of hull 7731')
    expect(kept).not.toContain(PASSPHRASE)
    await page.getByRole('button', { name: 'Save as template' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await expect(notices(page)).toContainText('saved.')
    await waitForOverlaysToClose(page)
    await page.reload()
    await expect(page.getByText('We restored what you wrote before.')).toBeVisible()
    await expect(sealedOption).toBeChecked()
    await expect(form(page).getByLabel('Passphrase', { exact: true })).toHaveValue('')
    await page.getByRole('button', { name: 'Start over' }).click()
    await expect(sealedOption).not.toBeChecked()
    await form(page).getByText('Start from a template').click()
    await form(page).getByRole('button', { name: 'Use Drawings of hull 7731' }).click()
    await expect(sealedOption).toBeChecked()
    await to.fill(asha)
    await to.press('Enter')
  })

  await typePassphrase(form(page), PASSPHRASE)
  await page.getByRole('button', { name: 'Send to 1 supplier' }).click()
  await expect(page.getByText('Creating the key…')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Drawings of hull 7731' })).toBeFocused({ timeout: 60_000 })
  await expect(key(page)).toHaveText(FINGERPRINT)
  const made = await key(page).textContent()
  const { requests: first } = await callAs(page, 'listRequests')
  const slug = first[0]?.slug
  await shoot(page, 'made')
  faults.push(...(await auditScreen(page, 'made, sealed')))
  const [invitation] = await waybill.mailsTo(asha)
  expect(invitation?.text).toContain('your browser encrypts each file before it leaves your device')

  await test.step('the list marks it, and an edit shows it without offering to change it', async () => {
    await page.getByRole('link', { name: 'Requests' }).first().click()
    await expect(rows(page)).toContainText('Sealed · 1 item')
    await shoot(page, 'list')
    await choose(page, 'Drawings of hull 7731', 'Edit')
    await expect(page.getByText('This request accepts sealed files only.')).toBeVisible()
    await expect(sealedOption).toHaveCount(0)
    await expect(key(page)).toHaveText(made ?? '')
    await page.getByRole('button', { name: 'Cancel' }).click()
  })

  await test.step('a duplicate keeps the key or gets a new one', async () => {
    const copy = async (act?: (dialog: Locator) => Promise<void>) => {
      await page.goto('/dash/requests')
      await page.getByRole('button', { name: 'Actions for Drawings of hull 7731' }).last().click()
      await page.getByRole('menuitem', { name: 'Duplicate' }).click()
      const dialog = page.getByRole('dialog', { name: 'Duplicate this request?' })
      await act?.(dialog)
      await dialog.getByRole('button', { name: 'Duplicate' }).click()
      await expect(dialog).toHaveCount(0, { timeout: 60_000 })
      await waitForOverlaysToClose(page)
    }
    await copy()
    await copy(async (dialog) => {
      await dialog.getByRole('radio', { name: /^With its own passphrase/ }).check()
      await expect(dialog.getByRole('button', { name: 'Duplicate' })).toBeDisabled()
      await typePassphrase(dialog, 'another sentence of words')
      await shoot(page, 'duplicate')
    })
    await expect(rows(page)).toHaveCount(3)
    const { requests } = await callAs(page, 'listRequests')
    const keys = await Promise.all(
      requests.map(async ({ slug }) => {
        const { request } = await callAs(page, 'readRequest', { params: { request: slug } })
        return request.sealing?.publicKey
      }),
    )
    expect(keys[1]).toBe(keys[2])
    expect(keys[0]).toBeDefined()
    expect(keys[0]).not.toBe(keys[1])
  })

  const drawing = await makeFile(folder, 'hull.dwg', 300_000)
  await test.step('the supplier’s page shows the same key and seals the files that it sends', async () => {
    const phone = await newVisitor({ viewport: { width: 360, height: 780 } })
    await phone.goto(/https?:\/\/\S+\/r\/\S+/.exec(invitation?.text ?? '')?.[0] ?? '')
    await expect(sealedNote(phone)).toContainText(made ?? '')
    await put(phone, 'General arrangement', [drawing])
    await pressSend(phone)
    await receiptAt(phone, '1 file arrived at Mei Chen')
  })

  await test.step('the passphrase opens the files to identical bytes', async () => {
    await page.goto(`/dash/requests/${slug}?view=inbox`)
    await page.getByRole('button', { name: 'Unlock to open hull.dwg' }).click()
    await givePassphrase(page, PASSPHRASE)
    await expect(question(page)).toHaveCount(0, { timeout: 60_000 })
    const saved = await bytesBy(page, page.getByRole('button', { name: 'Open and save hull.dwg' }))
    expect(saved.bytes.equals(await readFile(drawing))).toBe(true)
  })
  expect(faults).toEqual([])
})
