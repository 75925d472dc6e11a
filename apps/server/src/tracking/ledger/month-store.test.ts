import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { insertTransfer, type Tracked } from '#test/transfers/tracked-transfer'
import { checkLedger, type JudgedActor, recordEvent, recordOpening } from './index.ts'
import { makeMonths } from './month-store.ts'

const human: JudgedActor = { actorKind: 'human', reason: null }
const MONTHS = 24

let app: TestApp
beforeAll(async () => {
  app = await makeTestApp()
})
afterAll(() => app.close())

const eventContextOf = ({ transferId, recipientIds }: Tracked, ip: string) => ({
  transferId,
  recipientId: recipientIds[0] ?? '',
  judged: human,
  userAgent: undefined,
  ip,
})

test('creates months during heavy use without any failure', async () => {
  const { db } = app.ctx
  const ledgers = new Map<string, number>()
  let isMade = false
  const whileMaking = async (act: () => Promise<Tracked>) => {
    while (!isMade) {
      const { transferId } = await act()
      ledgers.set(transferId, (ledgers.get(transferId) ?? 0) + 1)
    }
  }
  /** Starts the ledger of a new transfer, as its save does. */
  const begin = async () => {
    const sent = await insertTransfer(app.ctx)
    await recordEvent(db, app.ctx, { ...eventContextOf(sent, ''), kind: 'sent' })
    return sent
  }
  const old = await insertTransfer(app.ctx)
  let opened = 0
  /** Reads what happened before it locks the ledger. */
  const open = async () => {
    opened += 1
    const context = eventContextOf(old, `203.0.${opened >> 8}.${opened & 255}`)
    await db.transaction().execute((tx) => recordOpening(tx, app.ctx, context, { isPersonal: false, seconds: 1_800 }))
    return old
  }
  const making = makeMonths(db, MONTHS).finally(() => {
    isMade = true
  })
  await Promise.all([making, ...[begin, begin, begin, open].map(whileMaking)])
  expect(ledgers.size).toBeGreaterThan(1)
  for (const [transferId, length] of ledgers) {
    expect(await checkLedger(db, transferId)).toMatchObject({ isSound: true, length })
  }
})
