/** Members of a team share transfers with each other: who reads them, who is told, and how that ends, on any process. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { makeTestApp, makeTwin, type TestApp } from '#test/app/test-app'
import { until } from '#test/app/until'
import { type AccountPerson, makeAccount } from '#test/people/account-person'
import type { Sent } from '#test/people/people'
import { invite, joinAs, makeTeam } from '#test/people/team'
import { listShares } from './share-store.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const SECRET = 'shared-plan-6613'
const READER = 'reader-6613@quiet.example'
const file = (path: string) => ({ path, content: Buffer.from(path) })

let app: TestApp
let two: TestApp
let admin: AccountPerson
let sender: AccountPerson
let friend: AccountPerson
let colleague: AccountPerson
let stranger: AccountPerson
beforeAll(async () => {
  app = await makeTestApp()
  two = await makeTwin(app)
  const team = await makeTeam(app, { members: ['member', 'member', 'member'] })
  admin = team.admin
  ;[sender, friend, colleague] = team.members as [AccountPerson, AccountPerson, AccountPerson]
  stranger = (await makeTeam(app)).admin
})
afterAll(async () => {
  await two?.close()
  await app?.close()
})

const named = (...people: Array<Pick<AccountPerson, 'accountId'>>) =>
  people.map(({ accountId }) => ({ shareWithId: accountId }))

async function sendTo(
  person: AccountPerson,
  shareWith: ReturnType<typeof named>,
  path = `${SECRET}.pdf`,
): Promise<Sent> {
  const options = { files: [file(path), file('second.txt')], emailTo: [READER], message: `about ${SECRET}` }
  const { status, body } = await person.call('planTransfer', { body: { ...person.draft(options), shareWith } })
  expect([status, body.code]).toEqual([200, undefined])
  await person.upload(body.plan, options.files)
  const { upload, token } = body.plan
  const saved = await person.call('completeTransfer', { body: { upload, token } })
  const [op] = saved.body.data.ops
  const ids = (list: ReturnType<typeof named>) => list.map(({ shareWithId }) => shareWithId).sort()
  expect(ids(op.shareWith)).toEqual(ids(shareWith))
  await app.runJobs()
  return { slug: op.slug, id: op._id, upload, links: {} }
}

const share = (person: AccountPerson, { id }: Sent, shareWith: ReturnType<typeof named>) =>
  person.call('editTransfer', { params: { transfer: id }, body: { shareWith } })

async function listOf(person: AccountPerson, query: string) {
  const answer = await person.fetch(`/getQs?${query}`)
  const body = (await answer.json()) as { allDocs: Array<{ slug: string }>; sharedCount: number; next: string | null }
  return { status: answer.status, body, slugs: body.allDocs?.map(({ slug }) => slug) }
}

/** Every call that reads a transfer. */
async function readings({ id, slug }: Sent): Promise<string[]> {
  const recipient = await app.ctx.db
    .selectFrom('recipients')
    .select('id')
    .where('transfer_id', '=', id)
    .executeTakeFirstOrThrow()
  const receipt = `/transfers/${id}/receipts/${recipient.id}`
  return [`/getQs?slug=${slug}`, `/transfers/${id}/ledger`, receipt, `${receipt}/receipt.pdf`]
}

/** What each reading answers, on both processes, without a byte of what is secret where it is refused. */
async function read(person: AccountPerson, sent: Sent): Promise<number[]> {
  const answers: number[] = []
  for (const path of await readings(sent)) {
    for (const site of [app, two]) {
      const answer = await fetch(new URL(path, site.origin), { headers: person.headers() })
      const text = await answer.text()
      if (answer.status !== 200)
        for (const secret of [SECRET, READER, sender.address]) expect(text).not.toContain(secret)
      answers.push(answer.status)
    }
  }
  return [...new Set(answers)]
}

const told = async (person: AccountPerson) =>
  (await person.call('listNotifications', { body: {} })).body.notifications.filter(
    ({ kind }: { kind: string }) => kind === 'shared',
  )

describe('a shared transfer', () => {
  let sent: Sent
  beforeAll(async () => {
    sent = await sendTo(sender, named(friend))
  })

  test('is read by the named member: record, activity and receipts', async () => {
    expect(await read(friend, sent)).toEqual([200])
    expect(await read(colleague, sent)).toEqual([404])
    expect(await read(stranger, sent)).toEqual([404])
    const [record] = (await listOf(friend, `slug=${sent.slug}`)).body.allDocs
    expect(record).toMatchObject({
      mayChange: false,
      senderId: sender.accountId,
      alerts: null,
      shareWith: [{ shareWithId: friend.accountId, shareWithEmail: friend.address }],
    })
  })

  test('tells the named member once: in the dashboard and by one mail for all files', async () => {
    expect(await told(friend)).toMatchObject([
      { slug: sent.slug, supplier: sender.address, fileName: `${SECRET}.pdf`, fileCount: 2, receiverEmail: null },
    ])
    const mails = (await app.mails(friend.address)).filter(({ text }) => text.includes(sent.slug))
    expect(mails).toHaveLength(1)
    expect(mails[0]).toMatchObject({ subject: expect.stringContaining(sender.address) })
    expect(mails[0]?.text).toContain(`/dash/transfers/${sent.slug}`)
    await share(sender, sent, named(friend))
    await app.runJobs()
    expect(await told(friend)).toHaveLength(1)
    expect((await app.mails(friend.address)).filter(({ text }) => text.includes(sent.slug))).toHaveLength(1)
  })

  test('is changed by its sender alone, with whom it is shared not even by the admin', async () => {
    const change = { params: { transfer: sent.id }, body: { message: 'mine' } }
    expect(await friend.call('editTransfer', change)).toMatchObject({ status: 404 })
    expect(await friend.call('deleteTransfer', { body: { ids: [sent.id] } })).toMatchObject({ status: 404 })
    for (const person of [admin, friend, colleague, stranger]) {
      const answer = await share(person, sent, named(person === colleague ? friend : colleague))
      expect([answer.status, answer.body.code]).toEqual([404, expect.stringMatching(/^(transfer|member)-not-found$/)])
    }
    expect((await listOf(sender, `slug=${sent.slug}`)).body.allDocs[0]).toMatchObject({
      shareWith: [{ shareWithId: friend.accountId }],
    })
  })

  test('is listed under "shared" by the member, in every order, counted and found', async () => {
    const others = [await sendTo(sender, named(friend), 'alpha.txt'), await sendTo(admin, named(friend), 'beta.txt')]
    const all = [sent, ...others].map(({ slug }) => slug)
    for (const sort of ['new', 'old', 'expiring', 'size', 'downloads']) {
      const { body, slugs } = await listOf(friend, `filter=shared&sort=${sort}`)
      expect([sort, new Set(slugs), body.sharedCount]).toEqual([sort, new Set(all), 3])
      const paged: string[] = []
      for (let after: string | null = ''; after !== null; ) {
        const page = await listOf(friend, `filter=shared&sort=${sort}&take=1${after ? `&after=${after}` : ''}`)
        paged.push(...page.slugs)
        after = page.body.next
      }
      expect([sort, paged]).toEqual([sort, slugs])
      expect((await listOf(friend, `filter=shared&sort=${sort}&skip=1`)).slugs).toEqual(slugs.slice(1))
    }
    expect((await listOf(friend, 'filter=shared&sort=new')).slugs).toEqual([...all].reverse())
    expect((await listOf(friend, 'filter=shared&q=alpha')).slugs).toEqual([all[1]])
    expect((await listOf(friend, 'filter=all')).slugs).toEqual([])
    for (const person of [colleague, sender, admin, stranger]) {
      expect((await listOf(person, 'filter=shared')).body).toMatchObject({ allDocs: [], sharedCount: 0 })
    }
    await sender.call('deleteTransfer', { body: { ids: [others[0]?.id] } })
    expect((await listOf(friend, 'filter=shared')).body.sharedCount).toBe(2)
    expect(await read(friend, others[0] as Sent)).toEqual([404])
  })
})

describe('who can be named', () => {
  test('members of the own team: another team’s ids answer the same as unknown ones', async () => {
    const sent = await sendTo(sender, [])
    const unknown = { shareWithId: 'nobody-has-this-id' }
    const draft = sender.draft({ files: [file('refused.txt')] })
    for (const refused of [named(stranger), [unknown], named(sender), [...named(friend), unknown]]) {
      const answers = [
        await share(sender, sent, refused),
        await sender.call('planTransfer', { body: { ...draft, shareWith: refused } }),
      ]
      for (const { status, body } of answers) expect([status, body.code]).toEqual([404, 'member-not-found'])
    }
    expect((await listOf(sender, `slug=${sent.slug}`)).body.allDocs[0]).toMatchObject({ shareWith: [] })
    const alone = await makeAccount(app)
    const answer = await alone.call('planTransfer', {
      body: { ...alone.draft({ files: [file('a')] }), shareWith: [unknown] },
    })
    expect(answer).toMatchObject({ status: 404, body: { code: 'member-not-found' } })
  })
})

describe('the end of a share', () => {
  test('takes everything away at once on both processes, and open pages hear no more', async () => {
    const sent = await sendTo(sender, named(friend, colleague))
    const pages = [await follow(app, friend), await follow(two, friend)]
    await sender.call('editTransfer', { params: { transfer: sent.id }, body: { isPaused: true } })
    await until(() => pages.every((page) => page.told.includes(sent.id)))
    expect((await share(sender, sent, named(colleague))).status).toBe(200)
    expect(await read(friend, sent)).toEqual([404])
    expect(await read(colleague, sent)).toEqual([200])
    expect((await told(friend)).map(({ slug }: { slug: string }) => slug)).not.toContain(sent.slug)
    // The last word about it may still be on its way.
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    for (const page of pages) page.told = ''
    await sender.call('editTransfer', { params: { transfer: sent.id }, body: { isPaused: false } })
    const other = await friend.send({ files: [file('own.txt')] })
    await until(() => pages.every((page) => page.told.includes(other.id)))
    for (const page of pages) expect(page.told).not.toContain(sent.id)
    for (const page of pages) page.close()
  })

  test('a member who is removed has nothing of it, nor once they are back', async () => {
    const [boss, gone] = await teamOfTwo()
    const sent = await sendTo(boss, named(gone))
    expect(await read(gone, sent)).toEqual([200])
    await boss.call('removeMember', { params: { member: gone.accountId }, body: {} })
    expect(await read(gone, sent)).toEqual([401])
    expect(await listShares(app.ctx.db, sent.id)).toEqual([])
    const back = await makeAccount(app)
    await invite(boss, [back.address])
    expect((await joinAs(app, back)).status).toBe(200)
    expect(await read(back, sent)).toEqual([404])
  })

  test('what a removed member shared stays shared, and not with who gets it', async () => {
    const { admin: boss, members } = await makeTeam(app, { members: ['member', 'member'] })
    const [gone, reader] = members as [AccountPerson, AccountPerson]
    const sent = await sendTo(gone, named(boss, reader))
    await boss.call('removeMember', { params: { member: gone.accountId }, body: {} })
    expect((await listOf(reader, 'filter=shared')).slugs).toEqual([sent.slug])
    expect((await listOf(boss, 'filter=shared')).slugs).toEqual([])
    expect((await listOf(boss, 'filter=all')).slugs).toEqual([sent.slug])
  })

  test('somebody removed between the plan and the save is left out', async () => {
    const [boss, gone] = await teamOfTwo()
    const options = { files: [file('late.txt')] }
    const { body } = await boss.call('planTransfer', { body: { ...boss.draft(options), shareWith: named(gone) } })
    await boss.upload(body.plan, options.files)
    await boss.call('removeMember', { params: { member: gone.accountId }, body: {} })
    const { upload, token } = body.plan
    const saved = await boss.call('completeTransfer', { body: { upload, token } })
    expect([saved.status, saved.body.data?.ops[0].shareWith]).toEqual([200, []])
  })

  test('an erased transfer is shared with nobody', async () => {
    const sent = await sendTo(sender, named(friend))
    await sender.call('deleteTransfer', { body: { ids: [sent.id] } })
    await sender.call('eraseRecords', { body: { ids: [sent.id] } })
    expect(await read(friend, sent)).toEqual([404])
    expect(await listShares(app.ctx.db, sent.id)).toEqual([])
  })

  test('sharing and removing the member at the same time leaves no share', async () => {
    for (let round = 0; round < 4; round += 1) {
      const [boss, gone] = await teamOfTwo()
      const sent = await sendTo(boss, [])
      const [shared, removed] = await Promise.all([
        share(boss, sent, named(gone)),
        boss.call('removeMember', { params: { member: gone.accountId }, body: {} }),
      ])
      expect(removed.status).toBe(200)
      expect([200, 404]).toContain(shared.status)
      const rows = await app.ctx.db
        .selectFrom('transfer_shares')
        .select('member_id')
        .where('transfer_id', '=', sent.id)
        .execute()
      expect(rows).toEqual([])
    }
  })
})

async function teamOfTwo(): Promise<[AccountPerson, AccountPerson]> {
  const team = await makeTeam(app)
  return [team.admin, team.members[0] as AccountPerson]
}

async function follow(site: TestApp, person: AccountPerson) {
  const { body } = await person.call('makeLiveTicket')
  const stop = new AbortController()
  const answer = await fetch(`${site.origin}/live?ticket=${body.ticket}`, { signal: stop.signal })
  const page = { told: '', close: () => stop.abort() }
  const run = async () => {
    for await (const chunk of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) page.told += chunk
  }
  void run().catch(() => {})
  await until(() => page.told.includes('event: hello'))
  return page
}
