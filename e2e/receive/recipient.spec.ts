import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { APIResponse, Locator, Page } from '@playwright/test'
import { halves, pagedPdf } from '../../apps/server/test/storage/picture-files.ts'
import { auditNow } from '../fixtures/accessibility-audit.ts'
import { cutEvery } from '../fixtures/cutting-proxy.ts'
import { downloadAll, expect, makeFile, newAddress, sendByCalls, sha256, test } from '../fixtures/journey.ts'
import { playAndSeek } from '../pages/recorder.ts'

const run = promisify(execFile)

/** A page's HTML without the parts that differ in every answer. */
const bodyOf = async (response: APIResponse) => (await response.text()).replaceAll(/nonce="[^"]+"/g, '')

async function downloadBy(page: Page, name: string | RegExp): Promise<string> {
  const button = page.getByRole('button', { name })
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()])
  return download.path()
}

/** Statuses and types of what players get of the link's files. */
function followPlayed(page: Page): () => string[] {
  const seen = new Set<string>()
  page.on('response', (response) => {
    const isPlayed =
      response.request().resourceType() === 'media' && new URL(response.url()).pathname.startsWith('/get/')
    if (isPlayed) seen.add(`${response.status()} ${response.headers()['content-type']}`)
  })
  return () => [...seen].sort()
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

/** A second of silence. */
function silence(): Buffer {
  const head = Buffer.from('RIFF....WAVEfmt ....................data....', 'latin1')
  head.writeUInt32LE(36 + 8_000, 4)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(8_000, 24)
  head.writeUInt32LE(8_000, 28)
  head.writeUInt16LE(1, 32)
  head.writeUInt16LE(8, 34)
  head.writeUInt32LE(8_000, 40)
  return Buffer.concat([head, Buffer.alloc(8_000, 128)])
}

/** One finger from the middle of the element, by so many pixels. */
function swipe(on: Locator, x: number, y: number): Promise<void> {
  return on.evaluate(
    (element, [dx, dy]) => {
      const touch = (clientX: number, clientY: number) =>
        new Touch({ identifier: 1, target: element, clientX, clientY })
      const [from, to] = [touch(400, 300), touch(400 + dx, 300 + dy)]
      const options = { bubbles: true, cancelable: true }
      element.dispatchEvent(new TouchEvent('touchstart', { ...options, touches: [from], changedTouches: [from] }))
      element.dispatchEvent(new TouchEvent('touchend', { ...options, touches: [], changedTouches: [to] }))
    },
    [x, y] as const,
  )
}

test('A recipient looks at files without downloading them, by mouse, keys and Back', async ({
  waybill,
  folder,
  newVisitor,
}) => {
  const [ada, asha] = [newAddress('ada'), newAddress('asha')]
  const contents: Record<string, Buffer> = {
    'a-front.png': await halves(2_000, 1_200).png().toBuffer(),
    'b-back.png': await halves(600, 900).png().toBuffer(),
    'c-left.jpg': await halves(400, 400).jpeg().toBuffer(),
    'd-right.jpg': await halves(400, 400).jpeg().toBuffer(),
    'e-plan.pdf': pagedPdf(22),
    'f-offer.txt': Buffer.from('b1a8bcdb', 'hex'),
    'g-page.md': Buffer.from('a page: <script>document.title = "run"</script>'),
    'h-call.wav': silence(),
    'h-clip.mp4': await readFile(join(import.meta.dirname, '../fixtures/recordings/safari-video.mp4')),
    'i-film.mp4': Buffer.from('not a film'),
  }
  const files = Object.keys(contents).map((name) => join(folder, name))
  for (const location of files) await writeFile(location, contents[location.slice(folder.length + 1)] ?? '')
  const link = await sendByCalls(waybill, { files, recipients: [asha], sender: ada })
  const drawn = () =>
    waybill.query(
      `select 1 from thumbnails th join files f on f.id = th.file_id join transfers t using (upload_id)
        where t.slug = $1 and th.webp is not null`,
      [link.split('/')[2]],
    )
  await expect.poll(async () => (await drawn()).length, { timeout: 30_000 }).toBe(5)

  const plain = await newVisitor({ javaScriptEnabled: false })
  await plain.goto(link)
  await expect(plain.getByAltText('Thumbnail of a-front.png')).toHaveJSProperty('naturalWidth', 320)

  const reader = await newVisitor()
  const played = followPlayed(reader)
  await reader.goto(link)
  const viewer = reader.getByRole('dialog')
  await reader.getByRole('button', { name: 'Preview a-front.png' }).click()
  await expect(viewer.getByAltText('a-front.png')).toHaveJSProperty('naturalWidth', 1_600)
  await viewer.getByRole('button', { name: 'Enlarge' }).click()
  await expect(viewer.getByAltText('a-front.png')).toHaveJSProperty('width', 1_600)
  await reader.keyboard.press('ArrowRight')
  await expect(viewer.getByAltText('b-back.png')).toHaveJSProperty('naturalHeight', 900)
  await reader.keyboard.press('Escape')
  await expect(viewer).toBeHidden()
  await expect(reader.getByRole('button', { name: 'Preview a-front.png' })).toBeFocused()
  await reader.getByRole('button', { name: 'Preview e-plan.pdf' }).press('Enter')
  await expect(viewer.getByAltText('Page 1 of 22')).toHaveJSProperty('naturalHeight', 1_600)
  expect(await auditNow(reader, 'the viewer')).toEqual([])
  await reader.goBack()
  await expect(viewer).toBeHidden()
  await expect(reader.getByRole('heading', { name: `${ada} sent you 10 files` })).toBeVisible()

  // Loaded again while a file is open, the page is without it, and one Back leads to the page before.
  await reader.goto('/contact')
  await reader.goto(link)
  await reader.getByRole('button', { name: 'Preview a-front.png' }).click()
  await expect(viewer.getByAltText('a-front.png')).toHaveJSProperty('naturalWidth', 1_600)
  // A finger to the left goes on, to the right back; one that scrolls stays.
  await swipe(viewer, -120, 10)
  await expect(viewer.getByAltText('b-back.png')).toBeVisible()
  await swipe(viewer, 120, -10)
  await expect(viewer.getByAltText('a-front.png')).toBeVisible()
  await swipe(viewer, -120, 200)
  await expect(viewer.getByAltText('a-front.png')).toBeVisible()
  await reader.reload()
  await expect(reader.getByRole('button', { name: 'Preview a-front.png' })).toBeVisible()
  await expect.poll(() => reader.evaluate(() => history.state?.waybillOverlay ?? null)).toBeNull()
  await reader.goBack()
  await expect(reader).toHaveURL('/contact')
  await reader.goto(link)

  await reader.getByRole('button', { name: 'View all as a gallery' }).click()
  await viewer.getByRole('button', { name: 'f-offer.txt' }).click()
  await expect(viewer.getByText('报价')).toBeVisible()
  await reader.keyboard.press('ArrowRight')
  await expect(viewer.getByText('<script>document.title')).toBeVisible()
  await expect(reader).not.toHaveTitle('run')
  await viewer.getByRole('button', { name: 'Next file' }).click()
  await expect(viewer.locator('audio')).toHaveJSProperty('duration', 1)
  expect(await playAndSeek(reader, 'dialog audio')).toMatchObject({ seekable: 1, error: null })
  await viewer.getByRole('button', { name: 'Next file' }).click()
  const clip = await playAndSeek(reader, 'dialog video')
  expect(clip).toMatchObject({ seekable: clip.duration, error: null })
  expect(clip.left).toBeLessThan(0.41)
  expect(played()).toEqual(['206 audio/wav', '206 video/mp4'])
  await viewer.getByRole('button', { name: 'Next file' }).click()
  await expect(viewer.getByText('This kind of file cannot be shown here. Download it to open it.')).toBeVisible()
  // Whoever looks has downloaded nothing.
  const counted = () =>
    waybill.query<{ path: string }>(
      `select f.path from deliveries d join files f on f.id = d.file_id join transfers t using (upload_id)
        where t.slug = $1 and (d.bytes > 0 or d.finished_at is not null)`,
      [link.split('/')[2]],
    )
  expect(await counted()).toEqual([])
  const [download] = await Promise.all([
    reader.waitForEvent('download'),
    viewer.getByRole('button', { name: 'Download', exact: true }).click(),
  ])
  expect(download.suggestedFilename()).toBe('i-film.mp4')
  await expect.poll(counted, { timeout: 30_000 }).toEqual([{ path: 'i-film.mp4' }])
  const looked = await waybill.query<{ path: string }>(
    "select path from events join transfers t on t.id = transfer_id where slug = $1 and kind = 'previewed' order by place",
    [link.split('/')[2]],
  )
  const seen = ['a-front.png', 'b-back.png', 'e-plan.pdf', 'f-offer.txt', 'g-page.md', 'h-call.wav', 'h-clip.mp4']
  expect(looked.map(({ path }) => path)).toEqual(seen)
})
