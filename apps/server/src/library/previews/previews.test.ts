import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '#test/people/people'
import { halves, pagedPdf, pixelFlood, svg } from '#test/storage/picture-files'
import { codeOf, GuardedLinks, type GuardedTransfer, grant, PASSWORD, pageOf } from '#test/transfers/guarded-links'

const files = async () => [
  { path: 'photo.png', content: await halves(800, 600).png().toBuffer() },
  { path: 'lie.png', content: svg },
  { path: 'plan.txt', content: Buffer.from('plan') },
]

let links: GuardedLinks
beforeAll(async () => {
  links = await GuardedLinks.open()
})
afterAll(() => links?.close())

/** The thumbnails of a page's HTML. */
const thumbnailsOf = (html: string) =>
  [...html.matchAll(/<img[^>]*src="(\/thumbnails\/[^"]+)"/g)].map(([, path = '']) => path)
const statusOf = async (reader: Person, path: string) => (await reader.fetch(path)).status

describe('thumbnails on the page of a link', () => {
  test('are in its HTML, in boxes of a fixed size, for pictures that were drawn', async () => {
    const { path } = await links.send('email', await files())
    await links.app.runJobs()
    const reader = links.stranger()
    const { text } = await pageOf(reader, path)
    const [thumbnail = '', ...others] = thumbnailsOf(text)
    expect(others).toEqual([])
    expect(text).toMatch(/<img[^>]* alt="Thumbnail of photo.png" width="40" height="40" loading="lazy"/)
    const shown = await reader.fetch(thumbnail)
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/webp'])
    expect(shown.headers.get('cache-control')).toMatch(/^private/)
    expect(shown.headers.get('content-security-policy')).toContain('sandbox')
    const [, , slug = '', pass = '', file = ''] = thumbnail.split('/')
    const other = await links.send('email', await files())
    const forged = [
      // Of the last letter some bits count for nothing.
      `/thumbnails/${slug}/${pass.replace(/.(?=.$)/, (letter) => (letter === 'A' ? 'B' : 'A'))}/${file}`,
      `/thumbnails/${slug}/${pass.replace(/\.\d+\./, '.9999999999999.')}/${file}`,
      `/thumbnails/${slug}/${pass}/${file.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a'))}`,
      `/thumbnails/${other.link.slug}/${pass}/${file}`,
    ]
    for (const wrong of forged) expect([wrong, await statusOf(reader, wrong)]).toEqual([wrong, 404])
  })

  test('end with a pause, a password and the expiry', async () => {
    const { id, path } = await links.send('email', await files())
    await links.app.runJobs()
    const reader = links.stranger()
    const [thumbnail = ''] = thumbnailsOf((await pageOf(reader, path)).text)
    await links.edit(id, { isPaused: true })
    expect(await statusOf(reader, thumbnail)).toBe(403)
    await links.edit(id, { isPaused: false, password: PASSWORD })
    expect(await statusOf(reader, thumbnail)).not.toBe(200)
    expect(thumbnailsOf((await pageOf(reader, path)).text)).toEqual([])
  })
})

/** The first bytes of media; players never come here. */
const webm = Buffer.concat([
  Buffer.from('1a45dfa39f4286810142f7810142f2810442f381084282847765626d', 'hex'),
  Buffer.alloc(400_000, 7),
])
const mp3 = Buffer.concat([Buffer.from('ID3'), Buffer.alloc(5_000, 1)])
const html = Buffer.from('<script>alert(1)</script>')

const fileOf = async (name: string, transfer: GuardedTransfer): Promise<string> => {
  const { rows } = await sql<{ file_id: string }>`
    select file_id from transfer_files where transfer_id = ${transfer.id} and path = ${name}`.execute(links.app.ctx.db)
  return rows[0]?.file_id ?? ''
}
const press = async (reader: Person, transfer: GuardedTransfer, name: string) =>
  reader.call('previewFile', { body: { ...transfer.link, file: await fileOf(name, transfer) } })
const entriesOf = async ({ id }: GuardedTransfer) => {
  const { rows } = await sql<{ kind: string; path: string | null }>`
    select kind, path from events where transfer_id = ${id} and recipient_id is not null
      and kind in ('opened', 'previewed', 'begun', 'delivered', 'finished') order by place`.execute(links.app.ctx.db)
  return rows.map(({ kind, path }) => (path === null ? kind : `${kind} ${path}`))
}

describe('a preview', () => {
  test('shows pictures that the server drew, a text’s beginning, and media by range; none is a download', async () => {
    const transfer = await links.send('email', [
      { path: 'photo.png', content: await halves(3_000, 1_000).png().toBuffer() },
      { path: 'plan.pdf', content: pagedPdf(30) },
      { path: 'page.txt', content: html },
      { path: 'long.csv', content: Buffer.alloc(300_000, 'a,b\n') },
      { path: 'film.webm', content: webm },
      { path: 'song.mp3', content: mp3 },
    ])
    const reader = links.stranger()
    const photo = await press(reader, transfer, 'photo.png')
    expect(photo.body).toMatchObject({ kind: 'picture', because: null, pages: 1 })
    const drawn = await reader.fetch(`${photo.body.url}/1`)
    expect([drawn.status, drawn.headers.get('content-type')]).toEqual([200, 'image/webp'])
    const { width, height } = await sharp(Buffer.from(await drawn.arrayBuffer())).metadata()
    expect([width, height]).toEqual([1_600, 533])

    const plan = await press(reader, transfer, 'plan.pdf')
    expect(plan.body).toMatchObject({ kind: 'pdf', pages: 30 })
    expect(await statusOf(reader, `${plan.body.url}/20`)).toBe(200)
    for (const page of ['21', '0', '1x', '-1']) expect(await statusOf(reader, `${plan.body.url}/${page}`)).toBe(404)

    const page = await reader.fetch((await press(reader, transfer, 'page.txt')).body.url)
    expect([page.headers.get('content-type'), await page.text()]).toEqual(['text/plain', html.toString()])
    for (const [name, value] of [
      ['content-security-policy', "default-src 'none'; sandbox"],
      ['x-content-type-options', 'nosniff'],
      ['content-disposition', 'attachment; filename=page.txt'],
    ] as const)
      expect(page.headers.get(name)).toBe(value)
    const long = await reader.fetch((await press(reader, transfer, 'long.csv')).body.url)
    expect((await long.arrayBuffer()).byteLength).toBe(262_144)

    const film = await press(reader, transfer, 'film.webm')
    expect(film.body).toMatchObject({ kind: 'video' })
    const part = await reader.fetch(film.body.url, { headers: { range: 'bytes=399900-' } })
    expect([part.status, part.headers.get('content-type')]).toEqual([206, 'video/webm'])
    const whole = await reader.fetch(film.body.url)
    expect(Buffer.from(await whole.arrayBuffer()).equals(webm)).toBe(true)
    const song = await reader.fetch((await press(reader, transfer, 'song.mp3')).body.url)
    expect(song.headers.get('content-type')).toBe('audio/mpeg')

    await press(reader, transfer, 'photo.png')
    expect(await entriesOf(transfer)).toEqual([
      'opened',
      ...['photo.png', 'plan.pdf', 'page.txt', 'long.csv', 'film.webm', 'song.mp3'].map((name) => `previewed ${name}`),
    ])
    const granted = film.body.url.split('/')[2]
    expect((await reader.call('describeDownload', { body: { grant: granted } })).body.code).toBe('grant-not-found')
    expect(await statusOf(reader, `/get/${granted}/file/${await fileOf('film.webm', transfer)}/film.webm`)).toBe(404)
    const download = (await grant(reader, transfer.link)).body.grant
    expect(await statusOf(reader, `/get/${download}/preview/${await fileOf('film.webm', transfer)}`)).toBe(404)
    expect(await statusOf(reader, film.body.url.replace(/[^/]+$/, await fileOf('song.mp3', transfer)))).toBe(404)
  })

  test('says why there is none, and records nothing then', async () => {
    const flood = await pixelFlood(60_000)
    const transfer = await links.send('email', [
      { path: 'flood.png', content: flood },
      { path: 'drawing.svg', content: svg },
      { path: 'photo.heic', content: Buffer.from('000000186674797068656963', 'hex') },
      { path: 'film.mp4', content: html },
      { path: 'song.mp3', content: webm },
      { path: 'notes.txt', content: webm },
      { path: 'broken.pdf', content: Buffer.from('%PDF-1.4 and nothing more') },
      { path: 'none.txt', content: Buffer.alloc(0) },
      { path: 'huge.pdf', content: Buffer.concat([Buffer.from('%PDF-1.4'), Buffer.alloc(5_000)]) },
      { path: 'housing.dwg', content: Buffer.from('AC1032') },
    ])
    // What a file of two gigabytes would say of itself.
    await sql`update files set bytes = 2000000000 where id = ${await fileOf('huge.pdf', transfer)}`.execute(
      links.app.ctx.db,
    )
    const reader = links.stranger()
    const because: Record<string, string> = {}
    for (const name of ['flood.png', 'drawing.svg', 'photo.heic', 'film.mp4', 'song.mp3', 'notes.txt', 'broken.pdf'])
      because[name] = (await press(reader, transfer, name)).body.because
    for (const name of ['none.txt', 'huge.pdf', 'housing.dwg'])
      because[name] = (await press(reader, transfer, name)).body.because
    expect(because).toEqual({
      'flood.png': 'unreadable',
      'drawing.svg': 'not-as-named',
      'photo.heic': 'not-as-named',
      'film.mp4': 'not-as-named',
      'song.mp3': 'not-as-named',
      'notes.txt': 'not-as-named',
      'broken.pdf': 'unreadable',
      'none.txt': 'empty',
      'huge.pdf': 'too-large',
      'housing.dwg': 'not-as-named',
    })
    expect(await entriesOf(transfer)).toEqual([])
    await sql`update files set bytes = 5008 where id = ${await fileOf('huge.pdf', transfer)}`.execute(links.app.ctx.db)
  })

  test('gives nothing that a limit keeps, and ends with the link’s right', async () => {
    const transfer = await links.send('email', await files())
    const reader = links.stranger()
    const { url } = (await press(reader, transfer, 'plan.txt')).body
    await links.edit(transfer.id, { isPaused: true })
    expect(await statusOf(reader, url)).toBe(403)
    expect(codeOf(await press(reader, transfer, 'plan.txt'))).toBe('transfer-paused')
    await links.edit(transfer.id, { isPaused: false })
    expect(await statusOf(reader, url)).toBe(200)
    await links.edit(transfer.id, { downloadLimit: 1 })
    expect(await statusOf(reader, url)).not.toBe(200)
    expect((await press(reader, transfer, 'plan.txt')).body).toMatchObject({ kind: 'none', because: 'limited' })
    await links.edit(transfer.id, { downloadLimit: null, password: PASSWORD })
    expect(await statusOf(reader, url)).not.toBe(200)
    expect(codeOf(await press(reader, transfer, 'plan.txt'))).toBe('link-locked')
  })

  test('is refused where the sender locks the link while the picture is drawn', async () => {
    const transfer = await links.send('email', await files())
    const reader = links.stranger()
    const { db } = links.app.ctx
    const isWaiting = async () =>
      (await sql`select from pg_locks where relation = 'previews'::regclass and not granted`.execute(db)).rows.length
    const { pressed } = await db.transaction().execute(async (tx) => {
      // The picture is drawn, and cannot be stored.
      await sql`lock table previews in exclusive mode`.execute(tx)
      const pressed = press(reader, transfer, 'photo.png')
      await expect.poll(isWaiting, { timeout: 20_000 }).toBe(1)
      await links.edit(transfer.id, { password: PASSWORD })
      return { pressed }
    })
    expect(codeOf(await pressed)).toBe('link-locked')
    expect(await entriesOf(transfer)).toEqual([])
  })

  test('stops drawing where the files of a sender have used their time', async () => {
    const transfer = await links.send('email', await files())
    const id = await fileOf('photo.png', transfer)
    const { db } = links.app.ctx
    const reader = links.stranger()
    expect((await press(reader, transfer, 'photo.png')).body.kind).toBe('picture')
    await sql`update previews set webp = null, took_ms = 120000 where file_id = ${id}`.execute(db)
    expect((await press(reader, transfer, 'photo.png')).body).toMatchObject({ kind: 'none', because: 'used-up' })
    await sql`update previews set took_ms = 1 where file_id = ${id}`.execute(db)
    const bot = { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' }
    const asked = await reader.call('previewFile', { body: { ...transfer.link, file: id }, headers: bot })
    expect(asked.body.because).toBe('machine')
    expect((await press(reader, transfer, 'photo.png')).body.kind).toBe('picture')
  })
})
