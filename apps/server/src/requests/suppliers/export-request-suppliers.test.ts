import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { type AccountPerson, makeAccount } from '#test/people/account-person'
import { makePerson } from '#test/people/people'
import { noise } from '#test/people/recipient'
import { ASHA, answer, askFor, linkOf, suppliersOf } from '#test/requests/calls'

let app: TestApp
let owner: AccountPerson
beforeAll(async () => {
  app = await makeTestApp()
  owner = await makeAccount(app, { role: 'pro', subscription: 'active' })
})
afterAll(() => app.close())

/** A request of three items, one sent, one sent back, one missing, and a supplier who is late with all of them. */
async function answered(): Promise<string> {
  const suppliers = [{ email: ASHA, name: '=cmd()' }, { email: 'late@mill.example' }]
  const items = [{ name: 'List' }, { name: 'Photos' }, { name: '@Report', isRequired: false }]
  const request = await askFor(owner, { suppliers, items })
  const link = await linkOf(owner, request, ASHA)
  const [list = '', photos = ''] = request.items.map(({ _id }) => _id)
  for (const item of [list, photos]) {
    await answer(makePerson(app), link, { item, files: [{ path: `${item}.txt`, content: noise(10) }] })
  }
  const asha = (await suppliersOf(owner, request._id)).find(({ email }) => email === ASHA)
  const params = { request: request._id, supplier: asha?._id ?? '', item: photos }
  const judged = await owner.call('judgeItem', { params, body: { verdict: 'send-back', note: 'Too dark' } })
  expect(judged.status).toBe(200)
  await app.ctx.db
    .updateTable('request_suppliers')
    .set({ due_at: new Date('2026-01-01') })
    .where('request_id', '=', request._id)
    .execute()
  return request._id
}

/** Without what differs at each run: times and byte counts. */
async function tableOf(request: string): Promise<string[][]> {
  const csv = (await owner.call('exportRequestSuppliers', { params: { request } })).body as string
  return csv
    .replace('\ufeff', '')
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','))
    .map((cells) => [...cells.slice(0, 3), ...cells.slice(6, 8), ...cells.slice(9)])
}

test("uses the account's language for headings and states, and leaves names of items and suppliers unchanged", async () => {
  const request = await answered()
  expect(await tableOf(request)).toEqual([
    ['Email', 'Name', 'Company', 'Late', 'Files', 'List', 'Photos', "'@Report"],
    [ASHA, "'=cmd()", '', 'late', '2', 'arrived (1)', 'sent-back (0)', 'missing (0)'],
    ['late@mill.example', '', '', 'late', '0', 'missing (0)', 'missing (0)', 'missing (0)'],
  ])
  await owner.call('updateProfile', { body: { lang: 'zh' } })
  expect(await tableOf(request)).toEqual([
    ['邮箱', '姓名', '公司', '逾期', '文件数', 'List', 'Photos', "'@Report"],
    [ASHA, "'=cmd()", '', '逾期', '2', '已发送 (1)', '已退回 (0)', '缺少 (0)'],
    ['late@mill.example', '', '', '逾期', '0', '缺少 (0)', '缺少 (0)', '缺少 (0)'],
  ])
})

test('lets contacts import the table in both languages', async () => {
  const request = await answered()
  for (const lang of ['en', 'zh']) {
    await owner.call('updateProfile', { body: { lang } })
    const csv = (await owner.call('exportRequestSuppliers', { params: { request } })).body
    const reader = await makeAccount(app)
    const taken = await reader.call('importContacts', { body: { csv } })
    expect(taken.body).toEqual({ added: 2, updated: 0, kept: 0, refused: [] })
    const { contacts } = (await reader.call('listContacts')).body
    expect(contacts).toContainEqual(expect.objectContaining({ email: ASHA, name: '=cmd()' }))
  }
})
