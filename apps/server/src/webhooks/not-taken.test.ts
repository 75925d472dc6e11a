import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { until } from '#test/app/until'
import { Hooked } from '#test/http/hooked'
import { answering, HttpsReceiver } from '#test/http/https-receiver'

let app: TestApp
let receiver: HttpsReceiver
let owner: Hooked
beforeAll(async () => {
  receiver = await HttpsReceiver.open()
  await receiver.trust()
  app = await makeTestApp({ env: { WEBHOOK_ALLOW_HOSTS: receiver.host } })
})
beforeEach(async () => {
  owner = await Hooked.make(app)
  receiver.received.length = 0
  receiver.answer = answering(204)
})
afterEach(async () => {
  await sql`delete from webhooks`.execute(app.ctx.db)
  await until(() => receiver.open === 0)
})
afterAll(async () => {
  await app?.close()
  await receiver?.close()
})

describe('a rejected delivery', () => {
  test.each([
    [500, 'refused'],
    [302, 'refused'],
    [404, 'refused'],
  ])('after %i is retried under the same id, until it is accepted', async (status, failure) => {
    receiver.answer = answering(status, { location: '/elsewhere' })
    const hook = await owner.hook(receiver)
    const { _id } = await owner.test(hook)
    await owner.tried(hook, 1)
    expect(await owner.log(hook)).toMatchObject([{ _id, state: 'waiting', status, failure, attempts: 1 }])
    receiver.answer = answering(200)
    await owner.hurry()
    await owner.rests(hook, 'taken')
    expect(receiver.received.map(({ id }) => id)).toEqual([_id, _id])
    expect(await owner.log(hook)).toMatchObject([{ _id, status: 200, failure: null, attempts: 2 }])
  })

  test('for a day is given up, its webhook is paused, and the owner told once', async () => {
    receiver.answer = answering(503)
    const hook = await owner.hook(receiver)
    const [first, second] = [await owner.test(hook), await owner.test(hook)]
    for (let attempt = 1; attempt <= 12; attempt++) {
      await owner.tried(hook, attempt)
      if ((await owner.shown(hook)).pausedAt !== null) break
      await owner.hurry()
    }
    await owner.rests(hook, 'failed')
    expect(await owner.shown(hook)).toMatchObject({ pausedBecause: 'failing' })
    const log = await owner.log(hook)
    expect(log.map(({ state }: { state: string }) => state)).toEqual(['failed', 'failed'])
    expect(receiver.received.filter(({ id }) => id === first._id).length).toBeGreaterThanOrEqual(11)
    expect(receiver.received.filter(({ id }) => id === second._id).length).toBeLessThanOrEqual(12)
    const mails = await app.mails(owner.person.address)
    const told = mails.filter(({ subject }) => subject.includes('webhook'))
    expect(told).toHaveLength(1)
    expect(told[0]?.text).toContain(receiver.host)
    expect(told[0]?.text).toContain('/dash/account/webhooks')
    expect(told[0]?.text).not.toContain('/hook\n')
  })

  test('for a day does not pause a webhook that accepts other things', async () => {
    const hook = await owner.hook(receiver)
    const stubborn = await owner.test(hook)
    await owner.rests(hook, 'taken')
    receiver.answer = (request, response) =>
      answering(request.headers['waybill-delivery'] === stubborn._id ? 500 : 204)(request, response)
    await owner.resend(hook, stubborn._id)
    for (let attempt = 1; attempt <= 12; attempt++) {
      await owner.tried(hook, attempt)
      await owner.test(hook)
      await until(async () => (await owner.log(hook))[0].state === 'taken')
      await app.ctx.db.deleteFrom('webhook_deliveries').where('id', '<>', stubborn._id).execute()
      await owner.hurry()
    }
    await owner.rests(hook, 'failed')
    expect((await owner.shown(hook)).pausedAt).toBeNull()
  })

  test('for a day after it was resent by hand pauses too, whatever was accepted before', async () => {
    const hook = await owner.hook(receiver)
    const { _id } = await owner.test(hook)
    await owner.rests(hook, 'taken')
    receiver.answer = answering(503)
    await owner.resend(hook, _id)
    for (let attempt = 1; attempt <= 12; attempt++) {
      await owner.tried(hook, attempt)
      await owner.hurry()
    }
    await owner.rests(hook, 'failed')
    expect(await owner.shown(hook)).toMatchObject({ pausedBecause: 'failing' })
  })

  test('without a signature is not retried, and pauses nothing', async () => {
    const hook = await owner.hook(receiver)
    await app.ctx.db
      .updateTable('webhooks')
      .set({ secret: Buffer.from('sealed by another key') })
      .execute()
    await owner.test(hook)
    await owner.rests(hook, 'failed')
    expect(await owner.log(hook)).toMatchObject([{ failure: 'unsigned', status: null, ms: null, attempts: 1 }])
    expect((await owner.shown(hook)).pausedAt).toBeNull()
    expect(receiver.received).toEqual([])
  })

  test('ends after twelve attempts, even if the last outcome was lost with its process', async () => {
    receiver.answer = answering(500)
    const hook = await owner.hook(receiver)
    await owner.test(hook)
    await owner.tried(hook, 1)
    await app.ctx.db
      .updateTable('webhook_deliveries')
      .set({ attempts: 12, held_until: new Date(0) })
      .execute()
    await owner.hurry()
    await owner.rests(hook, 'failed')
    await app.runJobs()
    expect(await owner.log(hook)).toMatchObject([{ state: 'failed', attempts: 12, nextAt: null }])
    expect(receiver.received).toHaveLength(1)
  })

  test('pauses the webhook at once on 410, which means that the receiver is gone', async () => {
    receiver.answer = answering(410)
    const hook = await owner.hook(receiver)
    await owner.test(hook)
    await owner.rests(hook, 'failed')
    expect(await owner.shown(hook)).toMatchObject({ pausedBecause: 'gone' })
    expect(await app.mails(owner.person.address)).toMatchObject([{ subject: expect.stringContaining('webhook') }])
    receiver.answer = answering(200)
    const resumed = await owner.edit(hook, { isPaused: false })
    expect(resumed.body.webhook).toMatchObject({ pausedAt: null, pausedBecause: null })
    const { _id } = await owner.test(hook)
    await owner.rests(hook, 'taken')
    expect(receiver.received.at(-1)?.id).toBe(_id)
  })

  test.each([
    [204, 'taken', null],
    [500, 'failed', 'paused'],
  ])('while the webhook is paused, and answered with %i meanwhile, is %s', async (status, state, failure) => {
    const { promise: paused, resolve: go } = Promise.withResolvers<void>()
    receiver.answer = (request, response) => void paused.then(() => answering(status)(request, response))
    const hook = await owner.hook(receiver)
    await owner.test(hook)
    await until(() => receiver.received.length === 1)
    await owner.edit(hook, { isPaused: true })
    go()
    await until(async () => (await owner.log(hook))[0].triedAt !== null)
    await owner.hurry()
    await owner.rests(hook, state as 'taken' | 'failed')
    expect(await owner.log(hook)).toMatchObject([{ state, failure, attempts: 1 }])
    expect(receiver.received).toHaveLength(1)
  })

  test('stops waiting when the webhook is paused, and can be resent by hand', async () => {
    receiver.answer = answering(500)
    const hook = await owner.hook(receiver)
    const { _id } = await owner.test(hook)
    await owner.tried(hook, 1)
    await owner.edit(hook, { isPaused: true })
    expect(await owner.log(hook)).toMatchObject([{ state: 'failed', failure: 'paused', nextAt: null }])
    await owner.hurry()
    await app.runJobs()
    expect(receiver.received).toHaveLength(1)
    expect((await owner.resend(hook, _id)).body.code).toBe('webhook-paused')
    receiver.answer = answering(200)
    await owner.edit(hook, { isPaused: false })
    expect((await owner.resend(hook, _id)).body.delivery).toMatchObject({ _id, state: 'waiting' })
    await owner.rests(hook, 'taken')
    expect(receiver.received.map(({ id }) => id)).toEqual([_id, _id])
  })
})
