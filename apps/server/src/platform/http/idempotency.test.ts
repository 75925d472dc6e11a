import { expect, test } from 'vitest'
import { makeTestEnvironment } from '#test/app/test-environment'
import { keepAnswer, takeKey } from './call-store.ts'

test('gives a key to one process while that lives, frees it afterwards, and repeats its answer for a day', async () => {
  const environment = await makeTestEnvironment()
  const [one, two] = await Promise.all([environment.open(), environment.open()])
  const call = { scope: 'planTransfer:device', key: 'k', requestHash: Buffer.alloc(32, 1) }
  const by = ({ ctx }: typeof one) => takeKey(ctx.db, { ...call, nodeId: ctx.nodeId })
  expect(await by(one)).toEqual({ kind: 'ours' })
  expect([await by(one), await by(two)]).toEqual([{ kind: 'busy' }, { kind: 'busy' }])
  await one.close()
  expect([await by(two), await by(two)]).toEqual([{ kind: 'ours' }, { kind: 'busy' }])
  await keepAnswer(two.ctx.db, { ...call, nodeId: two.ctx.nodeId }, 200, Buffer.from('reply'))
  expect(await by(two)).toMatchObject({ kind: 'answered', status: 200 })
  expect(await takeKey(two.ctx.db, { ...call, nodeId: 'any', requestHash: Buffer.alloc(32, 2) })).toEqual({
    kind: 'mismatch',
  })
  await two.close()
  await environment.drop()
})
