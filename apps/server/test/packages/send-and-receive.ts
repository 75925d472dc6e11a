/** What every package must do: take files, draw what can be drawn, and give the same bytes back. */
import sharp from 'sharp'
import { expect } from 'vitest'
import { until } from '../app/until.ts'
import { makePerson, type SentFile, type Site } from '../people/people.ts'
import { noise } from '../people/recipient.ts'
import { halves, pagedPdf } from '../storage/picture-files.ts'

/** Until a busy machine has drawn. */
const PATIENCE_MS = 120_000
const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/146.0.0.0 Safari/537.36'

export interface SentThere {
  files: SentFile[]
  /** `/d/{slug}/{user}` */
  link: string
}

/** Sends a picture, a document and twelve megabytes by email, and waits until the first two are drawn. */
export async function sendThere(site: Site): Promise<SentThere> {
  const files = [
    { path: 'photo.png', content: await halves(800, 600).png().toBuffer() },
    { path: 'plan.pdf', content: pagedPdf(2) },
    { path: 'drawings.zip', content: noise(12_000_000) },
  ]
  const sender = makePerson(site)
  await sender.prove()
  const reader = 'asha@rao-forge.example'
  const { links } = await sender.send({ files, emailTo: [reader] })
  const link = links[reader] ?? ''
  const browser = makePerson(site)
  const drawn = async () => {
    const html = await (await browser.fetch(link, { headers: { 'user-agent': CHROME } })).text()
    return [...html.matchAll(/<img[^>]*src="(\/thumbnails\/[^"]+)"/g)].map(([, path = '']) => path)
  }
  await until(async () => (await drawn()).length === 2, PATIENCE_MS)
  for (const path of await drawn()) {
    const picture = Buffer.from(await (await browser.fetch(path)).arrayBuffer())
    expect(await sharp(picture).metadata()).toMatchObject({ format: 'webp' })
  }
  return { files, link }
}

/** Downloads every file by its link, and compares the bytes. */
export async function receiveThere(site: Site, { files, link }: SentThere): Promise<void> {
  const [, , slug, user] = link.split('/')
  const browser = makePerson(site)
  const headers = { 'user-agent': CHROME }
  const granted = await browser.call('grantDownload', { body: { slug, user, files: 'all' }, headers })
  expect(granted.status).toBe(200)
  const { body } = await browser.call('describeDownload', { body: { grant: granted.body.grant } })
  const got: Buffer[] = []
  for (const { url } of body.links) {
    got.push(Buffer.from(await (await browser.fetch(url, { headers })).arrayBuffer()))
  }
  expect(got.map(({ length }) => length)).toEqual(files.map(({ content }) => content.length))
  for (const [nth, { content }] of files.entries()) expect(got[nth]?.equals(content)).toBe(true)
}
