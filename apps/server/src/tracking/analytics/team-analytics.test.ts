/** Counts of a team: added up for its admin and managers, by member, and for nobody else. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { type AccountPerson, makeAccount } from '#test/people/account-person'
import { makeTeam } from '#test/people/team'
import { addPastEvent } from '#test/transfers/ledgers'
import { insertTransfer } from '#test/transfers/tracked-transfer'
import { addUpCounts } from '../ledger/event-tasks.ts'

const ASHA = 'asha@rao-forge.example'

let app: TestApp
let [admin, manager, member] = [] as unknown as [AccountPerson, AccountPerson, AccountPerson]
let stranger: AccountPerson
beforeAll(async () => {
  app = await makeTestApp()
  const team = await makeTeam(app, { members: ['manager', 'member'] })
  admin = team.admin
  ;[manager, member] = team.members as [AccountPerson, AccountPerson]
  stranger = (await makeTeam(app)).admin
  for (const [nth, person] of [admin, manager, member, stranger].entries()) await downloaded(person, nth + 1)
  await addUpCounts(app.ctx)
  await downloaded(member, 10)
})
afterAll(() => app?.close())

/** Asha opened a transfer of the person's so many times, and has its file. */
async function downloaded({ accountId }: AccountPerson, openings: number): Promise<void> {
  const files = [{ path: `plans/of-${openings}.dwg`, bytes: 10 }]
  const sent = await insertTransfer(app.ctx, { accountId, recipients: [{ address: ASHA }], files })
  const seen = { transferId: sent.transferId, recipientId: sent.recipientIds[0] ?? '', country: 'IN', minutesAgo: 60 }
  for (let nth = 0; nth < openings; nth += 1) await addPastEvent(app.ctx.db, { ...seen, kind: 'opened' })
  await addPastEvent(app.ctx.db, { ...seen, kind: 'finished', fileId: sent.fileIds[0] ?? '' })
}

async function read(person: AccountPerson, member?: string) {
  const answer = await person.fetch(`/analytics?days=7${member === undefined ? '' : `&member=${member}`}`)
  return { status: answer.status, body: await answer.json() }
}
const totals = async (person: AccountPerson, of?: string) => (await read(person, of)).body.totals

test('are added up over everyone for the admin and managers, and by member', async () => {
  for (const person of [admin, manager]) {
    const { body } = await read(person, 'everyone')
    expect(body.totals).toEqual({ downloads: 4, repeats: 0, openings: 16 })
    expect(body.contacts).toMatchObject([{ email: ASHA, downloads: 4, openings: 16 }])
    expect(body.contactCount).toBe(1)
    expect(body.countries).toMatchObject([{ country: 'IN', downloads: 4 }])
    expect(body.files.map(({ fileName }: { fileName: string }) => fileName).sort()).toEqual([
      'of-1.dwg',
      'of-10.dwg',
      'of-2.dwg',
      'of-3.dwg',
    ])
    expect(await totals(person, member.accountId)).toEqual({ downloads: 2, repeats: 0, openings: 13 })
  }
  expect(await totals(admin)).toMatchObject({ openings: 1 })
  const csv = await (await manager.fetch('/analytics.csv?days=7&table=contacts&member=everyone')).text()
  expect(csv).toContain(`${ASHA},4,0,16`)
})

test('are nobody else’s: a member has only their own, and no account of another team is named', async () => {
  expect(await totals(member)).toMatchObject({ openings: 13 })
  expect(await totals(member, member.accountId)).toMatchObject({ openings: 13 })
  for (const of of ['everyone', admin.accountId]) expect(await read(member, of)).toMatchObject({ status: 403 })
  expect(await read(admin, stranger.accountId)).toMatchObject({ status: 404, body: { code: 'member-not-found' } })
  expect((await member.fetch('/analytics.csv?table=files&member=everyone')).status).toBe(403)
  const alone = await makeAccount(app)
  expect(await totals(alone, 'everyone')).toEqual({ downloads: 0, repeats: 0, openings: 0 })
})
