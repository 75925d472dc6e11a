import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestContext, type TestContext } from '#test/app/test-context'
import { PoolKeeper } from './pool-keeper.ts'

let ctx: TestContext
let close: () => Promise<void>
beforeAll(async () => {
  const opened = await openTestContext()
  ctx = opened.ctx
  close = opened.close
})
afterAll(() => close())

test("does not mistake concurrent first lookups of one pool's workers for an unreachable process", async () => {
  const warned: string[] = []
  const log = { ...ctx.log, warn: (_facts: unknown, msg: string) => warned.push(msg) } as unknown as TestContext['log']
  const presence = { held: async () => 1, renew: () => {} } as never
  const stopping = new AbortController()
  const keeper = new PoolKeeper({ db: ctx.db, nodeId: ctx.nodeId, presence, log }, stopping.signal)
  for (let round = 0; round < 50; round++) {
    keeper.add(`pool-${round}`)
    await Promise.all(Array.from({ length: 8 }, () => keeper.mayLook(`pool-${round}`)))
  }
  stopping.abort()
  expect(warned).toEqual([])
})
