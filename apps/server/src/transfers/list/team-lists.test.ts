/** What the admin, managers and members of a team see of each other's transfers, and what they may change. */
import type { RouteName } from '@waybill/contract/core/routes'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { until } from '#test/app/until'
import { AccountPerson, PASSWORD } from '#test/people/account-person'
import { makePerson, type Sent } from '#test/people/people'
import { makeTeam } from '#test/people/team'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const [SECRET, READER] = ['secret-plan-5521', 'reader-5521@quiet.example']
const file = (path: string) => ({ path, content: Buffer.from(path) })

let app: TestApp
let admin: AccountPerson
let manager: AccountPerson
let member: AccountPerson
let colleague: AccountPerson
let stranger: AccountPerson
let sent: Sent
beforeAll(async () => {
  app = await makeTestApp()
  const team = await makeTeam(app, { members: ['manager', 'member', 'member'] })
  admin = team.admin
  ;[manager, member, colleague] = team.members as [AccountPerson, AccountPerson, AccountPerson]
  stranger = (await makeTeam(app)).admin
  sent = await member.send({ files: [file(`${SECRET}.pdf`)], emailTo: [READER], message: `about ${SECRET}` })
  await admin.send({ files: [file('of-admin.txt')] })
  await manager.send({ files: [file('of-manager.txt')] })
  await app.runJobs()
})
afterAll(() => app?.close())

const slugsOf = ({ body }: { body: Pick<Page, 'allDocs'> }) => body.allDocs.map(({ slug }) => slug)

interface Page {
  code?: string
  allCount: number
  next: string | null
  allDocs: Array<Record<string, unknown> & { slug: string; senderId: string }>
}

async function listOf(person: AccountPerson, query = '', headers: Record<string, string> = {}) {
  const answer = await person.fetch(`/getQs${query}`, { headers })
  return { status: answer.status, body: (await answer.json()) as Page }
}

describe('lists', () => {
  test('the admin and managers list everyone, or one member; by default only themselves', async () => {
    for (const person of [admin, manager]) {
      const everyone = await listOf(person, '?member=everyone')
      expect(everyone.status).toBe(200)
      expect(everyone.body.allCount).toBe(3)
      expect(new Set(everyone.body.allDocs.map((row) => row.senderId))).toEqual(
        new Set([admin, manager, member].map(({ accountId }) => accountId)),
      )
      const one = await listOf(person, `?member=${member.accountId}`)
      expect([slugsOf(one), one.body.allCount]).toEqual([[sent.slug], 1])
      const own = await listOf(person)
      expect(own.body.allDocs.map((row) => row.senderId)).toEqual([person.accountId])
      expect(own.body.allCount).toBe(1)
    }
  })

  test.each(['new', 'old', 'expiring', 'size', 'downloads'])('everyone, ordered by %s, page by page', async (sort) => {
    const slugs: string[] = []
    let after = ''
    do {
      const { body } = await listOf(admin, `?member=everyone&sort=${sort}&take=1${after ? `&after=${after}` : ''}`)
      slugs.push(...slugsOf({ body }))
      after = body.next ?? ''
    } while (after !== '')
    expect([slugs.length, new Set(slugs).size]).toEqual([3, 3])
    const skipped = await listOf(admin, `?member=everyone&sort=${sort}&skip=1`)
    expect(slugsOf(skipped)).toEqual(slugs.slice(1))
  })

  test('isTeam: members beside the admin, for the admin alone', async () => {
    const isTeam = (...people: AccountPerson[]) => ({
      isTeam: JSON.stringify(people.map(({ accountId }) => accountId)),
    })
    const some = await listOf(admin, '', isTeam(member))
    expect(some.body.allCount).toBe(2)
    expect(slugsOf(some)).toContain(sent.slug)
    expect((await listOf(admin, '', isTeam(admin, manager, member, colleague))).body.allCount).toBe(3)
    for (const [person, of] of [
      [manager, member],
      [member, colleague],
      [member, member],
      [stranger, member],
      [admin, stranger],
    ] as const) {
      expect(await listOf(person, '', isTeam(of))).toMatchObject({ status: 403, body: { code: 'not-yours' } })
    }
    expect((await listOf(member, '', isTeam())).status).toBe(200)
  })

  test('isTeam of some: searched, ordered and deleted ones like one account’s', async () => {
    const some = { isTeam: JSON.stringify([member.accountId]) }
    for (const sort of ['new', 'old', 'expiring', 'size', 'downloads']) {
      expect(slugsOf(await listOf(admin, `?sort=${sort}`, some))).toHaveLength(2)
    }
    expect(slugsOf(await listOf(admin, `?q=${SECRET}`, some))).toEqual([sent.slug])
    expect((await listOf(admin, '?filter=deleted', some)).body.allDocs).toEqual([])
  })

  test('a search of everyone finds a member’s transfer by file and by recipient', async () => {
    for (const q of [SECRET, READER, sent.slug]) {
      expect([q, slugsOf(await listOf(manager, `?member=everyone&q=${q}`))]).toEqual([q, [sent.slug]])
      expect([q, slugsOf(await listOf(manager, `?q=${q}`))]).toEqual([q, []])
    }
  })

  test('a member lists nobody else, and nobody lists another team', async () => {
    const refused = { status: 403, body: { code: 'not-yours' } }
    for (const of of ['everyone', admin.accountId, colleague.accountId, stranger.accountId, 'nobody']) {
      expect(await listOf(member, `?member=${of}`)).toMatchObject(refused)
    }
    expect(slugsOf(await listOf(member, `?member=${member.accountId}`))).toEqual([sent.slug])
    const unknown = await listOf(admin, '?member=nobody-has-this-id')
    expect(unknown).toMatchObject({ status: 404, body: { code: 'member-not-found' } })
    const ofOther = await listOf(admin, `?member=${stranger.accountId}`)
    expect([ofOther.status, ofOther.body.code]).toEqual([404, 'member-not-found'])
    expect((await listOf(stranger, '?member=everyone')).body.allCount).toBe(0)
  })
})

/** Every call that reads a transfer, with the ids of one. */
async function readings(transfer: Sent): Promise<Array<[RouteName, string]>> {
  const { id } = await app.ctx.db
    .selectFrom('recipients')
    .select('id')
    .where('transfer_id', '=', transfer.id)
    .where('link_id', 'is', null)
    .executeTakeFirstOrThrow()
  return [
    ['listTransfers', `/getQs?slug=${transfer.slug}`],
    ['readLedger', `/transfers/${transfer.id}/ledger`],
    ['readReceipt', `/transfers/${transfer.id}/receipts/${id}`],
    ['printReceipt', `/transfers/${transfer.id}/receipts/${id}/receipt.pdf`],
  ]
}

describe('one transfer', () => {
  test('the admin and managers read record, ledger and receipts of a member’s; nobody else does', async () => {
    for (const [name, path] of await readings(sent)) {
      for (const person of [member, manager, admin]) {
        expect([name, (await person.fetch(path)).status]).toEqual([name, 200])
      }
      for (const person of [colleague, stranger]) {
        const answer = await person.fetch(path)
        const text = await answer.text()
        expect([name, answer.status, JSON.parse(text).code]).toEqual([name, 404, 'transfer-not-found'])
        for (const secret of [SECRET, READER, member.address]) expect(text).not.toContain(secret)
      }
    }
  })

  test('says who sent it and who may change it, and keeps the sender’s alerts to the sender', async () => {
    await member.call('editTransfer', { params: { transfer: sent.id }, body: { alerts: 'every' } })
    const recordOf = async (person: AccountPerson) => (await listOf(person, `?slug=${sent.slug}`)).body.allDocs[0]
    const of = { senderId: member.accountId, senderEmail: member.address }
    expect(await recordOf(member)).toMatchObject({ ...of, mayChange: true, alerts: 'every' })
    expect(await recordOf(admin)).toMatchObject({ ...of, mayChange: true, alerts: null })
    expect(await recordOf(manager)).toMatchObject({ ...of, mayChange: false, alerts: null })
  })
})

describe('changes', () => {
  const extended = { expirySeconds: 2_629_746 }
  const calls = (transfer: Sent): Array<[RouteName, object]> => [
    ['editTransfer', { params: { transfer: transfer.id }, body: { message: 'changed' } }],
    ['extendTransfers', { body: { ids: [transfer.id], ...extended } }],
    ['addRecipients', { params: { transfer: transfer.id }, body: { emailTo: [{ email: 'more@quiet.example' }] } }],
    ['sendTransferEmail', { body: { slug: transfer.slug } }],
    ['deleteTransfer', { body: { ids: [transfer.id] } }],
    ['restoreTransfers', { body: { ids: [transfer.id] } }],
    ['deleteTransfer', { body: { ids: [transfer.id] } }],
    ['eraseRecords', { body: { ids: [transfer.id] } }],
  ]

  test('a manager, a colleague and another team change nothing', async () => {
    const recordNow = async () => (await listOf(member, `?slug=${sent.slug}`)).body.allDocs[0]
    const before = await recordNow()
    for (const person of [manager, colleague, stranger]) {
      for (const [name, asked] of calls(sent)) {
        const answer = await person.call(name, asked as never)
        expect([name, answer.status, answer.body.code]).toEqual([name, 404, 'transfer-not-found'])
      }
    }
    expect(await recordNow()).toEqual(before)
  })

  test('the admin changes what a member sent, as its sender, and the security log says who did', async () => {
    const theirs = await member.send({ files: [file('theirs.txt')], emailTo: ['one@quiet.example'] })
    const own = await admin.send({ files: [file('own.txt')] })
    for (const [name, asked] of calls(theirs)) {
      const answer = await admin.call(name, asked as never)
      expect([name, answer.status, answer.body?.code]).toEqual([name, 200, undefined])
    }
    const rows = await app.ctx.db
      .selectFrom('security_events')
      .select(['account_id', 'facts'])
      .where('event', '=', 'member-transfer-changed')
      .execute()
    expect(rows).toHaveLength(calls(theirs).length)
    expect(rows[0]).toMatchObject({
      account_id: member.accountId,
      facts: { by: admin.accountId, transfer: theirs.id },
    })
    const another = await colleague.send({ files: [file('another.txt')] })
    const both = await admin.call('deleteTransfer', { body: { ids: [own.id, another.id] } } as never)
    expect(both.body.deleted).toBe(2)
    const withUnknown = await admin.call('restoreTransfers', { body: { ids: [own.id, another.id, 'nobody'] } } as never)
    expect(withUnknown).toMatchObject({ status: 404, body: { code: 'transfer-not-found' } })
    expect((await listOf(colleague)).body.allCount).toBe(0)
  })

  test('the admin takes back the removal of what a member sent to them', async () => {
    const theirs = await colleague.send({ files: [file('to-admin.txt')], emailTo: [admin.address] })
    const received = async () => slugsOf(await listOf(admin, '?filter=received'))
    expect(await received()).toContain(theirs.slug)
    await admin.call('deleteTransfer', { body: { ids: [theirs.id], type: 'received' } } as never)
    expect(await received()).not.toContain(theirs.slug)
    expect((await admin.call('restoreTransfers', { body: { ids: [theirs.id] } } as never)).body.restored).toBe(1)
    expect(await received()).toContain(theirs.slug)
  })

  test('the admin adds a file to what a member sent', async () => {
    const { id } = await member.send({ files: [file('first.txt')] })
    const answer = await admin.call('planAddedFiles', {
      params: { transfer: id },
      body: { files: [{ path: 'second.txt', bytes: 3, modifiedAt: 1, fingerprint: 'f' }] },
    } as never)
    expect(answer.status).toBe(200)
  })
})

test('open pages of the admin and managers hear of a member’s transfers; a colleague’s do not', async () => {
  const theirs = await member.send({ files: [file('heard.txt')] })
  await app.runJobs()
  const pages = await Promise.all([admin, manager, colleague].map((person) => follow(person)))
  const [ofAdmin, ofManager, ofColleague] = pages as [Followed, Followed, Followed]
  await member.call('editTransfer', { params: { transfer: theirs.id }, body: { isPaused: true } } as never)
  await until(() => [ofAdmin, ofManager].every((page) => page.told.includes(theirs.id)))
  await colleague.send({ files: [file('mine.txt')] })
  await until(() => ofColleague.told.includes('event: transfer'))
  expect(ofColleague.told).not.toContain(theirs.id)
  for (const page of pages) page.close()
})

type Followed = Awaited<ReturnType<typeof follow>>
async function follow(person: AccountPerson) {
  const { body } = await person.call('makeLiveTicket')
  const stop = new AbortController()
  const answer = await fetch(`${app.origin}/live?ticket=${body.ticket}`, { signal: stop.signal })
  const page = { told: '', close: () => stop.abort() }
  const read = async () => {
    for await (const chunk of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) page.told += chunk
  }
  void read().catch(() => {})
  await until(() => page.told.includes('event: hello'))
  return page
}

test('a member who becomes a manager reads at once, and no longer once they are a member again', async () => {
  const look = async () => (await colleague.fetch(`/getQs?slug=${sent.slug}`)).status
  const become = (role: string) =>
    admin.call('changeMemberRole', { params: { member: colleague.accountId }, body: { role } } as never)
  expect(await look()).toBe(404)
  await become('manager')
  expect(await look()).toBe(200)
  await become('member')
  expect(await look()).toBe(404)
  expect((await listOf(colleague, '?member=everyone')).status).toBe(403)
})

test('a removed member reads nothing of the team, and their session is refused', async () => {
  const { admin: boss, members } = await makeTeam(app, { members: ['manager'] })
  const [gone] = members as [AccountPerson]
  const own = await boss.send({ files: [file('of-boss.txt')] })
  expect((await gone.fetch(`/getQs?slug=${own.slug}`)).status).toBe(200)
  await boss.call('removeMember', { params: { member: gone.accountId }, body: {} } as never)
  expect((await gone.fetch(`/getQs?slug=${own.slug}`)).status).toBe(401)
  const again = await signInAgain(gone)
  expect((await again.fetch(`/getQs?slug=${own.slug}`)).status).toBe(404)
  expect((await listOf(again, '?member=everyone')).body.allCount).toBe(0)
})

/** Somebody whose sessions have ended, on another browser. */
async function signInAgain({ address, accountId }: AccountPerson): Promise<AccountPerson> {
  const person = makePerson(app, address)
  const { body } = await person.call('logIn', { body: { email: address, password: PASSWORD } } as never)
  return new AccountPerson(app, person, { accountId, sessionId: '', accessToken: body.accessToken })
}
