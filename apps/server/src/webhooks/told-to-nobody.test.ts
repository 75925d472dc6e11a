import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { Hooked } from '#test/http/hooked'
import { answering, HttpsReceiver } from '#test/http/https-receiver'

let app: TestApp
let receiver: HttpsReceiver
beforeAll(async () => {
  receiver = await HttpsReceiver.open()
  await receiver.trust()
  app = await makeTestApp({
    env: { WEBHOOK_ALLOW_HOSTS: receiver.host, LOG_LEVEL: 'trace' },
    logsToFile: true,
  })
})
afterAll(async () => {
  await app?.close()
  await receiver?.close()
})

test('reveals no secret in log or database, and neither URL nor address in the log', async () => {
  const owner = await Hooked.make(app)
  const hook = await owner.hook({ url: `${receiver.url}/quince-7731` })
  const headers = { 'idempotency-key': 'rotated' }
  const rotate = () => owner.person.call('rotateWebhookSecret', { params: { webhook: hook.id }, headers })
  const rotated = (await rotate()).body.secret
  expect((await rotate()).body.secret).toBe(rotated)
  const { happen } = await owner.sent()
  await happen('opened')
  await owner.rests(hook, 'taken')
  receiver.answer = answering(410)
  await owner.test(hook)
  await owner.rests(hook, 'failed')
  await app.mails()
  const log = readFileSync(join(app.dataDir, 'test.log'), 'utf8')
  const kept = await Promise.all(
    ['webhooks', 'webhook_deliveries', 'mails', 'idempotency_keys', 'graphile_worker._private_jobs'].map(
      async (table) => {
        const { rows } = await sql<{ all: string }>`
        select coalesce(string_agg(t::text, ''), '') as all from ${sql.raw(table)} t`.execute(app.ctx.db)
        return rows[0]?.all ?? ''
      },
    ),
  )
  for (const secret of [hook.secret, rotated]) {
    expect(secret).toMatch(/^whsec_/)
    for (const [where, text] of [['log', log], ...kept.map((text, nth) => [`table ${nth}`, text])]) {
      expect([where, text?.includes(secret)]).toEqual([where, false])
      expect([where, text?.includes(Buffer.from(secret).toString('hex'))]).toEqual([where, false])
    }
  }
  expect(log).toContain('/webhooks/:webhook/secret')
  for (const word of ['quince-7731', 'asha@rao-forge.example', 'v1=']) expect(log).not.toContain(word)
})
