import type { Page } from '@playwright/test'
import { auditNow } from '../fixtures/accessibility-audit.ts'
import { downloadAll, expect, makeFile, newAddress, sendByCalls, sha256, test } from '../fixtures/journey.ts'

/** The browser's own question cannot be answered by a test: the file that it would give is in the private file system. */
async function answerPicker(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const showSaveFilePicker = async ({ suggestedName }: { suggestedName: string }) =>
      (await navigator.storage.getDirectory()).getFileHandle(suggestedName, { create: true })
    Object.assign(window, { showSaveFilePicker })
  })
}

/** The SHA-256 of a saved file, hex. */
const savedSum = (page: Page, name: string) =>
  page.evaluate(async (name) => {
    const file = await (await (await navigator.storage.getDirectory()).getFileHandle(name)).getFile()
    const sum = new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()))
    return [...sum].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  }, name)

const fast = (page: Page) => page.getByRole('button', { name: 'Fast download' })
const part = (page: Page) => page.getByRole('region', { name: 'Fast download' })

test('A fast download comes over several origins, survives a closed tab, and is counted once', async ({
  waybill,
  folder,
  newVisitor,
}) => {
  const [ada, asha] = [newAddress('ada'), newAddress('asha')]
  const drawing = await makeFile(folder, 'housing.dwg', 30_000_000)
  const link = await sendByCalls(waybill, { files: [drawing], recipients: [asha], sender: ada })

  const reader = await newVisitor({ viewport: { width: 360, height: 740 } })
  await answerPicker(reader)
  const ranges: string[] = []
  await reader.route('**/get/**', async (route) => {
    ranges.push(`${new URL(route.request().url()).port} ${route.request().headers().range}`)
    // The others wait, as on a line that carries nothing more.
    if (ranges.length <= 6) await route.continue()
  })
  await reader.goto(link)
  await expect(reader.getByRole('button', { name: /^Download/ })).toBeVisible()
  await fast(reader).press('Enter')
  const progress = part(reader).getByRole('progressbar', { name: 'Progress' })
  await expect.poll(async () => Number(await progress.getAttribute('value'))).toBeGreaterThan(1_000_000)
  expect(await auditNow(reader, 'a fast download, 360')).toEqual([])
  await part(reader).getByRole('button', { name: 'Pause' }).click()
  await expect(part(reader).getByText('Paused. What has arrived is kept')).toBeVisible()
  expect(new Set(ranges.map((one) => one.split(' ')[0])).size).toBe(4)
  const context = reader.context()
  await reader.close()

  const again = await context.newPage()
  await answerPicker(again)
  const asked: number[] = []
  again.on('request', (request) => {
    const range = /bytes=(\d+)-/.exec(request.headers().range ?? '')
    if (range) asked.push(Number(range[1]))
  })
  await again.goto(link)
  await expect(part(again).getByText('Part of this download is already in this browser.')).toBeVisible()
  await part(again).getByRole('button', { name: 'Continue' }).click()
  await expect(part(again).getByText('housing.dwg, 30 MB, is saved and checked.')).toBeVisible()
  expect(await savedSum(again, 'housing.dwg')).toBe(await sha256(drawing))
  // The first byte came before the tab was closed.
  expect(asked.length).toBeGreaterThan(1)
  expect(asked).not.toContain(0)

  await expect
    .poll(() =>
      waybill.query(
        `select count(*)::int as finished from events e join transfers t on t.id = e.transfer_id
         where t.slug = $1 and e.kind = 'finished'`,
        [link.split('/')[2]],
      ),
    )
    .toEqual([{ finished: 1 }])
  await again.reload()
  await expect(fast(again)).toBeVisible()
  await expect(part(again)).toHaveCount(0)
})

test('A fast zip lands among the downloads, with altered bytes fetched again; what is withdrawn is not kept', async ({
  waybill,
  folder,
  newVisitor,
}) => {
  const [ada, asha] = [newAddress('ada'), newAddress('asha')]
  const files = [await makeFile(folder, 'film.mov', 12_000_000), await makeFile(folder, 'note.txt', 1_000)]
  const link = await sendByCalls(waybill, { files, recipients: [asha], sender: ada })

  const reader = await newVisitor()
  await reader.addInitScript(() => Object.assign(window, { showSaveFilePicker: undefined }))
  await reader.goto(link)
  const whole = await sha256(await downloadAll(reader))
  let altered = 0
  await reader.route('**/get/**', async (route) => {
    const answer = await route.fetch()
    const body = await answer.body()
    if (altered++ === 0) body[100] = (body[100] ?? 0) ^ 1
    await route.fulfill({ response: answer, body })
  })
  const [download] = await Promise.all([reader.waitForEvent('download'), fast(reader).click()])
  expect(await sha256(await download.path())).toBe(whole)
  await expect(part(reader).getByText(/has arrived and is checked/)).toBeVisible()
  expect(altered).toBeGreaterThan(2)

  // Withdrawn in the middle: connections break, and the server says why to the next ones.
  // The slower one of two connections for the last bytes was cancelled, and may still be on its way to the server.
  await reader.unrouteAll({ behavior: 'ignoreErrors' })
  let asked = 0
  const withdraw = () =>
    waybill.query(
      `update files set withdrawn_at = now() where path = 'film.mov' and id in (
         select tf.file_id from transfer_files tf join transfers t on t.id = tf.transfer_id where t.slug = $1)`,
      [link.split('/')[2]],
    )
  let withdrawn: Promise<unknown> | null = null
  await reader.route('**/get/**', async (route) => {
    if (++asked < 3) return route.abort('connectionreset')
    // Connections that ask at the same moment wait for it too: they could bring everything else before.
    withdrawn ??= withdraw()
    await withdrawn
    await route.continue()
  })
  await reader.reload()
  await fast(reader).click()
  await expect(part(reader).getByRole('alert')).not.toBeEmpty()
  await expect(part(reader).getByRole('button', { name: 'Try again' })).toBeVisible()
  await expect(part(reader).getByRole('button', { name: 'Cancel' })).toHaveCount(0)

  const plain = await newVisitor({ javaScriptEnabled: false })
  await plain.goto(link)
  await expect(fast(plain)).toHaveCount(0)
})
