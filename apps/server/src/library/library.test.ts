import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { type AccountPerson, makeAccount } from '#test/people/account-person'
import { makePerson } from '#test/people/people'
import { answer, askFor, type Link, linkOf, stage } from '#test/requests/calls'
import { hashesInZip } from '#test/storage/extract-zip'
import { halves } from '#test/storage/picture-files'
import { findSender } from '../uploads/index.ts'
import { forgetThumbnails, keepThumbnail } from './library-store.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeTestApp()
})
afterAll(() => app.close())

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const text = (path: string, content = `what ${path} says`) => ({ path, content: Buffer.from(content) })
const library = async (person: AccountPerson, query = '') => {
  const answer = await person.fetch(`/library${query}`)
  return { status: answer.status, body: await answer.json() }
}
const namesOf = ({ body }: Awaited<ReturnType<typeof library>>) =>
  body.files.map(({ fileName }: { fileName: string }) => fileName).sort()

describe('the list', () => {
  test('contains what was sent and received, and nobody else’s', async () => {
    const [owner, other] = [await makeAccount(app), await makeAccount(app)]
    const visitor = makePerson(app)
    await visitor.prove()
    const sent = await owner.send({ files: [text('plans/a.dwg'), text('b.txt')], emailTo: [other.address] })
    await visitor.send({ files: [text('from-outside.txt')], emailTo: [owner.address] })
    const own = await library(owner)
    expect(namesOf(own)).toEqual(['a.dwg', 'b.txt', 'from-outside.txt'])
    const first = own.body.files.find(({ fileName }: { fileName: string }) => fileName === 'a.dwg')
    expect(first).toMatchObject({ kind: 'sent', folder: 'plans', uses: [{ slug: sent.slug, isActive: true }] })
    expect(namesOf(await library(owner, '?kind=received'))).toEqual(['from-outside.txt'])
    const received = await library(other)
    expect(namesOf(received)).toEqual(['a.dwg', 'b.txt'])
    expect(received.body.files[0]).toMatchObject({ kind: 'received', from: owner.address, uses: [] })
    expect(namesOf(await library(await makeAccount(app)))).toEqual([])
  })

  test('pages without a gap, even where all came at once', async () => {
    const owner = await makeAccount(app, { role: 'pro' })
    await owner.send({ files: Array.from({ length: 23 }, (_, nth) => text(`f${nth}.txt`)) })
    const seen: string[] = []
    for (let next: string | null = ''; next !== null; ) {
      const page = await library(owner, `?take=5${next ? `&after=${next}` : ''}`)
      seen.push(...page.body.files.map(({ _id }: { _id: string }) => _id))
      next = page.body.next
    }
    expect(seen).toHaveLength(23)
    expect(new Set(seen).size).toBe(23)
    expect((await library(owner, '?after=bm9uc2Vuc2U')).body.code).toBe('invalid-input')
  })

  test('does not take a file for sealed by its name', async () => {
    const owner = await makeAccount(app)
    await owner.send({ files: [text('minutes.pdf.sealed')] })
    expect((await library(owner)).body.files).toMatchObject([{ fileName: 'minutes.pdf.sealed', isSealed: false }])
  })

  test('finds a part of a name as typed, and treats wildcards as letters', async () => {
    const owner = await makeAccount(app)
    await owner.send({ files: [text('报价 Q3.pdf'), text('100% done_x.txt')] })
    expect(namesOf(await library(owner, `?q=${encodeURIComponent('报价')}`))).toEqual(['报价 Q3.pdf'])
    expect(namesOf(await library(owner, `?q=${encodeURIComponent('0% D')}`))).toEqual(['100% done_x.txt'])
    expect(namesOf(await library(owner, `?q=${encodeURIComponent('%')}`))).toEqual(['100% done_x.txt'])
    expect(namesOf(await library(owner, '?q=eq_x'))).toEqual([])
  })
})

describe('downloading', () => {
  test('returns one own file, or several as a zip, by Range too, without tracking', async () => {
    const owner = await makeAccount(app)
    const files = [text('one.txt', 'one'.repeat(999)), text('folder/two.txt', 'two')]
    const sent = await owner.send({ files })
    const { body } = await library(owner)
    const ids = body.files.map(({ _id }: { _id: string }) => _id)
    const oneId = body.files.find(({ fileName }: { fileName: string }) => fileName === 'one.txt')._id
    const single = await owner.call('fetchLibraryFiles', { body: { ids: [oneId] } })
    const [link] = single.body.links
    const whole = await app.fetch(link.url)
    expect(whole.headers.get('content-disposition')).toContain('one.txt')
    expect(sha256(new Uint8Array(await whole.arrayBuffer()))).toBe(sha256(files[0]?.content as Buffer))
    const part = await app.fetch(link.url, { headers: { range: 'bytes=3-5' } })
    expect([part.status, await part.text()]).toEqual([206, 'one'])
    const [all] = (await owner.call('fetchLibraryFiles', { body: { ids } })).body.links
    const zip = Buffer.from(await (await app.fetch(all.url)).arrayBuffer())
    expect(zip.length).toBe(all.bytes)
    expect(await hashesInZip(zip)).toEqual(Object.fromEntries(files.map((f) => [f.path, sha256(f.content)])))
    const events = await app.ctx.db.selectFrom('events').select('kind').where('transfer_id', '=', sent.id).execute()
    expect(events.filter(({ kind }) => !['mailed', 'checked'].includes(kind))).toEqual([{ kind: 'sent' }])
  })

  test('acts as the recipient for received files, so that the sender’s tracking stays true', async () => {
    const [sender, receiver] = [await makeAccount(app), await makeAccount(app)]
    const file = text('for-you.txt', 'for you')
    const sent = await sender.send({ files: [file], emailTo: [receiver.address] })
    const { body } = await library(receiver)
    const answer = await receiver.call('fetchLibraryFiles', { body: { ids: [body.files[0]._id] } })
    expect(await (await receiver.fetch(answer.body.links[0].url)).text()).toBe('for you')
    const delivered = () =>
      app.ctx.db
        .selectFrom('deliveries')
        .innerJoin('recipients', 'recipients.id', 'deliveries.recipient_id')
        .select('deliveries.finished_at')
        .where('recipients.transfer_id', '=', sent.id)
        .executeTakeFirst()
    await expect.poll(delivered, { timeout: 15_000 }).toMatchObject({ finished_at: expect.any(Date) })
  })

  test('finds no foreign, unknown or deleted files, all alike, and ends a link with its file', async () => {
    const [owner, thief] = [await makeAccount(app), await makeAccount(app)]
    await owner.send({ files: [text('mine.txt')] })
    const id = (await library(owner)).body.files[0]._id
    const { body } = await owner.call('fetchLibraryFiles', { body: { ids: [id] } })
    for (const name of ['fetchLibraryFiles', 'listFileUses', 'deleteFiles'] as const) {
      const foreign = await thief.call(name, { body: { ids: [id] } })
      const unknown = await thief.call(name, { body: { ids: ['nobody-has-this-id'] } })
      expect([foreign.status, foreign.body.code]).toEqual([404, 'file-not-found'])
      expect([unknown.status, unknown.body.code]).toEqual([404, 'file-not-found'])
    }
    expect((await owner.call('deleteFiles', { body: { ids: [id] } })).body).toEqual({ deleted: 1 })
    expect((await app.fetch(body.links[0].url)).status).toBe(410)
    expect((await owner.call('fetchLibraryFiles', { body: { ids: [id] } })).body.code).toBe('file-not-found')
    expect(namesOf(await library(owner))).toEqual([])
  })
})

test('reports what a deletion breaks, and shows recipients the file as withdrawn', async () => {
  const owner = await makeAccount(app)
  const sent = await owner.send({ files: [text('gone.txt'), text('stays.txt')] })
  const { body } = await library(owner, '?q=gone')
  const id = body.files[0]._id
  const uses = await owner.call('listFileUses', { body: { ids: [id] } })
  expect(uses.body.uses).toEqual([
    { transfer: sent.id, slug: sent.slug, fileName: 'gone.txt', recipientCount: 1, isActive: true },
  ])
  const deletions = await Promise.all(
    Array.from({ length: 64 }, () => owner.call('deleteFiles', { body: { ids: [id] } })),
  )
  expect(deletions.reduce((sum, { body: { deleted } }) => sum + deleted, 0)).toBe(1)
  const [, slug, user] = /\/d\/(\w+)\/([\w-]+)/.exec(Object.values(sent.links)[0] ?? '') ?? []
  const grant = await makePerson(app).call('grantDownload', { body: { slug, user } })
  const seen = await app.call('describeDownload', { body: { grant: grant.body.grant } })
  const files = seen.body.transfer.files.map(({ path, isWithdrawn }: { path: string; isWithdrawn: boolean }) => [
    path,
    isWithdrawn,
  ])
  expect(files).toEqual([
    ['gone.txt', true],
    ['stays.txt', false],
  ])
})

describe('thumbnails', () => {
  test('of what strangers send through an open link use a quarter of the requester’s time, and none of the rest', async () => {
    const owner = await makeAccount(app, { role: 'business', subscription: 'active' })
    const request = await askFor(owner, { suppliers: [{ email: 'asha@rao-forge.example' }] })
    const item = request.items[0]?._id ?? ''
    const sendBy = async (link: Link, path: string) => {
      const { upload } = await stage(makePerson(app), link, { item, files: [text(path)] })
      return findSender(app.ctx.db, upload)
    }
    const open = await sendBy({ slug: request.slug }, 'a.txt')
    const other = await sendBy({ slug: request.slug }, 'b.txt')
    const invited = await sendBy(await linkOf(owner, request, 'asha@rao-forge.example'), 'c.txt')
    const own = await owner.send({ files: [text('own.txt')] })
    const ofOwner = await findSender(app.ctx.db, own.upload)
    expect([open.share, other.share, invited.share, ofOwner.share]).toEqual([0.25, 0.25, 1, 1])
    expect(other.flag).toBe(open.flag)
    expect(invited.flag).toBe(ofOwner.flag)
    expect(open.flag).not.toBe(ofOwner.flag)
  })

  test('are not drawn once strangers have used their quarter', async () => {
    const { db } = app.ctx
    const owner = await makeAccount(app, { role: 'business', subscription: 'active' })
    const request = await askFor(owner)
    const item = request.items[0]?._id ?? ''
    const content = await halves(80, 60).png().toBuffer()
    const send = (path: string) => answer(makePerson(app), { slug: request.slug }, { item, files: [{ path, content }] })
    const drawn = async () => {
      await app.runJobs()
      const { body } = await library(owner)
      return body.files.map(({ fileName, thumbnail }: { fileName: string; thumbnail: string | null }) => [
        fileName,
        thumbnail !== null,
      ])
    }
    await send('first.png')
    expect(await drawn()).toEqual([['first.png', true]])
    await sql`update thumbnails t set took_ms = 150000 from files f
      where f.id = t.file_id and f.path like '%first.png'`.execute(db)
    await send('second.png')
    await owner.send({ files: [{ path: 'own.png', content }] })
    expect((await drawn()).toSorted()).toEqual([
      ['first.png', true],
      ['own.png', true],
      ['second.png', false],
    ])
  })

  test('are drawn from pictures by their bytes, and never from files that only claim to be one', async () => {
    const owner = await makeAccount(app)
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
    await owner.send({
      files: [{ path: 'photo.png', content: await halves(800, 600).png().toBuffer() }, text('lie.png', svg)],
    })
    await app.runJobs()
    const { body } = await library(owner)
    const of = (name: string) => body.files.find(({ fileName }: { fileName: string }) => fileName === name)
    expect(of('lie.png').thumbnail).toBeNull()
    const link: string = of('photo.png').thumbnail
    const shown = await fetch(new URL(link, app.origin))
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/webp'])
    expect(shown.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(Buffer.from(await shown.arrayBuffer()).toString('latin1', 8, 12)).toBe('WEBP')
    const foreign = link.replace(of('photo.png')._id, of('lie.png')._id)
    const later = link.replace(/until=(\d+)/, (_all, until) => `until=${Number(until) + 9_999}`)
    const over = link.replace(/until=(\d+)/, 'until=1000000000')
    const unmarked = link.replace(/mark=(.)/, (_all, first) => `mark=${first === '_' ? '-' : '_'}`)
    for (const forged of [foreign, later, over, unmarked]) {
      expect((await fetch(new URL(forged, app.origin))).status).toBe(404)
    }
  })

  test('are deleted once the bytes of their file are removed', async () => {
    const { db } = app.ctx
    const owner = await makeAccount(app)
    await owner.send({ files: [text('stays.txt'), text('removed.txt')] })
    const ids: string[] = (await library(owner)).body.files.map(({ _id }: { _id: string }) => _id)
    for (const fileId of ids) await keepThumbnail(db, { fileId, webp: Buffer.from('x'), drawnFor: 'test', tookMs: 7 })
    await sql`
      update files set bytes_removed_at = now()
      where path = 'removed.txt' and id = any(${ids}::text[])`.execute(db)
    await forgetThumbnails(db)
    const { rows } = await sql<{ path: string; isKept: boolean; took_ms: number }>`
      select f.path, t.webp is not null as "isKept", t.took_ms from thumbnails t join files f on f.id = t.file_id
      where f.id = any(${ids}::text[]) order by f.path`.execute(db)
    expect(rows).toEqual([
      { path: 'removed.txt', isKept: false, took_ms: 7 },
      { path: 'stays.txt', isKept: true, took_ms: 7 },
    ])
  })
})
