import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { cloneDatabase } from '#test/database/test-database'
import { outboxIdOf } from '../../mail-transport/transport/outbox-id.ts'
import { holdMailWay } from './hold-mail-way.ts'

const log = { warn() {} }

test('refuses a process without SMTP beside others unless they share its outbox', async () => {
  const database = await cloneDatabase()
  const folder = mkdtempSync(join(tmpdir(), 'waybill-way-'))
  const [here, there] = [await outboxIdOf(join(folder, 'a')), await outboxIdOf(join(folder, 'b'))]
  expect(await outboxIdOf(join(folder, 'a'))).toBe(here)
  const hold = (way: string) => holdMailWay(database.connection, way, log)

  const one = await hold(here)
  const two = await hold(here)
  await expect(hold(there)).rejects.toThrow('SMTP_URL is not set, but another process')
  await one.release()
  await expect(hold(there)).rejects.toThrow('SMTP_URL is not set')
  await two.release()
  const smtp = await hold('smtp')
  await expect(hold(there)).rejects.toThrow('SMTP_URL is not set')
  await smtp.release()
  await (await hold(there)).release()

  rmSync(folder, { recursive: true })
  await database.drop()
})

test('lets one of two processes run that start at once with their own folders, in every round', async () => {
  const database = await cloneDatabase()
  for (let round = 0; round < 20; round += 1) {
    const held = await Promise.allSettled(['a', 'b'].map((way) => holdMailWay(database.connection, way, log)))
    expect(held.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    await Promise.all(held.map((one) => (one.status === 'fulfilled' ? one.value.release() : undefined)))
  }
  await database.drop()
})
