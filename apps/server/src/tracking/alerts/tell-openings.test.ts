import type { AlertMode } from '@waybill/contract/tracking/alerts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { BENGALURU, open, peopleOf } from '#test/transfers/alerted'
import { insertTransfer, type TrackedOptions } from '#test/transfers/tracked-transfer'
import { tellOpenings } from './tell-openings.ts'

const MINUTE = 60_000

let app: TestApp
beforeAll(async () => {
  app = await makeTestApp()
})
afterAll(() => app.close())

const send = (options: TrackedOptions = {}) =>
  insertTransfer(app.ctx, { alerts: 'opened', senderTimeZone: 'Asia/Hong_Kong', ...options })
const mailsOf = async (slug: string) =>
  (await app.mails('ada@lovelace.example')).filter(({ text, html }) => html.includes(slug) && text.includes('opened'))

test("mails a recipient's first opening with the time on both clocks, the place and the device, once", async () => {
  const sent = await send()
  const [asha = ''] = sent.recipientIds
  await open(app.ctx, sent, asha)
  await app.passTime(MINUTE)
  expect(await mailsOf(sent.slug)).toEqual([])
  await app.passTime(1.1 * MINUTE)
  const [mail, ...others] = await mailsOf(sent.slug)
  expect(others).toEqual([])
  expect(mail?.subject).toBe(`asha@rao-forge.example opened your transfer · No. ${sent.slug}`)
  expect(mail?.text).toMatch(/UTC\+5:30 their time\n {2}.*UTC\+8 your time\n {2}/)
  expect(mail?.text).toContain(`${app.ctx.geo.locate(BENGALURU)?.city}, India\n  Chrome on Windows`)
  expect(mail?.text).toMatch(/Stop these emails: http:\/\/localhost:\d+\/mute\/[\w-]{42}\n$/)

  await app.passTime(120 * MINUTE)
  await open(app.ctx, sent, asha)
  await app.passTime(3 * MINUTE)
  await tellOpenings(app.ctx, sent)
  expect(await mailsOf(sent.slug)).toHaveLength(1)
})

test('reports openings within two minutes together, and does not delay them for one who keeps coming', async () => {
  const sent = await send({ recipients: peopleOf(30) })
  const [first = '', second = '', ...others] = sent.recipientIds
  await open(app.ctx, sent, first)
  await app.passTime(1.5 * MINUTE)
  await open(app.ctx, sent, second)
  await app.passTime(0.6 * MINUTE)
  expect((await mailsOf(sent.slug)).map(({ subject }) => subject)).toEqual([
    `2 people opened your transfer · No. ${sent.slug}`,
  ])
  await Promise.all(others.map((recipientId) => open(app.ctx, sent, recipientId)))
  await app.passTime(2.1 * MINUTE)
  const [latest, ...before] = await mailsOf(sent.slug)
  expect(before).toHaveLength(1)
  expect(latest?.subject).toBe(`28 people opened your transfer · No. ${sent.slug}`)
  expect(latest?.text).toContain('and 8 more')
})

test.each<AlertMode>(['finished', 'every', 'digest', 'none'])(
  'reports no openings under %s, nor those before it was chosen',
  async (alerts) => {
    const sent = await send({ alerts, recipients: peopleOf(2) })
    const [early = '', late = ''] = sent.recipientIds
    await open(app.ctx, sent, early)
    await app.passTime(5 * MINUTE)
    expect(await mailsOf(sent.slug)).toEqual([])
    const chosen = { alert_mode: 'opened', alerts_since: new Date(app.ctx.clock.nowMs() - MINUTE) } as const
    await app.ctx.db.updateTable('transfers').set(chosen).where('id', '=', sent.transferId).execute()
    await open(app.ctx, sent, late)
    await app.passTime(2.1 * MINUTE)
    expect((await mailsOf(sent.slug)).map(({ subject }) => subject)).toEqual([
      `person-1@rao-forge.example opened your transfer · No. ${sent.slug}`,
    ])
  },
)

test('cancels the mail when the sender turns it off before it is sent', async () => {
  const sent = await send()
  await open(app.ctx, sent, sent.recipientIds[0] ?? '')
  await app.ctx.db.updateTable('transfers').set({ alert_mode: 'none' }).where('id', '=', sent.transferId).execute()
  await app.passTime(2.1 * MINUTE)
  expect(await mailsOf(sent.slug)).toEqual([])
})
