import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { makePerson, type Person } from '#test/people/people'
import { type Recipient, sendTo } from '#test/people/recipient'
import { AttackedApp } from '../attack/attacked-app.ts'
import { codeOf, faultOf, shown, type Told, toldBy } from '../attack/sound-answer.ts'
import { idPaths, oddIds, randomSlugs } from '../cases/id-cases.ts'

const MISSES_PER_MINUTE = 20
const file = (text: string) => [{ path: `ids/${text}.txt`, content: Buffer.from(text) }]

// A busy machine is slow, not wrong.
vi.setConfig({ testTimeout: 90_000, hookTimeout: 60_000 })

let attacked: AttackedApp
let live: Recipient
let opened: { grant: string; file: string }
beforeAll(async () => {
  attacked = await AttackedApp.open()
  live = await sendTo(attacked.app, file('live'))
  const { grant, links } = await live.grant()
  opened = { grant, file: links[0]?.file ?? '' }
})
afterAll(() => attacked?.close())

/** Removes what differs between any two answers. */
const steady = ({ status, type, text }: Told) =>
  JSON.stringify([
    status,
    type,
    text
      .replace(/"requestId":"[^"]*"/, '')
      .replace(/(nonce=")[^"]*/g, '$1')
      .replace(/"nonce":"[^"]*"/g, ''),
  ])

/** The only selection among the odd ids that is valid. */
const isEverything = (path: string) => path.includes('/zip/all/') && path.includes(opened.grant)

const asPage = { headers: { accept: 'text/html' } }
const look = async (person: Person, path: string) => toldBy(await person.fetch(path, asPage))

describe.each(idPaths)('%s', (_name, pathOf) => {
  test.each(oddIds.map((id) => [shown(id), id] as const))('%s', async (_shown, id) => {
    const path = pathOf(encodeURIComponent(id), opened)
    const told = await toldBy(await makePerson(attacked.app).fetch(path))
    if (told.type.startsWith('text/html')) expect([404, 410]).toContain(told.status)
    else if (!isEverything(path)) {
      expect(faultOf(told)).toBeNull()
      expect(told.status).toBeGreaterThanOrEqual(300)
    }
    if (!isEverything(path)) expect(told.text).not.toContain('ids/live.txt')
  })
})

describe('guessing', () => {
  test('refuses the 21st miss of a network in a minute with a time to wait; a good link opens all the same', async () => {
    const guesser = makePerson(attacked.app)
    const codes: Array<string | undefined> = []
    for (const slug of randomSlugs(MISSES_PER_MINUTE + 5))
      codes.push(codeOf(await attacked.post(guesser, '/increment', { slug })))
    expect(codes).toEqual([
      ...Array.from({ length: MISSES_PER_MINUTE }, () => 'transfer-not-found'),
      ...Array.from({ length: 5 }, () => 'too-many-requests'),
    ])
    const page = await guesser.fetch('/d/abcdefg', asPage)
    expect([page.status, Number(page.headers.get('retry-after')) > 0]).toEqual([429, true])
    expect((await attacked.post(guesser, '/increment', { ...live.link, files: 'all' })).status).toBe(200)
    expect((await look(guesser, live.path)).status).toBe(200)
  })

  test('ignores a spoofed address beyond the trusted proxies', async () => {
    const codes: Array<string | undefined> = []
    for (const [nth, slug] of randomSlugs(MISSES_PER_MINUTE + 3).entries()) {
      const guesser = makePerson(attacked.app)
      const told = await attacked.ask(guesser, '/increment', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': `198.51.${nth}.9, 192.0.2.77` },
        body: JSON.stringify({ slug }),
      })
      codes.push(codeOf(told))
    }
    expect(codes.slice(-3)).toEqual(['too-many-requests', 'too-many-requests', 'too-many-requests'])
  })
})

describe('links that stopped or never opened', () => {
  test('all answer alike: unknown, without token, with another transfer’s token, deleted, removed', async () => {
    const [deleted, removed] = [
      await sendTo(attacked.app, file('deleted')),
      await sendTo(attacked.app, file('removed')),
    ]
    await sql`update transfers set deleted_at = now() where id = ${deleted.transferId}`.execute(attacked.app.ctx.db)
    await sql`update transfers set bytes_removed_at = now(), deleted_at = now() where id = ${removed.transferId}`.execute(
      attacked.app.ctx.db,
    )
    const links = [
      { slug: 'AbCdEfG', user: live.link.user },
      { slug: live.link.slug, user: '' },
      { slug: live.link.slug, user: attacked.kept.link.user },
      { slug: live.link.slug, user: 'A'.repeat(22) },
      {
        slug: live.link.slug.toLowerCase() === live.link.slug ? 'ABCDEFG' : live.link.slug.toLowerCase(),
        user: live.link.user,
      },
      deleted.link,
      removed.link,
    ]
    const stranger = makePerson(attacked.app)
    const answers = new Set<string>()
    for (const link of links) {
      answers.add(steady(await attacked.post(stranger, '/increment', link)))
      answers.add(steady(await attacked.post(stranger, '/opened', link)))
    }
    expect([...answers]).toHaveLength(1)
    const reader = makePerson(attacked.app)
    const pages = new Set<string>()
    for (const { slug, user } of links.filter(({ user }) => user))
      pages.add(steady(await look(reader, `/d/${slug}/${user}`)))
    expect([...pages]).toHaveLength(1)
    // Without a token every slug's page is the same: it offers to resend a lost mail, whatever the slug.
    const bare = new Set<string>()
    for (const { slug } of links) bare.add(steady(await look(reader, `/d/${slug}`)))
    expect([...bare]).toHaveLength(1)
  })

  test('reading a link changes nothing, however often and by any client', async () => {
    const before = await recordOf(live)
    for (const method of ['GET', 'HEAD', 'GET', 'HEAD']) {
      for (const path of [live.path, `/downloads${live.path.slice(2)}`, `/downloads${live.path.slice(2)}/zip`]) {
        await (await live.get(path, { purpose: 'prefetch' }, method)).bytes()
      }
    }
    expect(await recordOf(live)).toEqual(before)
  })
})

/** Everything that a read could have changed. */
async function recordOf({ transferId }: Recipient) {
  const { db } = attacked.app.ctx
  return Promise.all([
    db.selectFrom('transfers').selectAll().where('id', '=', transferId).execute(),
    db.selectFrom('recipients').selectAll().where('transfer_id', '=', transferId).execute(),
    db.selectFrom('grants').selectAll().where('transfer_id', '=', transferId).execute(),
    db
      .selectFrom('events')
      .selectAll()
      .where('transfer_id', '=', transferId)
      .where('actor_kind', '=', 'human')
      .execute(),
  ])
}

test('nothing is lost', () => attacked.expectNothingLost())
