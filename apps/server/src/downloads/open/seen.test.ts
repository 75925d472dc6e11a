/** Who has seen a page: people, however soon they come, and no scanner that the rules know. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { chrome, readPass } from '#test/people/open-links'
import { type Recipient, sendTo } from '#test/people/recipient'

const files = [{ path: 'note.txt', content: Buffer.from('a note') }]
const headless = { ...chrome, 'user-agent': chrome['user-agent'].replace('Chrome/', 'HeadlessChrome/') }
/** An address of Microsoft 365. */
const listed = '104.47.1.2'

let app: TestApp
beforeAll(async () => {
  app = await makeTestApp()
})
afterAll(() => app?.close())

/** `hasJustGone`: the mail was sent only now, however slow the machine is. */
async function send({ hasJustGone = false } = {}): Promise<Recipient> {
  const recipient = await sendTo(app, files)
  const at = hasJustGone ? sql<Date>`now() + interval '20 seconds'` : sql<Date>`now() - interval '1 minute'`
  await app.ctx.db.updateTable('transfers').set({ sent_at: at }).where('id', '=', recipient.transferId).execute()
  return recipient
}
const report = (recipient: Recipient, body: object, headers: Record<string, string> = chrome) =>
  recipient.browser.call('reportOpened', { body: { ...recipient.link, ...body }, headers })
/** Reads the page as this visitor does, and sends the reports of the page's scripts. */
async function show(recipient: Recipient, headers: Record<string, string> = chrome, stays = false): Promise<void> {
  const { pass, isHasty } = await readPass(recipient.browser, recipient.path, headers)
  if (isHasty && !stays) return
  await report(recipient, { visit: pass, stayed: isHasty }, headers)
}
const onRecord = async (recipient: Recipient) =>
  (await recipient.events()).map(({ kind, actor_kind, reason, detail }) => [actor_kind, kind, reason, detail])
const openedAt = async ({ transferId }: Recipient) =>
  (
    await app.ctx.db
      .selectFrom('recipients')
      .select('opened_at')
      .where('transfer_id', '=', transferId)
      .executeTakeFirstOrThrow()
  ).opened_at
/** Lets the time of a visit pass and runs postponed jobs. */
async function later(): Promise<void> {
  await app.passTime(121_000)
  await app.runJobs()
}

describe('a scanner opens nothing', () => {
  test.each<[string, { hasJustGone?: boolean }, Record<string, string>, string]>([
    ['a driven browser', {}, headless, 'crawler'],
    ['the network of mail scanners', {}, { ...chrome, 'x-forwarded-for': listed }, 'scanner-network'],
    ['a gateway, seconds after sending', { hasJustGone: true }, chrome, 'right-after-sending'],
    ['a program', {}, { ...chrome, 'user-agent': 'curl/8.5.0' }, 'tool'],
  ])('%s: by its report alone, and with its page', async (_name, when, headers, reason) => {
    for (const body of [{}, { stayed: true }, { visit: 'person.1790000000000.AAAAAAAAAAAAAAAAAAAAAA', stayed: true }]) {
      const recipient = await send(when)
      expect((await report(recipient, body, headers)).status).toBe(204)
      await later()
      expect(await onRecord(recipient)).toEqual([['bot', 'visited', reason, null]])
      expect(await openedAt(recipient)).toBeNull()
    }
    const recipient = await send(when)
    await show(recipient, headers)
    await later()
    expect(await onRecord(recipient)).toEqual([['bot', 'visited', reason, null]])
    expect(await openedAt(recipient)).toBeNull()
  })

  test('judges the report like the view of its page, from whatever address it comes', async () => {
    for (const headers of [headless, { ...chrome, 'x-forwarded-for': listed }]) {
      const recipient = await send()
      const { pass } = await readPass(recipient.browser, recipient.path, headers)
      await report(recipient, { visit: pass, stayed: true })
      expect(await openedAt(recipient)).toBeNull()
      // The pass of another link says nothing about this one.
      const other = await send()
      await report(other, { visit: pass })
      expect(await openedAt(other)).not.toBeNull()
    }
  })

  test('ignores that it stays where its name or its network identifies it', async () => {
    const recipient = await send({ hasJustGone: true })
    await show(recipient, headless, true)
    expect(await openedAt(recipient)).toBeNull()
  })
})

describe('a person', () => {
  test('who comes at once and stays has opened it, and no bot is recorded beside', async () => {
    const recipient = await send({ hasJustGone: true })
    await show(recipient, chrome, true)
    await later()
    expect(await onRecord(recipient)).toEqual([['human', 'opened', null, null]])
    expect(await openedAt(recipient)).not.toBeNull()
  })

  test('who presses has opened it, whatever the view was judged to be', async () => {
    for (const headers of [chrome, headless, { ...chrome, 'x-forwarded-for': listed }]) {
      const recipient = await send({ hasJustGone: true })
      await show(recipient, headers)
      await recipient.grant('all', headers)
      expect(await openedAt(recipient)).not.toBeNull()
      await later()
      const actorKinds = (await onRecord(recipient)).map(([actorKind]) => actorKind)
      expect(actorKinds).toEqual(headers === chrome ? ['human'] : ['bot', 'human'])
    }
  })

  test('who opens later counts as one at once', async () => {
    const recipient = await send()
    expect((await readPass(recipient.browser, recipient.path)).isHasty).toBe(false)
    await show(recipient)
    expect(await onRecord(recipient)).toEqual([['human', 'opened', null, null]])
  })
})

describe('visits of a bot', () => {
  test('are one entry, and one more with the number of those that followed within a minute', async () => {
    const recipient = await send()
    const scanner = { ...chrome, 'user-agent': 'BarracudaCentral' }
    for (let nth = 0; nth < 14; nth += 1) await recipient.browser.fetch(recipient.path, { headers: scanner })
    expect(await onRecord(recipient)).toEqual([['bot', 'visited', 'mail-scanner', null]])
    await later()
    const entries = [
      ['bot', 'visited', 'mail-scanner', null],
      ['bot', 'visited', 'mail-scanner', 'more 13'],
    ]
    expect(await onRecord(recipient)).toEqual(entries)
    await recipient.browser.fetch(recipient.path, { headers: scanner })
    await later()
    expect(await onRecord(recipient)).toEqual([...entries, entries[0]])
  })

  test('at high speed are counted together, unless a person follows', async () => {
    const recipient = await send({ hasJustGone: true })
    for (let nth = 0; nth < 3; nth += 1) await recipient.browser.fetch(recipient.path, { headers: chrome })
    expect(await onRecord(recipient)).toEqual([])
    await later()
    expect(await onRecord(recipient)).toEqual([['bot', 'visited', 'right-after-sending', 'times 3']])
    const rows = await app.ctx.db.selectFrom('held_visits').selectAll().execute()
    expect(rows).toEqual([])
  })
})
