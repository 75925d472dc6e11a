import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { freePort } from '#test/app/free-port'
import { readConfig } from '../config/config.ts'
import { masterKeyOf } from '../config/master-key.ts'
import { openStores } from './index.ts'

let dir: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'waybill-stores-'))
})
afterEach(() => rm(dir, { recursive: true, force: true }))

const open = async (...besides: object[]) => {
  const nobody = {
    endpoint: `http://127.0.0.1:${await freePort()}`,
    bucket: 'waybill',
    accessKeyId: 'a',
    secretAccessKey: 'b',
  }
  const stores = [...besides, { id: 'away', region: 'eu-central-1', adapter: 's3', ...nobody }]
  const config = readConfig({ DATA_DIR: dir, STORES: JSON.stringify(stores) })
  const warned: string[] = []
  const log = { info() {}, warn: (_facts: unknown, said: string) => warned.push(said) } as never
  const opened = await openStores({ config, masterKey: masterKeyOf(randomBytes(32)), log, pageOrigins: [] })
  return { opened, warned }
}

test('opens beside a store that does not answer, with a warning', async () => {
  const { opened, warned } = await open({ id: 'disk', region: 'cn-hongkong', adapter: 'disk' })
  expect(opened.ids).toEqual(['disk', 'away'])
  expect(warned).toEqual(['a store does not answer, and was not checked'])
  await opened.of('disk').probe()
  await expect(opened.of('away').probe()).rejects.toMatchObject({ code: 'store-unavailable' })
  await opened.close()
})

test('does not open where the only store does not answer', async () => {
  await expect(open()).rejects.toThrow('cannot be written')
})
