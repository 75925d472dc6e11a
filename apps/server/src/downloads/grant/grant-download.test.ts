import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { noise, sendTo, sha256 } from '#test/people/recipient'

const files = [
  { path: 'plans/报价 “Q3” №7.pdf', content: noise(70_001) },
  { path: 'plans/empty.txt', content: Buffer.alloc(0) },
  { path: 'plans/small.bin', content: noise(1_234) },
]

let app: TestApp
beforeAll(async () => {
  app = await makeTestApp()
})
afterAll(() => app?.close())

describe('a grant', () => {
  it('opens what it was given for and nothing else', async () => {
    const [recipient, other] = [await sendTo(app, files), await sendTo(app, files)]
    const { links } = await recipient.grant()
    const ids = links.map(({ file }) => file)
    const one = await recipient.grant([ids[2]])
    expect(one.links.map(({ file }) => file)).toEqual([ids[2]])
    expect((await recipient.get(`/get/${one.grant}/file/${ids[0]}/x`)).status).toBe(404)
    const foreign = (await other.grant()).links[0]?.file
    expect((await recipient.get(`/get/${one.grant}/file/${foreign}/x`)).status).toBe(404)
    expect((await recipient.get(`/get/${'A'.repeat(43)}/file/${ids[0]}/x`)).status).toBe(404)
    expect((await recipient.get(`/get/${one.grant}/zip/____/x.zip`)).status).toBe(404)
    const press = (wanted: unknown) =>
      recipient.browser.call('grantDownload', { body: { ...recipient.link, files: wanted } })
    expect((await press([foreign])).body.code).toBe('file-not-found')
    expect((await press([])).status).toBe(400)

    const grant = (await recipient.grant()).grant
    const part = await recipient.browser.call('planZip', { body: { grant, files: [ids[0], ids[2]] } })
    const zipped = await recipient.take(part.body.url)
    expect(zipped.length).toBe(part.body.bytes)
    expect(part.body.bytes).toBeLessThan((await recipient.grant()).zip.bytes)
  })

  it('leads straight to the file or the zip when a form takes it', async () => {
    const recipient = await sendTo(app, files)
    const { links, zip } = await recipient.grant()
    const submit = (fields: Record<string, string>) =>
      recipient.browser.fetch('/increment', {
        method: 'POST',
        body: new URLSearchParams({ ...recipient.link, ...fields }),
      })
    const all = await submit({})
    expect(all.status).toBe(303)
    expect(all.headers.get('location')).toMatch(/^\/get\/[\w-]{43}\/zip\/all\/plans\.zip$/)
    expect((await recipient.take(all.headers.get('location') ?? '')).length).toBe(zip.bytes)
    const one = await submit({ files: links[0]?.file ?? '' })
    expect(one.status).toBe(303)
    const answer = await recipient.get(one.headers.get('location') ?? '')
    expect(sha256(await answer.bytes())).toBe(sha256(noise(70_001)))
    const unknown = await submit({ slug: 'abcdefg' })
    expect(unknown.status).toBe(303)
    expect(unknown.headers.get('location')).toBe(`/d/abcdefg/${recipient.link.user}`)
    expect((await submit({ slug: 'a/b c' })).status).toBe(404)
  })

  it('plays a recording on the page of its transfer, where a form asks for it', async () => {
    const video = { path: 'video-20261123-101500.webm', content: noise(9_000) }
    const recipient = await sendTo(app, [video, { path: 'video.txt', content: Buffer.from('<video>') }])
    const { links } = await recipient.grant()
    const play = (file: string) =>
      recipient.browser.fetch('/increment', {
        method: 'POST',
        body: new URLSearchParams({ ...recipient.link, play: file }),
      })
    const pageAt = async (location: string | null) =>
      (await recipient.get(location ?? '', { accept: 'text/html' })).text()
    const [recorded, other] = links.map(({ file }) => file)
    const location = (await play(recorded ?? '')).headers.get('location') ?? ''
    expect(location).toMatch(/^\/d\/\w{7}\/[\w-]{22}\?play=[\w-]{43}$/)
    const src = /<video[^>]* src="([^"]+)"/.exec(await pageAt(location))?.[1] ?? ''
    const answer = await recipient.get(src, { range: 'bytes=100-199' })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([206, 'video/webm'])
    expect(sha256(await answer.bytes())).toBe(sha256(video.content.subarray(100, 200)))
    const text = await recipient.get(links[1]?.url ?? '', {}, 'HEAD')
    expect(text.headers.get('content-type')).toBe('application/octet-stream')

    const notRecorded = (await play(other ?? '')).headers.get('location')
    for (const nothing of [notRecorded, `${recipient.path}?play=${'A'.repeat(43)}`, recipient.path])
      expect(await pageAt(nothing)).not.toMatch(/<video/)
    expect((await play('A'.repeat(22))).headers.get('location')).toContain('problem=file-not-found')
  })

  it('leaves a withdrawn file out, and refuses it by name', async () => {
    const recipient = await sendTo(app, files)
    const { links, zip } = await recipient.grant()
    const id = links[2]?.file ?? ''
    await app.ctx.db.updateTable('files').set({ withdrawn_at: new Date() }).where('id', '=', id).execute()
    expect((await recipient.get(links[2]?.url ?? '')).status).toBe(410)
    const after = await recipient.grant()
    expect(after.links.map(({ file }) => file)).not.toContain(id)
    expect(after.zip.etag).not.toBe(zip.etag)
    const answer = await recipient.browser.call('grantDownload', { body: { ...recipient.link, files: [id] } })
    expect(answer.body.code).toBe('file-withdrawn')
    await recipient.take(after.zip.url)
    await recipient.untilFinished(2)
  })
})

it('never lets an upload be shown, run, sniffed, cached or given a cookie', async () => {
  const recipient = await sendTo(app, files)
  const { links, zip } = await recipient.grant()
  for (const [path, type] of [
    [links[0]?.url ?? '', 'application/octet-stream'],
    [zip.url, 'application/zip'],
  ]) {
    for (const [method, range] of [
      ['GET', ''],
      ['GET', 'bytes=0-5'],
      ['HEAD', ''],
    ] as const) {
      const answer = await recipient.get(path ?? '', range ? { range } : {}, method)
      await answer.bytes()
      const { headers } = answer
      expect(headers.get('content-disposition')).toMatch(/^attachment; filename=/)
      expect(headers.get('content-type')).toBe(type)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
      expect(headers.get('referrer-policy')).toBe('no-referrer')
      expect(headers.get('cache-control')).toBe('private, no-store')
      expect(headers.get('x-robots-tag')).toContain('noindex')
      expect(headers.get('x-request-id')).not.toBeNull()
      expect(headers.getSetCookie()).toEqual([])
    }
  }
})
