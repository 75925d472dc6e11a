import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { rounds } from '#test/app/rounds'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { until } from '#test/app/until'
import { makePerson } from '#test/people/people'
import {
  accessRequestToken,
  expire,
  give,
  kindsOf,
  type RequestableTransfer,
  requestExtension,
  requestedToken,
  sendRequestable,
} from '#test/transfers/access-requests'
import { openContext } from '../../context.ts'
import { hashToken } from '../../platform/ids.ts'
import { addJob } from '../../platform/jobs/add-job.ts'
import { makeLog } from '../../platform/log.ts'
import { grantAccessRequest } from './grant-access-request.ts'

vi.setConfig({ testTimeout: 90_000 })

let app: TestApp
beforeAll(async () => {
  app = await makeTestApp()
})
afterAll(() => app.close())

const nowhere = { ip: '', userAgent: undefined }
const extensionsOf = async (of: RequestableTransfer) =>
  (await kindsOf(app, of)).filter((kind) => kind === 'extended').length
const mailsOf = async ({ address }: RequestableTransfer) =>
  (await app.mails(address)).filter(({ subject }) => subject.includes('gave you more time')).length

test('grants once for sixty-four presses of one token, and shows all of them the same date', async () => {
  const of = await sendRequestable(app)
  const token = await requestedToken(app, of)
  const answers = await Promise.all(Array.from({ length: 64 }, () => give(makePerson(app), token)))
  expect(new Set(answers.map(({ status, body }) => `${status} ${body.expiryDate}`)).size).toBe(1)
  expect([answers[0]?.status, await extensionsOf(of), await mailsOf(of)]).toEqual([200, 1, 1])
})

test('grants once for two processes', async () => {
  const of = await sendRequestable(app)
  const named = { tokenHash: hashToken(await requestedToken(app, of)) }
  const other = await openContext(app.config, makeLog('silent'))
  const presses = Array.from({ length: 16 }, (_, nth) =>
    grantAccessRequest(nth % 2 ? other.ctx : app.ctx, named, nowhere),
  )
  const dates = (await Promise.all(presses)).map(({ expiryDate }) => expiryDate)
  await other.close()
  expect([new Set(dates).size, await extensionsOf(of), await mailsOf(of)]).toEqual([1, 1, 1])
})

test('never deadlocks when two people’s tokens are pressed at once', async () => {
  for (let round = 0; round < rounds(2, 5); round++) {
    const of = await sendRequestable(app, { sendAs: 'link' })
    await expire(app, of)
    const tokens: string[] = []
    for (let nth = 0; nth < 2; nth++) {
      const reader = makePerson(app)
      await requestExtension(reader, of, { email: reader.address })
      const [mail] = await app.mails(reader.address)
      await requestExtension(reader, of, { code: /^[0-9A-Z]{5}$/m.exec(mail?.text ?? '')?.[0] })
      tokens.push(await accessRequestToken(app, of))
    }
    const presses = tokens.flatMap((token) => Array.from({ length: 4 }, () => give(makePerson(app), token)))
    const answers = await Promise.all(presses)
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.expiryDate}`)).size).toBe(1)
    expect(await extensionsOf(of)).toBe(1)
  }
})

test('decides between the removal of an anonymous sender’s bytes and a press', async () => {
  const sender = makePerson(app)
  await sender.prove()
  const of = await sendRequestable(app, { sender })
  const token = await requestedToken(app, of)
  await expire(app, of, 24 * 7 + 1)
  const removal = addJob(app.ctx.db, 'remove-expired', {}).then(() => app.runJobs())
  const [press] = await Promise.all([give(makePerson(app), token), removal])
  const left = await app.ctx.db
    .selectFrom('transfers')
    .select(['deleted_at', sql<boolean>`expires_at > now()`.as('isOpen')])
    .where('id', '=', of.id)
    .executeTakeFirstOrThrow()
  expect([press.status, left.isOpen]).toEqual(left.deleted_at === null ? [200, true] : [410, false])
})

test('tells a person who asks during a grant that the link is open, and requests nothing', async () => {
  const of = await sendRequestable(app)
  await expire(app, of)
  const isWaiting = async () => {
    const { rows } = await sql`
      select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%from transfers where id%'`.execute(
      app.ctx.db,
    )
    return rows.length > 0
  }
  const asking = await app.ctx.db.transaction().execute(async (tx) => {
    await sql`update transfers set expires_at = now() + interval '1 day' where id = ${of.id}`.execute(tx)
    const waiting = requestExtension(makePerson(app), of)
    await until(isWaiting)
    return { waiting }
  })
  expect((await asking.waiting).body).toEqual({ next: 'open' })
  expect((await kindsOf(app, of)).filter((kind) => kind === 'extension_requested')).toEqual([])
})
