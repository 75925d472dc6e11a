/** One account and two servers: everything at once, and an operator's changes apply on both. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { askAgain } from '#test/app/ask-again'
import { operate } from '#test/app/operate'
import { type Answer, makeTestApp, makeTwin, type TestApp } from '#test/app/test-app'
import { fsck } from '#test/database/fsck'
import { type AccountPerson, makeAccount } from '#test/people/account-person'
import { testFile } from '#test/storage/upload-parts'
import { suspendAccount } from '../../src/identity/accounts/index.ts'

// Whole processes and databases start here, which takes time on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

const AT_ONCE = 64
const BYTES = 2_000
let one: TestApp
let two: TestApp

beforeAll(async () => {
  one = await makeTestApp()
  two = await makeTwin(one)
})
afterAll(async () => {
  await two.close()
  await one.close()
})

const ask = (at: TestApp, person: AccountPerson, ...[name, options]: Parameters<TestApp['call']>) =>
  askAgain(() => at.call(name, { ...options, headers: person.headers() }))
const codesOf = (answers: readonly Answer[]) => answers.map(({ status, body }) => body.code ?? status)

test("sends ten of a new free account's 64 concurrent transfers, and on a larger plan as many as a first day allows", async () => {
  const person = await makeAccount(one, { role: 'free' })
  const uploads: Array<{ upload: string; token: string }> = []
  for (let n = 0; n < AT_ONCE; n++) {
    const files = [testFile(`${n}.bin`, BYTES)]
    const plan = await person.plan({ files, emailTo: [`to-${n}@rao-forge.example`] })
    await person.upload(plan, files)
    uploads.push({ upload: plan.upload, token: plan.token })
  }
  const size = async () => {
    const { links: _links, ...told } = (await person.call('readFolderSize', { body: {} })).body
    return told
  }
  expect(await size()).toEqual({ size: 0, reserved: AT_ONCE * BYTES, limit: 10e9 })
  const saveAll = (some: typeof uploads) =>
    Promise.all(some.map((body, n) => ask(n % 2 ? one : two, person, 'completeTransfer', { body })))
  const saves = await saveAll(uploads)
  expect(saves.filter(({ status }) => status === 200)).toHaveLength(10)
  expect(new Set(codesOf(saves))).toEqual(new Set([200, 'month-full']))
  expect(await size()).toEqual({ size: 10 * BYTES, reserved: (AT_ONCE - 10) * BYTES, limit: 10e9 })
  const refused = uploads.filter((_, n) => saves[n]?.status !== 200)

  // Only the row: the command would also end the uploads.
  await suspendAccount(one.ctx.db, person.address, true)
  expect(new Set(codesOf(await saveAll(refused.slice(0, 8))))).toEqual(new Set(['account-suspended']))
  expect((await ask(two, person, 'readFolderSize', { body: {} })).status).toBe(200)

  expect((await operate(one.env, 'user', 'restore', person.address)).code).toBe(0)
  expect((await operate(one.env, 'user', 'role', person.address, 'pro')).code).toBe(0)
  const later = await saveAll(refused)
  expect(codesOf(later).sort()).toEqual([...Array(40).fill(200), ...Array(14).fill('sending-paused')])
  const [first] = saves.filter(({ status }) => status === 200)
  expect((await saveAll(uploads)).map(({ body }) => body)).toContainEqual(first?.body)
})

test('sends every recipient one mail, and keeps rows, bytes and counters consistent', async () => {
  const mails = (await one.mails()).filter(({ to }) => to.endsWith('@rao-forge.example'))
  expect(mails).toHaveLength(50)
  expect(new Set(mails.map(({ to }) => to)).size).toBe(50)
  expect(await fsck(one.env)).toEqual([])
})
