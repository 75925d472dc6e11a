import { randomBytes } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { auditScreen } from '../fixtures/accessibility-audit.ts'
import { expect, newAddress, test } from '../fixtures/journey.ts'
import { signUp } from '../pages/account-pages.ts'
import { rows } from '../pages/requests-page.ts'
import {
  answerSealed,
  askSealed,
  bytesBy,
  FINGERPRINT,
  givePassphrase,
  key,
  PASSPHRASE,
  question,
  shoot,
  withoutPickers,
} from '../pages/sealed-request-page.ts'

// Deriving a key from the passphrase is slow on a busy machine.
test.describe.configure({ timeout: 420_000 })

/** Opens the dialog of a button, audits it and closes it. */
const over = (button: Locator, dialog: Locator) => ({
  open: async () => {
    await button.click()
    await expect(dialog).toBeVisible()
  },
  close: async (page: Page) => {
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
  },
})
const panel = (page: Page): Locator => page.locator('.supplier')

test('The requester enters the passphrase once and downloads the submitted files byte for byte', async ({
  page,
  waybill,
}) => {
  await page.addInitScript(withoutPickers)
  await page.setViewportSize({ width: 1440, height: 900 })
  await signUp(page, waybill, { email: newAddress('mei'), name: 'Mei Chen' })
  const request = await askSealed(page, { title: 'Drawings of hull 7731', items: [{ name: 'Keel' }, { name: 'Deck' }] })
  const [keel, deck, note] = [randomBytes(300_001), randomBytes(70_000), Buffer.from('as agreed')]
  await answerSealed(waybill, request, request.link, {
    files: [
      { item: 'Keel', path: 'keel.dwg', content: keel },
      { item: 'Deck', path: 'deck.pdf', content: deck },
    ],
    said: { company: 'Rao Forge', name: 'Asha Rao' },
  })
  await answerSealed(waybill, request, request.link, {
    files: [{ item: 'Deck', path: 'note.txt', content: note }],
    said: { company: 'Ningbo Castings' },
  })

  await page.goto(`/dash/requests/${request.slug}?view=inbox`)
  await page.getByRole('button', { name: 'Notifications, 2 new' }).click()
  await expect(page.getByRole('dialog', { name: 'Notifications' })).toContainText(
    'Rao Forge sent keel.dwg and 1 more file, sealed',
  )
  await page.keyboard.press('Escape')
  await expect(key(page)).toHaveText(FINGERPRINT)
  await expect(page.getByText('Locked: you need the passphrase to open files and answers.')).toBeVisible()
  await shoot(page, 'inbox-locked')
  const faults = await auditScreen(page, 'sealed inbox, locked')
  const asking = page.getByRole('button', { name: /^(Unlock to open|解锁以打开) keel\.dwg$/ })
  faults.push(...(await auditScreen(page, 'question', over(asking, question(page)))))
  await asking.click()
  await givePassphrase(page, `${PASSPHRASE}?`)
  await expect(question(page).getByText('That is not the passphrase of this request.')).toBeVisible({ timeout: 60_000 })
  await shoot(page, 'question')
  await givePassphrase(page, PASSPHRASE)
  await expect(question(page)).toHaveCount(0, { timeout: 60_000 })
  const saved = await bytesBy(page, page.getByRole('button', { name: 'Open and save keel.dwg' }))
  expect(saved.name).toBe('keel.dwg')
  expect(saved.bytes.equals(keel)).toBe(true)
  await expect(page.getByText('Opened and saved. Its SHA-256 matches the one that its sender claims.')).toBeVisible()
  await shoot(page, 'inbox-unlocked')
  faults.push(...(await auditScreen(page, 'sealed inbox, unlocked')))
  await page.setViewportSize({ width: 1440, height: 900 })

  await test.step('the same passphrase opens the files in a supplier’s panel', async () => {
    await page.getByRole('button', { name: 'Asha Rao sent 2 files' }).click()
    const open = panel(page).locator('.supplier-item').getByRole('button', { name: 'Open and save deck.pdf' })
    expect((await bytesBy(page, open)).bytes.equals(deck)).toBe(true)
    await shoot(page, 'panel')
    await panel(page).getByRole('button', { name: 'Open and save', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Open and save', exact: true })
    await expect(dialog.getByRole('heading', { name: 'Open and save 2 files' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(panel(page)).toBeVisible()
    await panel(page).getByRole('button', { name: 'Close' }).click()
  })

  await test.step('files open one by one, or all download as stored', async () => {
    await page.getByRole('button', { name: 'Open and save all' }).click()
    const dialog = page.getByRole('dialog', { name: 'Open and save', exact: true })
    await expect(dialog.getByRole('listitem')).toContainText([
      'Rao Forge/keel.dwg',
      'deck.pdf',
      'Ningbo Castings/note.txt',
    ])
    const open = dialog.getByRole('button', { name: 'Open and save note.txt' })
    expect((await bytesBy(page, open)).bytes.equals(note)).toBe(true)
    await dialog.getByText('Download the sealed files').click()
    const archive = await bytesBy(page, dialog.getByRole('button', { name: 'Download the archive' }))
    expect(archive.name).toBe('Drawings of hull 7731.zip')
    expect(archive.bytes.includes('note.txt.sealed')).toBe(true)
    expect(archive.bytes.includes(note)).toBe(false)
    const kept = await bytesBy(page, dialog.getByRole('button', { name: 'Download the key file' }))
    expect(kept.name).toBe(`request-${request.slug}-key.json`)
    expect(JSON.parse(kept.bytes.toString())).toEqual(request.sealing)
    await shoot(page, 'all')
    await dialog.getByRole('button', { name: 'Close' }).click()
    const all = page.getByRole('button', { name: /^(Open and save all|全部打开并保存)$/ })
    faults.push(...(await auditScreen(page, 'all', over(all, page.getByRole('dialog')))))
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  await test.step('sealed files stay sealed when forwarded, and the form says so first', async () => {
    await page.locator('.submission').last().getByRole('button', { name: 'Forward' }).click()
    const warning = page.getByRole('dialog', { name: 'Forward sealed files?' })
    await expect(warning).toContainText('2 files stay sealed: recipients get ciphertext')
    await warning.getByRole('button', { name: 'Forward sealed' }).click()
    const slip = page.getByRole('dialog', { name: 'Send files' })
    await expect(slip).toContainText('2 files')
    await slip.getByRole('button', { name: 'Close' }).click()
  })

  await page.getByRole('button', { name: 'Lock again' }).click()
  await expect(page.getByRole('button', { name: 'Open and save keel.dwg' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Unlock to open keel.dwg' })).toBeVisible()
  await page.getByRole('button', { name: 'Unlock', exact: true }).click()
  await givePassphrase(page, PASSPHRASE)
  await expect(page.getByText('Unlocked in this tab')).toBeVisible({ timeout: 60_000 })
  await page.reload()
  await expect(page.getByText('Locked: you need the passphrase to open files and answers.')).toBeVisible()

  await page.goto('/dash/library?kind=received')
  await page.getByRole('checkbox', { name: 'Select note.txt.sealed' }).check()
  await expect(page.getByText('1 of them is sealed, and stays sealed when downloaded or forwarded.')).toBeVisible()
  await shoot(page, 'library')
  faults.push(...(await auditScreen(page, 'library, sealed')))
  await page
    .getByRole('button', { name: 'Forward' })
    .or(page.getByRole('button', { name: '转发' }))
    .click()
  await expect(page.getByRole('dialog', { name: 'Forward sealed files?' })).toContainText(
    '1 of them is sealed and stays sealed',
  )
  expect(faults).toEqual([])
})

test('All files are opened into a folder; an altered file fails alone and can be retried', async ({
  page,
  waybill,
}) => {
  // The dialog belongs to the system; what it returns is an ordinary folder.
  await page.addInitScript(() => {
    const picker = async () => (await navigator.storage.getDirectory()).getDirectoryHandle('picked', { create: true })
    Object.assign(globalThis, { showDirectoryPicker: picker })
  })
  await page.setViewportSize({ width: 1440, height: 900 })
  await signUp(page, waybill, { email: newAddress('mei'), name: 'Mei Chen' })
  const request = await askSealed(page, { title: 'Lists', items: [{ name: 'List' }] })
  const contents = [randomBytes(200_000), randomBytes(65_536), Buffer.alloc(0)]
  const files = contents.map((content, nth) => ({ item: 'List', path: `list-${nth}.csv`, content }))
  await answerSealed(waybill, request, request.link, { files, said: { company: 'Rao Forge' } })
  await page.goto(`/dash/requests/${request.slug}`)
  await page.getByRole('button', { name: 'Open and save all' }).click()
  await givePassphrase(page, PASSPHRASE)
  const dialog = page.getByRole('dialog', { name: 'Open and save', exact: true })
  const start = dialog.getByRole('button', { name: 'Choose a folder and save' })
  await expect(start).toBeVisible({ timeout: 60_000 })
  await page.route('**/library/*/list-1.csv.sealed', async (route) => {
    const answer = await route.fetch()
    const body = await answer.body()
    body[1_000] = (body[1_000] ?? 0) ^ 1
    await route.fulfill({ response: answer, body })
  })
  await start.click()
  await expect(dialog.getByText('2 of 3 saved')).toBeVisible({ timeout: 60_000 })
  await expect(dialog.getByText('1 file could not be saved.')).toBeVisible()
  await expect(
    dialog.getByText('Part of this file has been altered since it was sealed. Nothing was saved.'),
  ).toBeVisible()
  await shoot(page, 'folder-failed')
  await page.unroute('**/library/*/list-1.csv.sealed')
  await dialog.getByRole('button', { name: 'Try 1 file again' }).click()
  await expect(dialog.getByText('3 of 3 saved')).toBeVisible({ timeout: 60_000 })
  const written = () =>
    page.evaluate(async () => {
      const picked = await (await navigator.storage.getDirectory()).getDirectoryHandle('picked')
      const folder = await picked.getDirectoryHandle('Rao Forge')
      const found: Record<string, number[]> = {}
      for await (const [name, handle] of folder.entries()) {
        if (handle.kind !== 'file') continue
        const file = await (handle as FileSystemFileHandle).getFile()
        found[name] = [...new Uint8Array(await file.arrayBuffer())]
      }
      return found
    })
  const first = await written()
  expect(Object.keys(first).sort()).toEqual(['list-0.csv', 'list-1.csv', 'list-2.csv'])
  contents.forEach((content, nth) => {
    expect(Buffer.from(first[`list-${nth}.csv`] ?? []).equals(content)).toBe(true)
  })

  await test.step('existing files are not overwritten', async () => {
    await dialog.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: 'Open and save all' }).click()
    await start.click()
    await expect(dialog.getByText('3 of 3 saved')).toBeVisible({ timeout: 60_000 })
    expect(Object.keys(await written())).toContain('list-0 (2).csv')
  })
})

test('A requester opens encrypted files on a phone in Chinese', async ({ page, waybill }) => {
  await page.addInitScript(withoutPickers)
  await signUp(page, waybill, { email: newAddress('wei'), name: '魏美' })
  const request = await askSealed(page, { title: '7731 号船体图纸', items: [{ name: '龙骨' }] })
  const content = randomBytes(90_000)
  await answerSealed(waybill, request, request.link, {
    files: [{ item: '龙骨', path: '龙骨.dwg', content }],
    said: { company: '宁波永兴' },
  })
  await page.context().addCookies([{ name: 'waybill_language', value: 'zh', url: waybill.origin }])
  await page.setViewportSize({ width: 360, height: 800 })

  await page.goto('/dash/requests?new=')
  await page.getByLabel('标题').fill('图纸')
  await page.getByRole('checkbox', { name: /^只接收端到端加密的文件/ }).check()
  await expect(page.getByText('丢失密码短语，就会丢失文件和回答。')).toBeVisible()
  await shoot(page, 'form-zh', 360)
  await page.goto('/dash/requests')
  await expect(rows(page)).toContainText('端到端加密')
  await shoot(page, 'list-zh', 360)

  await page.goto(`/dash/requests/${request.slug}?view=inbox`)
  await expect(key(page)).toHaveText(FINGERPRINT)
  await shoot(page, 'inbox-zh-locked', 360)
  await page.getByRole('button', { name: '解锁以打开 龙骨.dwg' }).click()
  await shoot(page, 'question-zh', 360)
  await givePassphrase(page, PASSPHRASE)
  const open = page.getByRole('button', { name: '打开并保存 龙骨.dwg' })
  await expect(open).toBeVisible({ timeout: 60_000 })
  const saved = await bytesBy(page, open)
  expect(saved.name).toBe('龙骨.dwg')
  expect(saved.bytes.equals(content)).toBe(true)
  await expect(page.getByText('它的 SHA-256 与发送者声明的一致。')).toBeVisible()
  await shoot(page, 'inbox-zh', 360)
  await page.getByRole('button', { name: '全部打开并保存' }).click()
  await expect(page.getByRole('heading', { name: '打开并保存 1 个文件' })).toBeVisible()
  await shoot(page, 'all-zh', 360)
  await page.keyboard.press('Escape')
  await page.locator('.submission-who').click()
  await expect(panel(page).getByRole('button', { name: '打开并保存 龙骨.dwg' })).toHaveCount(2)
  await shoot(page, 'panel-zh', 360)
})
