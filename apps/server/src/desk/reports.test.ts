import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { type AccountPerson, makeAccount } from '#test/people/account-person'
import { makeOperator, nameOperator } from '#test/people/operator'
import { makePerson } from '#test/people/people'
import { findSecurityRows } from '../platform/security-log/security-store.ts'

let app: TestApp
let operator: AccountPerson
beforeAll(async () => {
  app = await makeTestApp()
  operator = await makeOperator(app)
})
afterAll(() => app.close())

test('reports are listed and decided at the desk, by the operator who is named, but not against operators', async () => {
  const sender = await makeAccount(app)
  const { slug, links } = await sender.send({
    files: [{ path: 'a.txt', content: Buffer.from('a') }],
    emailTo: ['b@x.example'],
  })
  const user = links['b@x.example']?.split('/').at(-1) ?? ''
  const report = { user, reason: 'phishing', text: 'It asks for my password.', email: 'bob@x.example' }
  expect((await makePerson(app).call('reportTransfer', { params: { slug }, body: report })).status).toBe(202)
  const list = async (state: string) => {
    const answer = await operator.fetch(`/api/operator/reports?state=${state}`)
    return (await answer.json()).reported
  }
  const told = { reason: 'phishing', text: 'It asks for my password.', address: 'bob@x.example' }
  expect(await list('open')).toMatchObject([
    { slug, reportCount: 1, isBlocked: false, decided: null, sender: { accountId: sender.accountId }, reports: [told] },
  ])
  expect(await list('decided')).toEqual([])

  const decide = (decision: string, of = slug) =>
    operator.call('decideReported', { params: { slug: of }, body: { decision, note: 'seen' } })
  expect((await decide('dismiss', 'AAAAAAA')).body.code).toBe('not-found')
  await nameOperator(app, sender)
  expect((await decide('suspend-account')).body.code).toBe('operator-account')
  expect(await list('open')).toHaveLength(1)
  expect((await decide('block-transfer')).body).toEqual({ withdrawn: 0, unread: 0 })
  expect(await list('open')).toEqual([])
  expect((await decide('suspend-account')).body.code).toBe('operator-account')
  const decided = { decision: 'block-transfer', by: operator.accountId, note: 'seen' }
  expect(await list('decided')).toMatchObject([{ slug, isBlocked: true, decided }])
  for (const event of ['reports-decided', 'transfer-blocked'] as const) {
    const rows = await findSecurityRows(app.ctx.db, { event, limit: 5 })
    expect(rows.map(({ facts }) => facts.by)).toEqual([operator.accountId])
  }
})
