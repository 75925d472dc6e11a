import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { until } from '#test/app/until'
import { openSmtpInbox, type SmtpInbox } from '#test/mail/smtp-inbox'
import { makePerson, type Person, type SentFile } from '#test/people/people'
import { testFile } from '#test/storage/upload-parts'
import { keepDevice } from '../../../identity/accounts/account-store.ts'
import { keepProof } from '../../../identity/mailed-codes/sender-code-store.ts'
import { newToken } from '../../ids.ts'
import { isPausedBy, isStoppedBy } from './require-few-bounces.ts'

const DAY_MS = 86_400_000

describe('pausing a sender', () => {
  test.each([
    [0, 0, 0, false],
    [1, 1, 1, false],
    [19, 19, 19, false],
    [20, 0, 0, false],
    [20, 2, 2, false],
    [20, 20, 2, false],
    [20, 3, 3, true],
    [60, 3, 3, true],
    [61, 3, 3, false],
    [1_000, 49, 49, false],
    [1_000, 50, 3, true],
    [1_000, 50, 2, false],
  ])('for %i tried mails with %i refused by %i people: %s', (tried, refused, refusers, isPaused) => {
    expect(isPausedBy({ tried, refused, refusers })).toBe(isPaused)
  })
})

test.each([
  [1, 1, false],
  [4, 4, false],
  [5, 5, true],
  [4_999, 5, true],
  [5_000, 5, false],
  [5_000, 6, true],
])('stops a sender of %i mails whom %i recipients reported: %s', (tried, complainers, isStopped) => {
  expect(isStoppedBy({ tried, complainers })).toBe(isStopped)
})

describe('sending through a mail server that refuses some recipients', () => {
  let inbox: SmtpInbox
  let app: TestApp
  beforeAll(async () => {
    inbox = await openSmtpInbox({
      onRcptTo({ address }, _session, callback) {
        if (address.startsWith('gone-')) callback(Object.assign(new Error('No such user'), { responseCode: 550 }))
        else if (address.startsWith('busy-')) callback(Object.assign(new Error('Later'), { responseCode: 450 }))
        else callback()
      },
    })
    app = await makeTestApp({ env: { SMTP_URL: inbox.url } })
  })
  afterAll(async () => {
    await app.close()
    await inbox.close()
  })

  async function proven(address?: string): Promise<Person> {
    const person = makePerson(app, address)
    const secret = newToken()
    await keepProof(app.ctx.db, { address: person.address, deviceId: await keepDevice(app.ctx.db, secret) })
    person.keepCookie('waybill_device', secret)
    return person
  }

  async function uploaded(person: Person, names: readonly string[]) {
    const files: SentFile[] = [testFile('plan.pdf', 3_000)]
    const emailTo = names.map((name, nth) => `${name}-${nth}-${Math.random().toString(36).slice(2)}@example.com`)
    const plan = await person.plan({ files, emailTo })
    await person.upload(plan, files)
    return { upload: plan.upload, token: plan.token }
  }

  /** Sends to these names and waits until each mail was tried. */
  async function send(person: Person, names: readonly string[]): Promise<void> {
    await sql`delete from allowances`.execute(app.ctx.db)
    const before = await triedMails()
    const saved = await person.call('completeTransfer', { body: await uploaded(person, names) })
    expect(saved.status).toBe(200)
    await until(async () => (await triedMails()) === before + names.length)
  }

  const triedMails = async () =>
    (await app.ctx.db.selectFrom('mails').select('id').where('attempts', '>', 0).execute()).length
  const planAgain = (person: Person) =>
    person.call('planTransfer', { body: person.draft({ files: [testFile('more.pdf', 10)] }) })

  test('stops the next plan and the next save of a sender with too many refusals in seven days, and of nobody else', async () => {
    const sender = await proven()
    const six = Array(6).fill('asha')
    await send(sender, six)
    await send(sender, [...Array(5).fill('asha'), 'gone'])
    await send(sender, [...Array(5).fill('busy'), 'gone'])
    expect((await planAgain(sender)).status).toBe(200)
    const begun = await uploaded(sender, six)
    await send(sender, [...Array(5).fill('asha'), 'gone'])

    const paused = { status: 403, body: { code: 'sending-paused', facts: { triedCount: 24, refusedCount: 3 } } }
    expect(await planAgain(sender)).toMatchObject(paused)
    expect(await sender.call('completeTransfer', { body: begun })).toMatchObject(paused)
    const tagged = await proven(sender.address.replace('@', '+new@'))
    expect(await planAgain(tagged)).toMatchObject(paused)
    expect((await planAgain(await proven())).status).toBe(200)

    await app.passTime(7 * DAY_MS)
    expect((await planAgain(await proven(sender.address))).status).toBe(200)
  })
})
