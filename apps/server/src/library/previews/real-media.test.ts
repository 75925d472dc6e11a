/** Real video and audio in the viewer, at the origin of users' bytes, and files that lie about what or how large they are. */
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { freePort } from '#test/app/free-port'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { siteAtHost } from '#test/http/site-at-host'
import { type AccountPerson, makeAccount } from '#test/people/account-person'
import { type Recipient, sendTo } from '#test/people/recipient'
import { pdf } from '#test/storage/picture-files'

vi.setConfig({ testTimeout: 120_000 })

const recorded = (name: string) => readFile(new URL(`../../../../../e2e/fixtures/recordings/${name}`, import.meta.url))

let app: TestApp
let content: ReturnType<typeof siteAtHost>
let owner: AccountPerson
let video: Buffer
let audio: Buffer
beforeAll(async () => {
  const port = String(await freePort())
  app = await makeTestApp({ env: { PORT: port, CONTENT_URL: `http://bytes.example.net:${port}` } })
  content = siteAtHost(app, 'bytes.example.net')
  owner = await makeAccount(app, { role: 'pro' })
  video = await recorded('safari-video.mp4')
  audio = await recorded('safari-memo.m4a')
})
afterAll(() => app?.close())

interface Pressed {
  kind: string
  because: string | null
  url: string
}

/** What each file of a transfer shows to its recipient. */
async function pressAll(recipient: Recipient, paths: readonly string[]): Promise<Record<string, Pressed>> {
  const rows = await app.ctx.db
    .selectFrom('transfer_files')
    .select(['file_id', 'path'])
    .where('transfer_id', '=', recipient.transferId)
    .execute()
  const shown: Record<string, Pressed> = {}
  for (const path of paths) {
    const file = rows.find((row) => row.path === path)?.file_id ?? ''
    const answer = await recipient.browser.call('previewFile', { body: { ...recipient.link, file } })
    expect([path, answer.status]).toEqual([path, 200])
    shown[path] = answer.body
  }
  return shown
}

test('a player seeks in real video and audio at the content origin, and none of it is a download', async () => {
  const files = [
    { path: 'film.mp4', content: video },
    { path: 'song.m4a', content: audio },
  ]
  const recipient = await sendTo(app, files, owner)
  const shown = await pressAll(recipient, ['film.mp4', 'song.m4a'])
  for (const [{ path, content: bytes }, type] of [
    [files[0], 'video/mp4'],
    [files[1], 'audio/mp4'],
  ] as Array<[(typeof files)[number], string]>) {
    const url = shown[path]?.url ?? ''
    const led = await recipient.browser.fetch(url, { redirect: 'manual' })
    expect([led.status, led.headers.get('location')]).toEqual([307, `${app.config.contentUrl?.origin}${url}`])
    const last = bytes.length - 1
    for (const [range, from, to] of [
      ['bytes=0-1', 0, 2],
      ['bytes=0-', 0, bytes.length],
      [`bytes=${last - 999}-${last}`, last - 999, last + 1],
      [`bytes=${bytes.length >> 1}-`, bytes.length >> 1, bytes.length],
    ] as const) {
      const part = await content.fetch(url, { headers: { range } })
      expect([range, part.status, part.headers.get('content-type')]).toEqual([range, 206, type])
      expect(part.headers.get('content-range')).toBe(`bytes ${from}-${to - 1}/${bytes.length}`)
      expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(from, to))).toBe(true)
      expect(part.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
      expect(part.headers.get('x-content-type-options')).toBe('nosniff')
      // The page of the link, at another origin, plays it.
      expect(part.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    }
    expect((await content.fetch(url, { headers: { range: `bytes=${bytes.length}-` } })).status).toBe(416)
  }
  const deliveries = await app.ctx.db
    .selectFrom('deliveries')
    .innerJoin('recipients', 'recipients.id', 'deliveries.recipient_id')
    .select('deliveries.file_id')
    .where('recipients.transfer_id', '=', recipient.transferId)
    .execute()
  expect(deliveries).toEqual([])
})

test('a video under another name shows nothing, and other bytes under the name of a video neither', async () => {
  const page = Buffer.from('<!doctype html><script>alert(1)</script>')
  const files = [
    { path: 'film.png', content: video },
    { path: 'film.pdf', content: video },
    { path: 'film.txt', content: video },
    { path: 'film.mp3', content: pdf() },
    { path: 'page.mp4', content: page },
    { path: 'late.mp4', content: Buffer.concat([page, video]) },
    { path: 'plan.webm', content: pdf() },
    { path: 'cut.mp4', content: video.subarray(0, 8) },
  ]
  const paths = files.map(({ path }) => path)
  const shown = await pressAll(await sendTo(app, files, owner), paths)
  expect(Object.fromEntries(paths.map((path) => [path, shown[path]?.because]))).toEqual(
    Object.fromEntries(paths.map((path) => [path, 'not-as-named'])),
  )
})

/** Headers alone, each of an image of 60,000 × 60,000 pixels. */
const side = Buffer.from('ea60', 'hex')
const hugeHeaders = {
  'huge.png': Buffer.concat([
    Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
    Buffer.from('0000ea600000ea600802000000', 'hex'),
    Buffer.alloc(4),
  ]),
  'huge.jpg': Buffer.concat([
    Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex'),
    Buffer.from('ffc0001108', 'hex'),
    side,
    side,
    Buffer.from('03012200021101031101ffd9', 'hex'),
  ]),
  'huge.gif': Buffer.concat([
    Buffer.from('GIF89a'),
    Buffer.from('60ea60ea800000', 'hex'),
    Buffer.from('000000ffffff2c0000000060ea60ea0002024401003b', 'hex'),
  ]),
}

test('headers of images of 60,000 × 60,000 pixels are not drawn, neither small nor large', async () => {
  const files = Object.entries(hugeHeaders).map(([path, bytes]) => ({ path, content: bytes }))
  const recipient = await sendTo(app, files, owner)
  await app.runJobs()
  const shown = await pressAll(recipient, Object.keys(hugeHeaders))
  expect(Object.values(shown).map(({ kind, because }) => [kind, because])).toEqual(
    files.map(() => ['none', 'unreadable']),
  )
  const drawn = await app.ctx.db
    .selectFrom('thumbnails')
    .innerJoin('transfer_files', 'transfer_files.file_id', 'thumbnails.file_id')
    .select('thumbnails.webp')
    .where('transfer_files.transfer_id', '=', recipient.transferId)
    .execute()
  expect(drawn).toEqual(files.map(() => ({ webp: null })))
})

test('a PDF with a hole of megabytes, or that claims two gigabytes, is drawn or refused in words', async () => {
  const whole = pdf()
  const end = whole.indexOf('trailer')
  const hole = (bytes: number) =>
    Buffer.concat([whole.subarray(0, end), Buffer.alloc(bytes, '\n'), whole.subarray(end)])
  const claim = Buffer.from(whole.toString('latin1').replace(/\/Length \d+/, '/Length 2000000000'), 'latin1')
  const files = [
    { path: 'sparse.pdf', content: hole(30_000_000) },
    { path: 'larger.pdf', content: hole(40_000_001) },
    { path: 'claims.pdf', content: claim },
  ]
  const recipient = await sendTo(app, files, owner)
  const shown = await pressAll(
    recipient,
    files.map(({ path }) => path),
  )
  expect(shown['larger.pdf']).toMatchObject({ kind: 'none', because: 'too-large' })
  for (const path of ['sparse.pdf', 'claims.pdf']) {
    const { kind, because, url } = shown[path] as Pressed
    expect([path, kind, because].join()).toMatch(/,pdf,$|,none,unreadable$/)
    if (kind === 'pdf') expect((await recipient.browser.fetch(`${url}/1`)).status).toBe(200)
  }
})
