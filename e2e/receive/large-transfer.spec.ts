import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { downloadAll, expect, makeFile, newAddress, sendByCalls, sha256, test } from '../fixtures/journey.ts'
import type { WaybillServer } from '../fixtures/waybill-server.ts'

const run = promisify(execFile)
const COPIES = 650

/** Adds this many copies of the link's one file to its transfer. */
async function addCopies(waybill: WaybillServer, link: string): Promise<void> {
  const [, , slug = ''] = link.split('/')
  const copy = (table: string, id: string, changes: string) =>
    `insert into ${table} select made.* from transfers t
       join transfer_files of on of.transfer_id = t.id and of.position = 0
       join ${table} on ${table}.${id} = of.file_id, generate_series(1, ${COPIES}) as n,
       jsonb_populate_record(${table}, jsonb_build_object(${changes})) as made where t.slug = $1`
  await waybill.query(
    copy('files', 'id', `'id', 'copy-' || n || t.id, 'position', n, 'path', 'copy-' || n || '.txt'`),
    [slug],
  )
  await waybill.query(
    copy(
      'transfer_files',
      'file_id',
      `'file_id', 'copy-' || n || t.id, 'position', n, 'path', case when n > 640 then 'last/' else '' end || 'copy-' || n || '.txt'`,
    ),
    [slug],
  )
}

test('The page of a large transfer loads its files in parts, and the zip has all of them', async ({
  page,
  waybill,
  folder,
  newVisitor,
}) => {
  const [ada, asha] = [newAddress('ada'), newAddress('asha')]
  const note = await makeFile(folder, 'note.txt', 1_000)
  const link = await sendByCalls(waybill, { files: [note], recipients: [asha], sender: ada })
  await waybill.waitForJobs()
  await addCopies(waybill, link)

  const html = await (await page.request.get(link)).text()
  expect(html).toContain('copy-99.txt')
  expect(html).not.toContain('copy-100.txt')

  const reader = await newVisitor()
  await reader.goto(link)
  await expect(reader.getByRole('heading', { name: `${ada} sent you ${COPIES + 1} files` })).toBeVisible()
  const last = reader.getByText('last', { exact: true })
  await expect(async () => {
    await reader.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    await expect(last).toBeVisible({ timeout: 500 })
  }).toPass()
  await expect(reader.locator('.more-files a')).toHaveCount(0)
  const { stdout } = await run('unzip', ['-l', await downloadAll(reader)])
  expect(stdout).toContain(`${COPIES + 1} files`)
})

test('Without scripts a large transfer has pages of files, and each file downloads', async ({
  waybill,
  folder,
  newVisitor,
}) => {
  const [ada, asha] = [newAddress('ada'), newAddress('asha')]
  const note = await makeFile(folder, 'note.txt', 1_000)
  const link = await sendByCalls(waybill, { files: [note], recipients: [asha], sender: ada })
  await waybill.waitForJobs()
  await addCopies(waybill, link)

  const reader = await newVisitor({ javaScriptEnabled: false })
  await reader.goto(link)
  await expect(reader.getByText('copy-99.txt', { exact: true })).toBeVisible()
  await reader.getByRole('link', { name: `${COPIES + 1 - 100} more files` }).click()
  await expect(reader.getByText('copy-100.txt', { exact: true })).toBeVisible()
  await expect(reader.getByText('copy-99.txt', { exact: true })).toHaveCount(0)
  const [download] = await Promise.all([
    reader.waitForEvent('download'),
    reader.getByRole('button', { name: 'Download copy-199.txt' }).click(),
  ])
  expect(await sha256(await download.path())).toBe(await sha256(note))
  await reader.getByRole('link', { name: '1–100' }).click()
  await expect(reader.getByText('note.txt', { exact: true })).toBeVisible()
})
