import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '#test/people/people'
import { halves, svg } from '#test/storage/picture-files'
import { GuardedLinks, PASSWORD, pageOf } from '#test/transfers/guarded-links'

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
      `/thumbnails/${slug}/${pass.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))}/${file}`,
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
