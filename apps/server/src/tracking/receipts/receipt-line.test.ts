/**
 * Receipts of long transfers are written without delaying other calls, one at a time per account, and not for a caller
 * who has left.
 */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { until } from '#test/app/until'
import { type Delivered, FILES, sendFor } from '#test/transfers/receipts'
import { recordEvents } from '../ledger/index.ts'

// Its threads have a lower priority than all others, including other tests.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

const ENTRIES = 100

let app: TestApp
let delivered: Delivered
beforeAll(async () => {
  app = await makeTestApp()
  delivered = await sendFor(app, FILES.slice(2))
  const { sent, recipientId } = delivered
  const context = { transferId: sent.id, recipientId, ip: '198.51.100.9', userAgent: 'Chrome' }
  const judged = { actorKind: 'human', reason: null } as const
  const entries = Array.from({ length: ENTRIES }, () => ({ kind: 'visited' as const }))
  await recordEvents(app.ctx.db, app.ctx, { ...context, judged }, entries)
})
afterAll(() => app?.close())

const path = () => `/transfers/${delivered.sent.id}/receipts/${delivered.recipientId}`
const counts = () => app.ctx.threads.counts()

test('writes a long one in a thread, as JSON and as PDF', async () => {
  for (const [ending, type] of [
    ['', 'application/json'],
    ['/receipt.pdf', 'application/pdf'],
  ] as const) {
    const asked = delivered.owner.fetch(`${path()}${ending}`)
    await until(() => counts().running === 1)
    const answer = await asked
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toContain(type)
    await until(() => counts().running === 0)
  }
})

test('writes one at a time per account, and frees the place of a caller that leaves, active or waiting', async () => {
  const leaving = Array.from({ length: 4 }, () => new AbortController())
  const asked = leaving.map(({ signal }) =>
    delivered.owner.fetch(`${path()}/receipt.pdf`, { signal }).catch(() => 'left'),
  )
  await until(() => counts().running === 1 && counts().waiting === 3)
  for (const one of leaving) one.abort()
  expect(await Promise.all(asked)).toEqual(['left', 'left', 'left', 'left'])
  await until(() => counts().running === 0 && counts().waiting === 0)
})

test('tells a caller with too many at once to retry', async () => {
  const asked = Array.from({ length: 12 }, () => new AbortController())
  const told: number[] = []
  const all = asked.map(({ signal }) =>
    delivered.owner.fetch(`${path()}/receipt.pdf`, { signal }).then(
      ({ status }) => void told.push(status),
      () => {},
    ),
  )
  await until(() => told.includes(429), 60_000)
  for (const one of asked) one.abort()
  await Promise.all(all)
  await until(() => counts().running === 0 && counts().waiting === 0)
})
