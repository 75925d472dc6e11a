import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { makeAccount } from '#test/people/account-person'
import { makePerson } from '#test/people/people'
import { insertListed } from '#test/transfers/listed-transfers'
import { codeOf, edit, expectConsistent, ownCalls, sendPlan, WEEK_SECONDS } from '#test/transfers/own-transfers'
import { hostileValues } from '../../../test/bad-input/cases/field-cases.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeTestApp()
})
afterAll(async () => {
  await expectConsistent(app)
  await app.close()
})

describe('foreign transfers', () => {
  test('do not exist for another account, nor do deleted or unknown ones, and no call changes them', async () => {
    const [owner, other] = [await makeAccount(app, { role: 'pro' }), await makeAccount(app, { role: 'pro' })]
    const { id, slug } = await sendPlan(owner)
    const deleted = await sendPlan(other)
    await other.call('deleteTransfer', { body: { ids: [deleted.id] } })
    await app.ctx.db
      .updateTable('transfers')
      .set({ deleted_at: sql<Date>`now() - interval '1 hour'` })
      .where('id', '=', deleted.id)
      .execute()
    const rows = async () => [
      await app.ctx.db.selectFrom('transfers').selectAll().where('id', '=', id).execute(),
      await app.ctx.db.selectFrom('recipients').selectAll().where('transfer_id', '=', id).execute(),
    ]
    await app.runJobs()
    const before = await rows()
    for (const [transfer, named] of [
      [id, slug],
      [deleted.id, deleted.slug],
      ['unknown', 'AAAAAAA'],
    ] as const) {
      for (const [name, options] of ownCalls(transfer, named)) {
        if (transfer === deleted.id && name === 'deleteTransfer') continue
        expect([name, codeOf(await other.call(name, options))]).toEqual([name, 'transfer-not-found'])
        expect([name, codeOf(await makePerson(app).call(name, options))]).toEqual([name, 'unauthenticated'])
      }
    }
    for (const [query, code] of [
      [`slug=${slug}`, 'transfer-not-found'],
      ['slug=', 'no-slug'],
      [`userid=${owner.accountId}`, 'not-yours'],
    ]) {
      expect((await (await other.fetch(`/getQs?${query}`)).json()).code).toBe(code)
    }
    const foreign = await other.call('deleteTransfer', { body: { ids: [id], userid: owner.accountId } })
    expect(foreign.body.code).toBe('not-yours')
    expect(await rows()).toEqual(before)
  })

  test('leave all unchanged when one foreign id is among own ones', async () => {
    const [owner, other] = [await makeAccount(app), await makeAccount(app)]
    const [own, foreign] = [
      await insertListed(app.ctx, { accountId: owner.accountId, endsInMinutes: 5 }),
      await insertListed(app.ctx, { accountId: other.accountId }),
    ]
    const ids = [own.transferId, foreign.transferId]
    for (const [name, more] of [
      ['deleteTransfer', {}],
      ['extendTransfers', { expirySeconds: WEEK_SECONDS }],
    ] as const) {
      expect(codeOf(await owner.call(name, { body: { ids, ...more } }))).toBe('transfer-not-found')
    }
    const record = await (await owner.fetch(`/getQs?slug=${own.slug}`)).json()
    expect(record.allDocs[0].isExpiring).toBe(true)
  })

  test('lets a suspended account close and delete, but reach nobody', async () => {
    const owner = await makeAccount(app, { role: 'pro' })
    const { id, slug } = await sendPlan(owner)
    await app.ctx.db
      .updateTable('accounts')
      .set({ suspended_at: new Date() })
      .where('id', '=', owner.accountId)
      .execute()
    for (const [name, options] of ownCalls(id, slug)) {
      if (name === 'deleteTransfer' || name === 'restoreTransfers' || name.startsWith('remove')) continue
      expect([name, codeOf(await owner.call(name, options))]).toEqual([name, 'account-suspended'])
    }
    expect(codeOf(await edit(owner, id, { expirySeconds: WEEK_SECONDS }))).toBe('account-suspended')
    expect(codeOf(await edit(owner, id, { isPaused: true, password: 'secret words' }))).toBe('done')
    expect((await (await owner.fetch('/getQs')).json()).allCount).toBe(1)
    expect(codeOf(await owner.call('deleteTransfer', { body: { ids: [id] } }))).toBe('done')
  })
})

test('refuses invalid values in every field of every edit, and never fails', async () => {
  const owner = await makeAccount(app, { role: 'pro' })
  const { id, slug } = await sendPlan(owner)
  const refused: string[] = []
  for (const [name, { params, body }] of ownCalls(id, slug)) {
    if (name === 'deleteTransfer' || body === undefined) continue
    for (const field of Object.keys(body as object)) {
      for (const value of hostileValues) {
        const answer = await owner.call(name, {
          ...(params ? { params } : {}),
          body: { ...(body as object), [field]: value },
        })
        if (answer.status >= 500)
          refused.push(`${name}.${field} ${JSON.stringify(value).slice(0, 60)} ${answer.status}`)
      }
    }
  }
  for (const field of ['message', 'expirySeconds', 'isPaused', 'password', 'downloadLimit', 'onlyProven']) {
    for (const value of hostileValues) {
      const answer = await edit(owner, id, { [field]: value })
      if (answer.status >= 500) refused.push(`${field} ${JSON.stringify(value).slice(0, 60)} ${answer.status}`)
    }
  }
  for (const value of hostileValues) {
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    for (const field of ['userid', 'slug', 'skip', 'dev', 'filter', 'sort', 'q', 'after', 'take']) {
      if (text.length > 8_000) continue
      const answer = await owner.fetch(`/getQs?${field}=${encodeURIComponent(text.toWellFormed())}`)
      if (answer.status >= 500) refused.push(`${field} ${text.slice(0, 60)} ${answer.status}`)
    }
  }
  expect(refused).toEqual([])
})
