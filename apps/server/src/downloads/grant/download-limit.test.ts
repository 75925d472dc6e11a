import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askAgain } from '#test/app/ask-again'
import { until } from '#test/app/until'
import type { Person } from '#test/people/people'
import { Recipient } from '#test/people/recipient'
import { codeOf, GuardedLinks, grant, type Link, pageOf } from '#test/transfers/guarded-links'

let links: GuardedLinks
beforeAll(async () => {
  links = await GuardedLinks.open()
})
afterAll(() => links?.close())

describe('a download limit', () => {
  const fileIds = async (id: string) => {
    const rows = await links.app.ctx.db
      .selectFrom('transfer_files')
      .select('file_id')
      .where('transfer_id', '=', id)
      .orderBy('position')
      .execute()
    return rows.map(({ file_id }) => file_id)
  }
  const quota = async (id: string) =>
    links.app.ctx.db
      .selectFrom('download_quota')
      .innerJoin('recipients', 'recipients.id', 'download_quota.recipient_id')
      .selectAll('download_quota')
      .where('recipients.transfer_id', '=', id)
      .execute()
  /** Downloads one file completely and waits until it is counted; returns the link. */
  async function take(reader: Person, { id, link }: { id: string; link: Link }, file: string): Promise<string> {
    const finishedBefore = (await quota(id)).filter(({ finished_at }) => finished_at !== null).length
    const granted = await grant(reader, link, [file])
    expect(granted.body).toMatchObject({ grant: expect.any(String) })
    const described = await reader.call('describeDownload', { body: { grant: granted.body.grant } })
    const { url } = described.body.links[0]
    await (await reader.fetch(url)).bytes()
    for (let tries = 0; tries < 500; tries += 1) {
      if ((await quota(id)).filter(({ finished_at }) => finished_at !== null).length > finishedBefore) return url
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    throw new Error('never finished')
  }

  test('applies to each file and recipient, and counts what was finished before it', async () => {
    const transfer = await links.send()
    const { id, path, link } = transfer
    const [plan = '', note = ''] = await fileIds(id)
    const reader = new Recipient(links.app, links.owner, { id, upload: '', path })
    await reader.take((await reader.grant([note])).links[0]?.url ?? '')
    await reader.untilFinished(1)
    await links.edit(id, { downloadLimit: 2 })
    const url = await take(links.stranger(), transfer, note)
    expect((await links.stranger().fetch(url)).status).toBe(403)
    expect(codeOf(await grant(links.stranger(), link, [note]))).toBe('download-limit-reached')
    expect(codeOf(await grant(links.stranger(), link, [plan, note]))).toBe('download-limit-reached')
    // A download of everything leaves used-up files out.
    const other = links.stranger()
    const rest = await grant(other, link)
    const described = await other.call('describeDownload', { body: { grant: rest.body.grant } })
    expect(described.body.links.map(({ file }: { file: string }) => file)).toEqual([plan])
    await links.edit(id, { downloadLimit: 3 })
    await take(links.stranger(), transfer, note)
    await links.edit(id, { downloadLimit: null })
    expect(codeOf(await grant(links.stranger(), link, [note]))).toBe('done')
  })

  test('counts a download once when it is saved later than its last byte', async () => {
    const transfer = await links.send('link')
    const { id, link } = transfer
    const [, note = ''] = await fileIds(id)
    await links.edit(id, { downloadLimit: 2 })
    await take(links.stranger(), transfer, note)
    await links.app.ctx.db
      .updateTable('download_quota')
      .set({ finished_at: sql<Date>`finished_at + interval '1 second'` })
      .where('file_id', '=', note)
      .execute()
    await take(links.stranger(), transfer, note)
    expect(codeOf(await grant(links.stranger(), link, [note]))).toBe('download-limit-reached')
  })

  test('counts a download that finishes while the first one under the limit waits to be granted', async () => {
    const { db } = links.app.ctx
    const { id, path, link } = await links.send('link')
    const [plan = ''] = await fileIds(id)
    const reader = new Recipient(links.app, links.owner, { id, upload: '', path })
    const { links: granted } = await reader.grant([plan])
    await reader.take(granted[0]?.url ?? '', { range: 'bytes=0-99' })
    await reader.until(([one]) => (one?.bytes ?? 0) > 0)
    await links.edit(id, { downloadLimit: 2 })
    const { asked } = await db.transaction().execute(async (tx) => {
      await sql`select from recipients where transfer_id = ${id} and link_id is null for update`.execute(tx)
      const asked = grant(links.stranger(), link, [plan])
      await until(async () => {
        const { rows } = await sql`select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
        return rows.length > 0
      })
      await sql`update deliveries set finished_at = clock_timestamp() where file_id = ${plan}`.execute(tx)
      return { asked }
    })
    expect(codeOf(await asked)).toBe('done')
    expect(codeOf(await grant(links.stranger(), link, [plan]))).toBe('download-limit-reached')
    await sql`update deliveries set finished_at = null where file_id = ${plan}`.execute(db)
  })

  test('is the total for sixty-four concurrent presses', async () => {
    const transfer = await links.send('link')
    const [, note = ''] = await fileIds(transfer.id)
    await links.edit(transfer.id, { downloadLimit: 5 })
    const people = Array.from({ length: 64 }, links.stranger)
    const granted = await Promise.all(people.map((person) => askAgain(() => grant(person, transfer.link, [note]))))
    expect(granted.filter(({ status }) => status === 200)).toHaveLength(5)
    expect(new Set(granted.map(codeOf))).toEqual(new Set(['done', 'download-limit-reached']))
    await Promise.all(
      granted.map(async ({ status, body }, nth) => {
        if (status !== 200) return
        const person = people[nth] as Person
        const described = await person.call('describeDownload', { body: { grant: body.grant } })
        await (await person.fetch(described.body.links[0].url)).bytes()
      }),
    )
    await until(async () => (await quota(transfer.id)).filter(({ finished_at }) => finished_at !== null).length >= 5)
    expect(await quota(transfer.id)).toHaveLength(5)
    expect(codeOf(await grant(links.stranger(), transfer.link, [note]))).toBe('download-limit-reached')
  })

  test('lets a broken download continue, with its grant, with another press, and for others an hour later', async () => {
    const transfer = await links.send('link')
    const { id, link, path } = transfer
    const [plan = ''] = await fileIds(id)
    await links.edit(id, { downloadLimit: 1 })
    const reader = new Recipient(links.app, links.owner, { id, upload: '', path })
    const first = await reader.grant([plan])
    const counted = () => reader.until(([one]) => (one?.bytes ?? 0) > 0)
    const broken = await reader.open(first.links[0]?.url ?? '', { range: 'bytes=0-59999' })
    broken.socket.resetAndDestroy()
    expect(await reader.take(first.links[0]?.url ?? '', { range: 'bytes=0-99' })).toHaveLength(100)
    await counted()
    expect(codeOf(await grant(links.stranger(), link, [plan]))).toBe('download-limit-reached')
    const second = await reader.grant([plan])
    expect((await reader.get(first.links[0]?.url ?? '')).status).toBe(403)
    expect(await reader.take(second.links[0]?.url ?? '', { range: 'bytes=100-199' })).toHaveLength(100)
    await until(async () => (await quota(id)).some(({ ranges }) => ranges === '{[100,200)}'))
    await links.app.passTime(3_601_000)
    await take(links.stranger(), transfer, plan)
    expect((await reader.get(second.links[0]?.url ?? '')).status).toBe(403)
  })

  test('applies to a zip: it may be finished, but not begun again', async () => {
    const { id, path } = await links.send()
    await links.edit(id, { downloadLimit: 1 })
    const reader = new Recipient(links.app, links.owner, { id, upload: '', path })
    const { zip } = await reader.grant()
    const half = Math.floor(zip.bytes / 2)
    await reader.take(zip.url, { range: `bytes=0-${half - 1}` })
    await reader.take(zip.url, { range: `bytes=${half}-` })
    await reader.untilFinished(2)
    expect((await reader.get(zip.url)).status).toBe(403)
    const again = await grant(reader.browser, reader.link)
    expect(codeOf(again)).toBe('download-limit-reached')
    const form = await reader.browser.fetch('/increment', { method: 'POST', body: new URLSearchParams(reader.link) })
    expect(form.headers.get('location')).toBe(`${path}?problem=download-limit-reached`)
    const page = await pageOf(reader.browser, form.headers.get('location') ?? '')
    expect(page.text).toContain('This has been downloaded as often as the sender allows.')
  })

  test('applies to a bot', async () => {
    const transfer = await links.send()
    const [, note = ''] = await fileIds(transfer.id)
    await links.edit(transfer.id, { downloadLimit: 1 })
    const bot = new Recipient(links.app, links.owner, { id: transfer.id, upload: '', path: transfer.path })
    const { links: granted } = await bot.grant([note], { 'user-agent': 'Googlebot/2.1' })
    const get = () => bot.get(granted[0]?.url ?? '', { 'user-agent': 'Googlebot/2.1' })
    await bot.take(granted[0]?.url ?? '', { 'user-agent': 'Googlebot/2.1' })
    for (let tries = 0; (await quota(transfer.id))[0]?.finished_at === null && tries < 500; tries += 1) {
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    expect((await get()).status).toBe(403)
  })

  test("records a bot's download once, though saving it fails at first", async () => {
    const { db } = links.app.ctx
    const transfer = await links.send()
    const [, note = ''] = await fileIds(transfer.id)
    await links.edit(transfer.id, { downloadLimit: 1 })
    const bot = new Recipient(links.app, links.owner, { id: transfer.id, upload: '', path: transfer.path })
    const { links: granted } = await bot.grant([note], { 'user-agent': 'Googlebot/2.1' })
    await sql`create sequence moves`.execute(db)
    await sql`create function fail_once() returns trigger language plpgsql as $$ begin
      if nextval('moves') = 1 then raise exception 'as ordered'; end if; return new; end $$`.execute(db)
    await sql`create trigger fail_once before update on download_quota for each row
      when (old.file_id = ${sql.lit(note)}) execute function fail_once()`.execute(db)
    await bot.take(granted[0]?.url ?? '', { 'user-agent': 'Googlebot/2.1' })
    await until(async () => (await quota(transfer.id))[0]?.finished_at instanceof Date)
    const fetched = (await bot.events()).filter(({ file_id }) => file_id === note)
    expect(fetched.map(({ kind, actor_kind }) => [kind, actor_kind])).toEqual([
      ['begun', 'bot'],
      ['delivered', 'bot'],
    ])
  })
})
