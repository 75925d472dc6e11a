import { afterAll, beforeAll, expect, test } from 'vitest'
import { operate } from '#test/app/operate'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { until } from '#test/app/until'
import { makeAccount } from '#test/people/account-person'
import { sendLink } from '#test/people/open-links'
import { twoStores } from '#test/storage/two-stores'

let app: TestApp
beforeAll(async () => {
  app = await makeTestApp({ env: twoStores })
})
afterAll(() => app?.close())

const waybill = (...words: string[]) => operate(app.env, ...words)

test('moves the files of a workspace, which the running server does, and lists how far it is', async () => {
  const owner = await makeAccount(app, { role: 'pro', email: 'ada@lovelace.example' })
  const { address, accountId } = owner
  await sendLink(app, [{ path: 'a.txt', content: Buffer.from('abc') }], owner)
  const begun = { code: 0, out: `The files of ${address} are moving to disk-frankfurt.\n`, err: '' }
  expect(await waybill('move', 'start', address, 'disk-frankfurt')).toEqual(begun)
  const line = [accountId, 'disk-frankfurt', 'done', 1, 1, 3, 3, 0].join('\t')
  await until(async () => (await waybill('move', 'list')).out === `${line}\n`, 60_000)
  const none = { code: 1, out: `No files of ${address} are moving.\n`, err: '' }
  expect(await waybill('move', 'stop', address)).toEqual(none)
})

test('names the stores there are, and accounts there are not', async () => {
  const wrong = await waybill('move', 'start', 'nobody@example.com', 'moon')
  expect(wrong).toMatchObject({
    code: 2,
    err: expect.stringContaining('The store must be one of disk, disk-frankfurt.'),
  })
  const unknown = { code: 1, out: 'No account has the address nobody@example.com.\n', err: '' }
  expect(await waybill('move', 'start', 'nobody@example.com', 'disk')).toEqual(unknown)
})
