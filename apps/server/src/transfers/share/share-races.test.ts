/** Shares against other things that happen at the same moment: other shares, changes, news, deletion. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import type { AccountPerson } from '#test/people/account-person'
import type { Sent } from '#test/people/people'
import { makeTeam } from '#test/people/team'
import { tellShared } from './tell-shared.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let recipients = 0
/** A file to somebody new: one address gets few mails in an hour. */
const file = (path: string) => ({
  files: [{ path, content: Buffer.from(path) }],
  emailTo: [`reader-${++recipients}@quiet.example`],
})

let app: TestApp
let one: AccountPerson
let two: AccountPerson
beforeAll(async () => {
  app = await makeTestApp()
  const { members } = await makeTeam(app, { members: ['member', 'member'] })
  ;[one, two] = members as [AccountPerson, AccountPerson]
})
afterAll(() => app?.close())

const named = (...people: AccountPerson[]) => people.map(({ accountId }) => ({ shareWithId: accountId }))

const share = (person: AccountPerson, { id }: Sent, ...people: AccountPerson[]) =>
  person.call('editTransfer', { params: { transfer: id }, body: { shareWith: named(...people) } })

async function told(person: AccountPerson): Promise<string[]> {
  const { body } = await person.call('listNotifications', { body: {} })
  return body.notifications
    .filter(({ kind }: { kind: string }) => kind === 'shared')
    .map(({ slug }: { slug: string }) => slug)
}

/** Uploads files that are to be shared; the result saves them. */
async function planTo(person: AccountPerson, path: string, ...people: AccountPerson[]) {
  const options = file(path)
  const { body } = await person.call('planTransfer', {
    body: { ...person.draft(options), shareWith: named(...people) },
  })
  await person.upload(body.plan, options.files)
  const { upload, token } = body.plan
  return () => person.call('completeTransfer', { body: { upload, token } })
}

describe('at the same time', () => {
  test('two members share with each other, and nobody waits for the other', async () => {
    const ofOne = await one.send(file('one.txt'))
    const ofTwo = await two.send(file('two.txt'))
    for (let round = 0; round < 8; round += 1) {
      const answers = await Promise.all([share(one, ofOne, two), share(two, ofTwo, one)])
      expect(answers.map(({ status }) => status)).toEqual([200, 200])
      await Promise.all([share(one, ofOne), share(two, ofTwo)])
    }
  })

  test('a transfer is saved for a member who deletes one of theirs', async () => {
    for (let round = 0; round < 6; round += 1) {
      const save = await planTo(one, `saved-${round}.txt`, two)
      const saveBack = await planTo(two, `saved-back-${round}.txt`, one)
      const own = await two.send(file(`own-${round}.txt`))
      const answers = await Promise.all([save(), two.call('deleteTransfer', { body: { ids: [own.id] } }), saveBack()])
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    }
  })

  test('a member is not told of what is no longer shared with them', async () => {
    const first = await one.send(file('first.txt'))
    await share(one, first, two)
    await app.runJobs()
    expect(await told(two)).toContain(first.slug)
    for (const end of ['unshared', 'deleted']) {
      const sent = await one.send(file('secret-of-one.txt'))
      await share(one, sent, two)
      let ended: Promise<unknown> = Promise.resolve()
      let telling: Promise<unknown> = Promise.resolve()
      await app.ctx.db.transaction().execute(async (tx) => {
        // The job that tells has found the share, and waits here.
        await sql`select from feeds where account_id = ${two.accountId} for update`.execute(tx)
        telling = tellShared(app.ctx, { transferId: sent.id, memberIds: [two.accountId] })
        await new Promise((resolve) => setTimeout(resolve, 300))
        ended = end === 'unshared' ? share(one, sent) : one.call('deleteTransfer', { body: { ids: [sent.id] } })
        await new Promise((resolve) => setTimeout(resolve, 700))
      })
      await Promise.all([telling, ended])
      await app.runJobs()
      const slugs = await told(two)
      expect([end, slugs.includes(first.slug), slugs.includes(sent.slug)]).toEqual([end, true, false])
    }
  })
})

test('a change that ends a share never waits for the job that tells of it', async () => {
  const sent = await one.send(file('ended.txt'))
  await share(one, sent, two)
  let telling: Promise<unknown> = Promise.resolve()
  await app.ctx.db.transaction().execute(async (tx) => {
    await sql`select from transfers where id = ${sent.id} for update`.execute(tx)
    telling = tellShared(app.ctx, { transferId: sent.id, memberIds: [two.accountId] })
    await new Promise((resolve) => setTimeout(resolve, 300))
    await sql`delete from transfer_shares where transfer_id = ${sent.id}`.execute(tx)
  })
  // PostgreSQL ends one of two that wait for each other.
  await expect(telling).resolves.toBeUndefined()
})

describe('what was told', () => {
  test('goes when the transfer is deleted, whose files it names', async () => {
    const sent = await one.send(file('deleted.txt'))
    await share(one, sent, two)
    await app.runJobs()
    expect(await told(two)).toContain(sent.slug)
    await one.call('deleteTransfer', { body: { ids: [sent.id] } })
    expect(await told(two)).not.toContain(sent.slug)
  })

  test('is mailed once for a transfer, however often it is shared', async () => {
    const sent = await one.send(file('often.txt'))
    for (let round = 0; round < 3; round += 1) {
      await share(one, sent, two)
      await app.runJobs()
      expect(await told(two)).toContain(sent.slug)
      await share(one, sent)
    }
    expect((await app.mails(two.address)).filter(({ text }) => text.includes(sent.slug))).toHaveLength(1)
  })
})
