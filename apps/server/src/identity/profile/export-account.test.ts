import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestApp } from '#test/app/test-app'
import { buyingAt } from '#test/payments/buying'
import { type AccountPerson, makeAccount, PASSWORD } from '#test/people/account-person'
import { makePerson } from '#test/people/people'
import { changeAccount } from '#test/people/put-account'
import { logInAs, steppedUp, withPasskey, withTotp } from '#test/people/second-factors'
import { halves } from '#test/storage/picture-files'

let app: TestApp
beforeAll(async () => {
  app = await TestApp.make()
})
afterAll(() => app.close())

const { buy } = buyingAt(() => app)
const taken = async (person: AccountPerson) => {
  const answer = await person.fetch('/export')
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}
const file = (path: string) => ({ path, content: Buffer.from(`content of ${path}`) })

test('contains everything stored, and no secret', async () => {
  const person = await makeAccount(app, { role: 'pro', fullName: 'Ada Lovelace' })
  const friend = await makeAccount(app, { role: 'pro' })
  const { secret, recoveryCodes } = await withTotp(person)
  await withPasskey(app, person, undefined, await steppedUp(person, recoveryCodes[0] ?? ''))
  const png = await halves(20, 20).png().toBuffer()
  await person.fetch('/picture', { method: 'PUT', headers: { 'content-type': 'image/png' }, body: new Uint8Array(png) })
  const sent = await person.send({
    files: [file('a.txt'), file('b/c.txt')],
    emailTo: ['asha@rao-forge.example'],
    message: '你好',
  })
  const got = await friend.send({ files: [file('gift.txt')], emailTo: [person.address] })
  const link = sent.links['asha@rao-forge.example'] ?? ''
  await makePerson(app).call('grantDownload', {
    body: { slug: sent.slug, user: link.split('/').at(-1), files: 'all' },
  })
  await app.runJobs()

  const { status, headers, text } = await taken(person)
  expect(status).toBe(200)
  expect(headers.get('content-disposition')).toBe('attachment; filename="waybill.json"')
  expect(headers.get('cache-control')).toBe('private, no-store')
  const document = JSON.parse(text)
  expect(document.account).toMatchObject({
    _id: person.accountId,
    email: person.address,
    fullName: 'Ada Lovelace',
    addresses: [{ address: person.address }],
    picture: expect.stringMatching(/^data:image\/webp;base64,UklGR/),
  })
  expect(document.sessions).toMatchObject([{ isCurrent: true }])
  expect(document.secondFactors).toMatchObject({ hasTotp: true, passkeys: [{ name: 'My key' }] })
  expect(document.contacts).toMatchObject([{ email: 'asha@rao-forge.example' }])
  expect(document.transfers).toMatchObject([
    {
      slug: sent.slug,
      message: '你好',
      files: [{ path: 'a.txt', bytes: 16 }, { path: 'b/c.txt' }],
      recipients: [{ email: 'asha@rao-forge.example' }],
    },
  ])
  const events = document.events.filter(({ kind }: { kind: string }) => !['mailed', 'checked'].includes(kind))
  expect(events).toMatchObject([
    { transfer: sent.id, kind: 'sent' },
    { transfer: sent.id, kind: 'opened' },
  ])
  expect(document.received).toMatchObject([{ slug: got.slug, from: friend.address, files: [{ path: 'gift.txt' }] }])

  const { rows } = await app.ctx.pool.query(
    'select password_hash, totp_secret::text as totp, (select public_key::text from passkeys where account_id = accounts.id) as key from accounts where id = $1',
    [person.accountId],
  )
  const [{ password_hash, totp, key }] = rows
  const token = link.split('/').at(-1) ?? ''
  for (const kept of [PASSWORD, password_hash, secret, totp, key, token, person.accessToken, ...recoveryCodes]) {
    expect(text).not.toContain(kept)
  }
  expect(text).not.toMatch(/hash|"ip"|salt/i)
})

test('contains what was bought, and who led here', async () => {
  const [subscriber, payer] = [await makeAccount(app), await makeAccount(app)]
  await buy(subscriber, 'sandbox_pro_monthly', { trial: false })
  await buy(payer, 'sandbox_business_yearly_prepaid')
  await changeAccount(app.ctx.db, subscriber.accountId, { referral: 'canton-fair' })
  const [of, ahead] = [JSON.parse((await taken(subscriber)).text), JSON.parse((await taken(payer)).text)]
  expect([of.account.referral, ahead.account.referral]).toEqual(['canton-fair', null])
  expect(of.purchases).toMatchObject({
    provider: 'sandbox',
    subscription: { role: 'pro', period: 'monthly', amount: { minor: 2_900 }, card: { last4: '4242' } },
    prepaid: [],
    checkouts: [{ kind: 'subscription', state: 'done', startedAt: expect.any(String) }],
  })
  expect(ahead.purchases).toMatchObject({
    subscription: null,
    prepaid: [{ role: 'business', paid: { minor: 58_800, currency: 'usd' }, endsAt: expect.any(String) }],
    checkouts: [{ kind: 'prepaid', price: 'sandbox_business_yearly_prepaid', state: 'done' }],
  })
})

test('contains nothing of other accounts', async () => {
  const [person, other] = [await makeAccount(app, { role: 'pro' }), await makeAccount(app, { role: 'pro' })]
  const sent = await other.send({ files: [file('secret.txt')], emailTo: ['asha@rao-forge.example'] })
  const document = JSON.parse((await taken(person)).text)
  expect(document).toMatchObject({ contacts: [], transfers: [], events: [], received: [] })
  expect(JSON.stringify(document)).not.toContain(sent.slug)
})

test('says only who sent what was received behind a password', async () => {
  const [person, friend] = [await makeAccount(app), await makeAccount(app, { role: 'pro' })]
  const sent = await friend.send({ files: [file('secret.txt')], emailTo: [person.address], message: 'hush' })
  await app.ctx.pool.query("update transfers set password_hash = 'x' where id = $1", [sent.id])
  const { received } = JSON.parse((await taken(person)).text)
  expect(received).toMatchObject([{ slug: sent.slug, message: null, files: null }])
})

test('lists several hundred transfers once each', async () => {
  const person = await makeAccount(app, { role: 'pro' })
  const { upload, id } = await person.send({ files: [file('a.txt')] })
  await app.ctx.pool.query(
    `with made as (
      insert into uploads (id, state, owner_address, network, manifest_hash, store, bytes, expires_at, completed_at, account_id,
        workspace_id)
      select 'copy-' || n, 'complete', owner_address, network, manifest_hash, store, 0, expires_at, now(), account_id,
        workspace_id
      from uploads, generate_series(1, 350) n where id = $1 returning id
    ) insert into transfers (id, slug, upload_id, send_as, role, sender_address, sender_proven, network, message,
        file_count, bytes, expiry_seconds, account_id, workspace_id, sent_at)
      select made.id, right('0000000' || substr(made.id, 6), 7), made.id, 'email', 'pro', $3, true, '', '', 0, 0, 604800, $4,
        transfers.workspace_id,
        -- many at the same instant, so that the page ends among equals
        date_trunc('second', now()) from made, transfers where transfers.id = $2`,
    [upload, id, person.address, person.accountId],
  )
  const { transfers } = JSON.parse((await taken(person)).text)
  expect(transfers).toHaveLength(351)
  expect(new Set(transfers.map((one: { id: string }) => one.id)).size).toBe(351)
})

test('is limited to five a day', async () => {
  const person = await makeAccount(app)
  for (let nth = 0; nth < 5; nth += 1) expect((await taken(person)).status).toBe(200)
  const refused = await taken(person)
  expect([refused.status, JSON.parse(refused.text).code]).toEqual([429, 'too-many-requests'])
})

test('refuses a visitor, and a session without its second factor', async () => {
  expect((await makePerson(app).fetch('/export')).status).toBe(401)
  const person = await makeAccount(app)
  await withTotp(person)
  const { secondFactor } = await logInAs(app, person)
  const headers = { authorization: `Bearer ${secondFactor?.ticket}` }
  expect((await makePerson(app).fetch('/export', { headers })).status).toBe(401)
})
