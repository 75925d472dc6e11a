import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page, Request } from '@playwright/test'
import {
  expect,
  fillSendForm,
  linkFor,
  makeFile,
  newAddress,
  sendAndVerify,
  sha256,
  test,
} from '../fixtures/journey.ts'

const ODD_NAME = '报价 “Q3” №7.pdf'

/** The paths that a page asks for once the last part is acknowledged; fonts aside. */
function requestsAfterParts(page: Page): string[] {
  const paths: string[] = []
  const isPart = (request: Request) => request.method() === 'PUT'
  page.on('response', (answer) => isPart(answer.request()) && paths.splice(0))
  page.on('request', (request) => {
    if (!isPart(request) && request.resourceType() !== 'font') paths.push(new URL(request.url()).pathname)
  })
  return paths
}

test('Three files reach two recipients, who download one file and a zip of all', async ({
  page,
  browser,
  waybill,
  folder,
}) => {
  const [ada, asha, chen] = [newAddress('ada'), newAddress('asha'), newAddress('chen')]
  const big = await makeFile(folder, 'gearbox-housing-r7.dwg', 300_000_000)
  const empty = await makeFile(folder, 'empty.txt', 0)
  const odd = await makeFile(folder, `quotes/${ODD_NAME}`, 1_234_567)

  await page.goto('/')
  await fillSendForm(page, {
    files: [big, empty],
    recipients: [asha, chen],
    sender: ada,
    message: 'Final housing, please quote by Friday.',
  })
  await page.getByLabel('Title (optional)').fill('Gearbox, revision 7')
  await page.locator('input[type=file][webkitdirectory]').setInputFiles(join(folder, 'quotes'))
  await expect(page.getByText(/^3 files, /)).toBeVisible()
  const askedAfterParts = requestsAfterParts(page)
  await sendAndVerify(page, waybill, ada)
  await expect(page.getByRole('heading', { name: 'All done' })).toBeVisible({ timeout: 90_000 })
  // The save is asked for while the last parts travel; a busy machine may finish them first.
  expect(askedAfterParts.filter((path) => path !== '/quicksendData')).toEqual([])
  await expect(page.getByText(asha)).toBeVisible()

  const reader = await browser.newPage({ baseURL: waybill.origin })
  await reader.goto(await linkFor(waybill, asha))
  await expect(reader.getByRole('heading', { name: 'Gearbox, revision 7' })).toBeVisible()
  await expect(reader.getByText('Final housing, please quote by Friday.')).toBeVisible()
  const [mail] = await waybill.mailsTo(asha)
  expect(mail?.subject).toBe(`${ada} sent you “Gearbox, revision 7”`)
  const [single] = await Promise.all([
    reader.waitForEvent('download'),
    reader.getByRole('button', { name: `Download ${ODD_NAME}` }).click(),
  ])
  const singlePath = await single.path()
  expect(single.suggestedFilename()).toContain('№7')
  expect(await sha256(singlePath)).toBe(await sha256(odd))

  const other = await browser.newPage({ baseURL: waybill.origin })
  await other.goto(await linkFor(waybill, chen))
  const [zip] = await Promise.all([
    other.waitForEvent('download'),
    other.getByRole('button', { name: /^Download all/ }).click(),
  ])
  const archive = join(folder, 'all.zip')
  await zip.saveAs(archive)
  execFileSync('unzip', ['-tq', archive])
  execFileSync('7z', ['t', archive], { stdio: 'ignore' })
  const out = join(folder, 'out')
  execFileSync('python3', [
    '-c',
    'import sys,zipfile; z=zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; z.extractall(sys.argv[2])',
    archive,
    out,
  ])
  expect((await readdir(out, { recursive: true })).sort()).toEqual(
    ['empty.txt', 'gearbox-housing-r7.dwg', 'quotes', join('quotes', ODD_NAME)].sort(),
  )
  expect(await sha256(join(out, 'gearbox-housing-r7.dwg'))).toBe(await sha256(big))
  expect(await sha256(join(out, 'quotes', ODD_NAME))).toBe(await sha256(odd))
  expect(readFileSync(join(out, 'empty.txt'))).toHaveLength(0)

  const [finished] = (await waybill.mailsTo(ada, 2)).filter(({ text }) => text.includes(chen))
  expect(finished?.text).toContain('gearbox-housing-r7.dwg')
  expect((await waybill.mailsTo(ada)).some(({ text }) => text.includes(asha))).toBe(false)
})
