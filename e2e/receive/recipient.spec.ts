import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { APIResponse, Page } from '@playwright/test'
import { cutEvery } from '../fixtures/cutting-proxy.ts'
import { downloadAll, expect, makeFile, newAddress, sendByCalls, sha256, test } from '../fixtures/journey.ts'

const run = promisify(execFile)

/** A page's HTML without the parts that differ in every answer. */
const bodyOf = async (response: APIResponse) => (await response.text()).replaceAll(/nonce="[^"]+"/g, '')

async function downloadBy(page: Page, name: string | RegExp): Promise<string> {
  const button = page.getByRole('button', { name })
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()])
  return download.path()
}

test('Without scripts a recipient sees the files and downloads one or all of them', async ({
  waybill,
  folder,
  newVisitor,
}) => {
  const [ada, asha] = [newAddress('ada'), newAddress('asha')]
  const drawing = await makeFile(folder, 'housing.dwg', 2_000_000)
  const quote = await makeFile(folder, 'quote.pdf', 300_000)
  const message = 'Quote by Friday,\nplease.'
  const link = await sendByCalls(waybill, { files: [drawing, quote], recipients: [asha], sender: ada, message })

  const reader = await newVisitor({ javaScriptEnabled: false })
  await reader.goto(link)
  await expect(reader.getByRole('heading', { name: `${ada} sent you 2 files` })).toBeVisible()
  await expect(reader.getByText('Quote by Friday,')).toBeVisible()
  await expect(reader.getByText('2 files, 2.3 MB')).toBeVisible()
  await expect(reader.getByText(/^Expires .* UTC$/)).toBeVisible()
  expect(await sha256(await downloadBy(reader, 'Download quote.pdf'))).toBe(await sha256(quote))

  const zip = await downloadBy(reader, /^Download all/)
  const { stdout } = await run('unzip', ['-p', zip, 'housing.dwg'], { encoding: 'buffer', maxBuffer: 4_000_000 })
  await writeFile(join(folder, 'out.dwg'), stdout)
  expect(await sha256(join(folder, 'out.dwg'))).toBe(await sha256(drawing))
})

test('An expired link says so; unknown, removed and incomplete links give the same answer', async ({
  waybill,
  folder,
  newVisitor,
}) => {
  const [ada, asha] = [newAddress('ada'), newAddress('asha')]
  const note = await makeFile(folder, 'note.txt', 1_000)
  const link = await sendByCalls(waybill, { files: [note], recipients: [asha], sender: ada })
  const [, , slug = ''] = link.split('/')

  const reader = await newVisitor()
  await reader.goto(link)
  await waybill.expire(link)
  await reader.getByRole('button', { name: /^Download/ }).click()
  await expect(reader.getByRole('heading', { name: `What ${ada} sent you has expired` })).toBeVisible()
  expect((await reader.goto(link))?.status()).toBe(410)
  await expect(reader.getByRole('heading', { name: `What ${ada} sent you has expired` })).toBeVisible()
  await expect(reader.getByText('note.txt')).toHaveCount(0)

  // A bare link offers to send a lost email again, whatever its slug: each gives the same answer as an unknown link.
  const paths = ['/d/SLUG', '/w/SLUG', '/downloads/SLUG', '/d/SLUG/AAAAAAAAAAAAAAAAAAAAAA']
  for (const path of paths) {
    const unknown = await reader.request.get(path.replace('SLUG', '0000000'))
    const response = await reader.request.get(path.replace('SLUG', slug))
    expect([path, unknown.status(), response.status()]).toEqual([path, 404, 404])
    expect([path, await bodyOf(response)]).toEqual([path, await bodyOf(unknown)])
  }
  await waybill.remove(link)
  const removed = await reader.goto(link)
  expect(removed?.status()).toBe(404)
  const unknown = await reader.request.get('/d/0000000/AAAAAAAAAAAAAAAAAAAAAA')
  expect(await bodyOf(await reader.request.get(link))).toBe(await bodyOf(unknown))
  await expect(reader.getByRole('heading', { name: 'There is nothing at this link' })).toBeVisible()
})

test('A link that ends in zip focuses the download button and starts nothing', async ({
  waybill,
  folder,
  newVisitor,
}) => {
  const [ada, asha] = [newAddress('ada'), newAddress('asha')]
  const files = [await makeFile(folder, 'a.txt', 1_000), await makeFile(folder, 'b.txt', 1_000)]
  const link = await sendByCalls(waybill, { files, recipients: [asha], sender: ada })

  const reader = await newVisitor()
  await reader.goto(`${link.replace('/d/', '/downloads/')}/zip`)
  await expect(reader.getByRole('button', { name: /^Download all/ })).toBeFocused()
  await reader.reload()
  await expect(reader.getByRole('button', { name: /^Download all/ })).toBeFocused()
  expect(
    await waybill.query('select 1 from grants join transfers on transfers.id = transfer_id where slug = $1', [
      link.split('/')[2],
    ]),
  ).toEqual([])
  const [download] = await Promise.all([reader.waitForEvent('download'), reader.keyboard.press('Enter')])
  expect(download.suggestedFilename()).toMatch(/\.zip$/)
})

test('A download resumes after broken connections, and the sender is notified once', async ({
  waybill,
  folder,
  newVisitor,
}) => {
  const [ada, asha] = [newAddress('ada'), newAddress('asha')]
  const drawing = await makeFile(folder, 'housing.dwg', 60_000_000)
  const quote = await makeFile(folder, 'quote.pdf', 3_000_000)
  const link = await sendByCalls(waybill, { files: [drawing, quote], recipients: [asha], sender: ada })

  const reader = await newVisitor()
  await reader.goto(link)
  const pressed = reader.waitForEvent('download')
  await reader.getByRole('button', { name: /^Download all/ }).click()
  const download = await pressed
  await download.cancel()

  const proxy = await cutEvery(25_000_000, waybill.port)
  const zip = join(folder, 'all.zip')
  const around = ['--connect-to', `localhost:${waybill.port}:127.0.0.1:${proxy.port}`]
  const curl = () => run('curl', ['-sSf', '-C', '-', ...around, '-o', zip, download.url()])
  for (let isWhole = false; !isWhole; ) {
    isWhole = await curl().then(
      () => true,
      (error: { code?: number }) => {
        // curl's exit codes 18 and 56: the connection ended too early.
        expect([18, 56]).toContain(error.code)
        return false
      },
    )
  }
  await proxy.close()
  expect(proxy.cuts()).toBe(2)
  await run('unzip', ['-q', zip, '-d', join(folder, 'out')])
  expect(await sha256(join(folder, 'out', 'housing.dwg'))).toBe(await sha256(drawing))
  expect(await sha256(join(folder, 'out', 'quote.pdf'))).toBe(await sha256(quote))

  const told = async () => (await waybill.mailsTo(ada)).filter(({ text }) => text.includes('housing.dwg'))
  await expect.poll(async () => (await told()).length).toBe(1)
  expect(await sha256(await downloadAll(reader))).toBe(await sha256(zip))
  await waybill.waitForJobs()
  expect(await told()).toHaveLength(1)
})
