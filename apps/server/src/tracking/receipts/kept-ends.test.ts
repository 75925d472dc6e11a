/** A rebuilt ledger contradicts its signed end or an anchor, and gets no signature. */
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { until } from '#test/app/until'
import { type AccountPerson, makeAccount } from '#test/people/account-person'
import { rechain } from '#test/transfers/ledgers'
import { insertTransfer } from '#test/transfers/tracked-transfer'
import { checkAnchors, checkHeads, checkLedgers, makeAnchor, recordEvents, recordNotice } from '../ledger/index.ts'

let app: TestApp
let owner: AccountPerson
beforeAll(async () => {
  app = await makeTestApp()
  owner = await makeAccount(app, { role: 'pro' })
})
afterAll(() => app?.close())

interface Ledger {
  transferId: string
  recipientId: string
}
const judged = { actorKind: 'human', reason: null } as const
const happen = ({ transferId, recipientId }: Ledger, looks = 3) =>
  recordEvents(
    app.ctx.db,
    app.ctx,
    { transferId, recipientId, judged, ip: '1.1.1.1', userAgent: undefined },
    Array.from({ length: looks }, () => ({ kind: 'resent' as const })),
  )
const anchor = () => makeAnchor(app.ctx, { apartSeconds: 0 })

async function sent(): Promise<Ledger> {
  const recipients = [{ address: 'asha@rao-forge.example' }]
  const made = await insertTransfer(app.ctx, { accountId: owner.accountId, recipients })
  const ledger = { transferId: made.transferId, recipientId: made.recipientIds[0] ?? '' }
  await happen(ledger)
  return ledger
}

const asked = async ({ transferId, recipientId }: Ledger) => {
  const answer = await owner.fetch(`/transfers/${transferId}/receipts/${recipientId}`)
  return answer.status === 200 ? 200 : ((await answer.json()) as { code: string }).code
}
const run = (statement: RawBuilder<unknown>) => statement.execute(app.ctx.db)
const findings = async ({ transferId }: Ledger) => {
  const { ctx } = app
  const found = [...(await checkLedgers(ctx)), ...(await checkHeads(ctx)), ...(await checkAnchors(ctx))]
  return found.filter(({ id, kind }) => id === transferId || kind === 'anchor-broken').map(({ kind }) => kind)
}
/** Hashes the chain again like somebody without a key; the old signature stays. */
async function hashAgain({ transferId }: Ledger) {
  const { db } = app.ctx
  const { signature, signed_by } = await endOf(transferId)
  await rechain(db, { only: transferId })
  await db.updateTable('ledgers').set({ signature, signed_by }).where('transfer_id', '=', transferId).execute()
}
const endOf = (transferId: string) =>
  app.ctx.db.selectFrom('ledgers').selectAll().where('transfer_id', '=', transferId).executeTakeFirstOrThrow()
const setEnd = ({ transfer_id, ...end }: Awaited<ReturnType<typeof endOf>>) =>
  app.ctx.db.updateTable('ledgers').set(end).where('transfer_id', '=', transfer_id).execute()
const editFirst = ({ transferId }: Ledger) =>
  run(sql`update events set city = 'Paris' where transfer_id = ${transferId} and place = 1`)
const cutTo = (ledger: Ledger, length: number) =>
  run(sql`delete from events where transfer_id = ${ledger.transferId} and place > ${length}`)

/** Removes a leaf from an anchor without leaving a gap. */
async function takeOut(transferId: string, anchor: number) {
  await run(sql`delete from anchor_leaves where transfer_id = ${transferId}`)
  await run(sql`update anchor_leaves a set position = moved.nth + 5000 from (
    select position, row_number() over (order by position) - 1 as nth from anchor_leaves where anchor = ${anchor}
  ) moved where a.anchor = ${anchor} and a.position = moved.position`)
  await run(sql`update anchor_leaves set position = position - 5000 where anchor = ${anchor}`)
}

test('signs an honest ledger before its first anchor, inside one, and after it', async () => {
  const ledger = await sent()
  for (const step of [async () => {}, anchor, () => happen(ledger), anchor, anchor]) {
    await step()
    expect(await asked(ledger)).toBe(200)
  }
})

test('refuses a chain rebuilt without the key, and does not sign later additions to it', async () => {
  const ledger = await sent()
  await editFirst(ledger)
  await hashAgain(ledger)
  expect(await asked(ledger)).toBe('receipt-not-sound')
  await happen(ledger)
  expect((await endOf(ledger.transferId)).signature).toBeNull()
  expect(await asked(ledger)).toBe('receipt-not-sound')
  expect(await findings(ledger)).toEqual(['head-not-signed'])
  await until(async () => {
    const notes = await app.ctx.db.selectFrom('security_events').select('facts').execute()
    const told = notes.map(({ facts }) => JSON.stringify(facts)).filter((facts) => facts.includes(ledger.recipientId))
    return told.some((facts) => /"because": ?"head"/.test(facts))
  })
})

test('does not accept the end of one transfer for another', async () => {
  const [one, other] = [await sent(), await sent()]
  const [ofOne, ofOther] = [await endOf(one.transferId), await endOf(other.transferId)]
  await setEnd({ ...ofOther, transfer_id: one.transferId })
  await setEnd({ ...ofOne, transfer_id: other.transferId })
  expect([await asked(one), await asked(other)]).toEqual(['receipt-not-sound', 'receipt-not-sound'])
  await setEnd({ ...ofOne, signature: ofOther.signature })
  await setEnd({ ...ofOther, signature: ofOne.signature })
  expect([await asked(one), await asked(other)]).toEqual(['receipt-not-sound', 'receipt-not-sound'])
})

test('does not let an earlier signed end hide what followed and was anchored', async () => {
  const ledger = await sent()
  const older = await endOf(ledger.transferId)
  await happen(ledger)
  await anchor()
  await cutTo(ledger, older.length)
  await setEnd(older)
  expect(await findings(ledger)).toEqual(['ledger-contradicts-anchor'])
  expect(await asked(ledger)).toBe('receipt-not-sound')
})

test('finds that a chain rebuilt with a stolen key contradicts its anchor', async () => {
  const ledger = await sent()
  await anchor()
  await happen(ledger)
  await editFirst(ledger)
  await rechain(app.ctx.db, { only: ledger.transferId, signer: app.ctx.signer })
  expect(await findings(ledger)).toEqual(['ledger-contradicts-anchor'])
  expect(await asked(ledger)).toBe('receipt-not-sound')
})

test.each<[string, (ledger: Ledger, number: number) => Promise<unknown>]>([
  [
    'its leaf made to fit',
    async ({ transferId }) =>
      run(sql`update anchor_leaves a set head = e.hash from events e
        where a.transfer_id = ${transferId} and e.transfer_id = a.transfer_id and e.place = a.length`),
  ],
  ['its leaf deleted', ({ transferId }) => run(sql`delete from anchor_leaves where transfer_id = ${transferId}`)],
  ['its leaf deleted and those after it moved up', ({ transferId }, number) => takeOut(transferId, number)],
  [
    'its leaf deleted, those after it moved up, and one less counted',
    async ({ transferId }, number) => {
      await takeOut(transferId, number)
      await run(sql`update anchors set count = count - 1 where number = ${number}`)
    },
  ],
  [
    'its anchor deleted',
    async (_ledger, number) => {
      await run(sql`delete from anchor_leaves where anchor = ${number}`)
      await run(sql`delete from anchors where number = ${number}`)
    },
  ],
])('refuses a ledger rebuilt with a stolen key with %s', async (_what, hide) => {
  const [ledger, beside] = [await sent(), await sent()]
  const made = await anchor()
  await happen(beside)
  await anchor()
  await editFirst(ledger)
  await rechain(app.ctx.db, { only: ledger.transferId, signer: app.ctx.signer })
  await hide(ledger, made?.number ?? 0)
  expect(await asked(ledger)).toBe('receipt-not-sound')
  expect(await findings(ledger)).toContain('anchor-broken')
})

test('saves a server’s notice over a foreign end all the same', async () => {
  const ledger = await sent()
  await editFirst(ledger)
  await hashAgain(ledger)
  await app.ctx.db.transaction().execute((tx) => recordNotice(tx, app.ctx, { ...ledger, kind: 'stalled' }))
  expect((await endOf(ledger.transferId)).length).toBe(4)
})
