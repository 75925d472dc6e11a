/** Claims, keys, records and mails, with real name servers, a real mail server, and verifiers that are not ours. */
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { check, claim, DomainMails, newDomain, newRecipient, pointing, read, sendPlan } from '#test/mail/domain-mails'
import { verifyMails } from '#test/mail/foreign-verifiers'
import { changeAccount } from '#test/people/put-account'
import { askFor } from '#test/requests/calls'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let mails: DomainMails
beforeAll(async () => {
  mails = await DomainMails.open()
})
afterEach(() => sql`delete from mail_domains`.execute(mails.app.ctx.db))
afterAll(() => mails?.close())

const isOurs = { address: 'no-reply@waybill.test', name: 'Waybill' }

describe('a claim', () => {
  test('says what each side has to publish, what is missing, and is verified by both halves', async () => {
    const domain = newDomain()
    const admin = await mails.makeAdmin(`ada@${domain}`)
    const { body } = await claim(admin, ` Ada@${domain.toUpperCase()} `)
    const token = /^([a-z2-7]{26})-1\.keys\.test$/.exec(body.mailDomain.records[0].value)?.[1]
    expect(body.mailDomain).toMatchObject({
      isOffered: true,
      isInPlan: true,
      DKIMUpdateStatus: 'Pending',
      domain,
      records: [
        { type: 'CNAME', name: `waybill1._domainkey.${domain}`, value: `${token}-1.keys.test` },
        { type: 'CNAME', name: `waybill2._domainkey.${domain}`, value: `${token}-2.keys.test` },
      ],
      found: null,
      returnsTo: 'bounce.test',
    })
    const missing = { kind: 'wrong', because: 'missing', found: [] }
    await mails.servers.set([])
    expect(await check(admin)).toMatchObject({
      DKIMUpdateStatus: 'Pending',
      found: { pointing: [missing, missing], published: missing, key: missing, spf: { kind: 'missing' } },
    })
    const records = await pointing(admin)
    await mails.servers.set(records)
    const right = { kind: 'right', because: null, found: [] }
    const half = { pointing: [right, right], published: missing, key: missing }
    expect(await check(admin)).toMatchObject({ DKIMUpdateStatus: 'Pending', found: half })
    await mails.servers.set([...(await mails.published()), records[0] ?? ''])
    expect(await check(admin)).toMatchObject({ DKIMUpdateStatus: 'Pending', found: { pointing: [right, missing] } })
    await mails.servers.set([
      ...(await mails.published()),
      ...records,
      'bounce TXT "v=spf1 ip4:127.0.0.1 -all"',
      `_dmarc.${domain}. TXT "v=DMARC1; p=reject; adkim=s"`,
    ])
    expect(await check(admin)).toMatchObject({
      DKIMUpdateStatus: 'Verified',
      found: {
        spf: { domain: 'bounce.test', kind: 'found', record: 'v=spf1 ip4:127.0.0.1 -all' },
        dmarc: { domain, kind: 'found', policy: 'reject' },
      },
      key: { selector: 'waybill1' },
    })
    const { user } = (await admin.call('readAccount')).body
    expect(user.pmDomain).toEqual({ ID: body.mailDomain.ID, DKIMUpdateStatus: 'Verified' })
    const mail = await mails.mailOf(admin)
    expect(mail.parsed.from).toEqual({ address: `ada@${domain}`, name: 'Ada Lovelace' })
    expect(mail.sender).toMatch(/^bounce\+[a-z2-7]{40}@bounce\.test$/)
    expect(await mails.verdict(mail)).toEqual({
      dkim: [{ domain, selector: 'waybill1', result: 'pass' }],
      dmarc: 'pass',
      spf: 'pass',
      python: true,
    })
  })

  test('of one workspace twice at once is one', async () => {
    const [one, other] = [newDomain(), newDomain()]
    const admin = await mails.makeAdmin(`ada@${one}`)
    const claims = await Promise.all([one, one, one, other].map((domain) => claim(admin, domain)))
    expect(claims.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const { rows } = await sql`select 1 from mail_domains where status <> 'released'`.execute(mails.app.ctx.db)
    expect(rows).toHaveLength(1)
  })

  test('is refused for names whose DNS nobody here changes, below the plan, and for what another sends from', async () => {
    const admin = await mails.makeAdmin('ada@mixed.test')
    for (const [name, because] of [
      ['gmail.com', 'provider'],
      ['co.uk', 'suffix'],
      ['waybill.test', 'own'],
      ['keys.test', 'own'],
      ['*.acme.test', 'wildcard'],
      ['127.0.0.1', 'address'],
      ['acmé', 'malformed'],
      ['аcme.test', 'look-alike'],
    ]) {
      const { status, body } = await claim(admin, name ?? '')
      expect([name, status, body.code, body.facts?.because]).toEqual([name, 400, 'mail-domain-refused', because])
    }
    const small = await mails.makeAdmin('pro@small.test', 'pro')
    expect((await claim(small, 'small.test')).body.code).toBe('mail-domain-reserved')
    const { domain } = await mails.withDomain()
    expect((await claim(admin, domain)).body.code).toBe('mail-domain-taken')
  })

  test('of two workspaces at once is proven by the one to whose keys DNS leads, and moves with DNS', async () => {
    const domain = newDomain()
    const [one, other] = await Promise.all([mails.makeAdmin(`one@${domain}`), mails.makeAdmin(`two@${domain}`)])
    const claims = await Promise.all([claim(one, domain), claim(other, domain)])
    expect(claims.map(({ status }) => status)).toEqual([200, 200])
    await mails.servers.set([...(await pointing(one)), ...(await mails.published())])
    const [first, second] = await Promise.all([check(one), check(other)])
    expect([first.DKIMUpdateStatus, second.DKIMUpdateStatus]).toEqual(['Verified', 'Pending'])
    await mails.servers.set([...(await pointing(other)), ...(await mails.published())])
    expect((await check(other)).DKIMUpdateStatus).toBe('Verified')
    expect(await read(one)).toMatchObject({ DKIMUpdateStatus: 'Failed', trouble: 'moved' })
    expect(await mails.troubles(one)).toBe(1)
    expect((await mails.mailOf(one)).parsed.from).toEqual(isOurs)
    expect((await mails.mailOf(other)).parsed.from?.address).toBe(`two@${domain}`)
  })
})

describe('a mail', () => {
  test('of somebody whose address is elsewhere comes from no-reply@ the domain, and replies go to them', async () => {
    const { admin, domain } = await mails.withDomain({ at: 'ada@elsewhere.test' })
    await admin.call('editBranding', { body: { name: 'Acme “Forge”, Ltd' } })
    const mail = await mails.mailOf(admin)
    expect(mail.parsed.from).toEqual({ address: `no-reply@${domain}`, name: 'Acme “Forge”, Ltd' })
    expect(mail.parsed.replyTo?.map(({ address }) => address)).toEqual(['ada@elsewhere.test'])
    expect(await mails.verdict(mail)).toMatchObject({ dkim: [{ domain, result: 'pass' }], python: true })
  })

  test('to a supplier comes from the domain, and one about the account from us', async () => {
    const { admin, domain } = await mails.withDomain()
    await askFor(admin, { suppliers: [{ email: 'supplier@rao-forge.test' }] })
    const mail = await mails.arrived('supplier@rao-forge.test')
    expect(mail.parsed.from?.address).toBe(`ada@${domain}`)
    expect(await mails.verdict(mail)).toMatchObject({ dkim: [{ domain, result: 'pass' }], python: true })
    expect(mail.sender).toMatch(/@bounce\.test$/)
  })

  test('that somebody changes on its way, or gives another From or Reply-To, fails', async () => {
    const { admin } = await mails.withDomain()
    const { raw, sender } = await mails.mailOf(admin)
    const text = raw.toString('latin1')
    const changed = [
      `From: Eve <eve@evil.test>\r\n${text}`,
      `Subject: Pay here\r\n${text}`,
      text.replace('plan.pdf', 'plan.exe'),
      text.replace(/^Reply-To:.*\r\n/m, ''),
    ]
    const sent = [text, ...changed].map((one) => ({ raw: Buffer.from(one, 'latin1'), sender }))
    const verdicts = await verifyMails(mails.servers.address, sent)
    expect(verdicts.map(({ python }) => python)).toEqual([true, false, false, false, false])
    const isPassed = verdicts.map(({ dkim }) => dkim.some(({ result }) => result === 'pass'))
    expect(isPassed).toEqual([true, false, false, false, false])
  })

  test('to oneself says whose key signed it', async () => {
    const { admin, domain } = await mails.withDomain()
    expect((await admin.call('testMailDomain')).status).toBe(200)
    await mails.app.runJobs()
    expect((await read(admin)).test).toMatchObject({ state: 'accepted', signedFor: domain, unsignedBecause: null })
    const got = await mails.mailsTo(admin.address)
    const mail = got.find(({ parsed }) => parsed.subject === `Test email from ${domain}`)
    expect(mail && (await mails.verdict(mail))).toMatchObject({ dkim: [{ domain, result: 'pass' }], python: true })
  })
})

describe('comes from our address, and none is lost,', () => {
  test('once DNS no longer shows the key, at once, and again from the domain once it does', async () => {
    const { admin, domain, records } = await mails.withDomain()
    await mails.servers.set(await mails.published())
    await mails.forgetSeen()
    expect((await mails.mailOf(admin)).parsed.from).toEqual(isOurs)
    await mails.recheck()
    expect(await read(admin)).toMatchObject({ DKIMUpdateStatus: 'Verified', failsAfter: expect.any(String) })
    await mails.servers.set([...records, ...(await mails.published())])
    await mails.recheck()
    expect(await read(admin)).toMatchObject({ DKIMUpdateStatus: 'Verified', failsAfter: null })
    expect((await mails.mailOf(admin)).parsed.from?.address).toBe(`ada@${domain}`)
  })

  test('and the admin is told, once answers were wrong for three days; right ones mend it', async () => {
    const { admin, records } = await mails.withDomain()
    await mails.servers.set(await mails.published())
    await mails.recheck()
    await sql`update mail_domains set wrong_since = now() - interval '73 hours' where wrong_since is not null`.execute(
      mails.app.ctx.db,
    )
    await mails.recheck()
    expect(await read(admin)).toMatchObject({ DKIMUpdateStatus: 'Failed', trouble: 'records' })
    expect(await mails.troubles(admin)).toBe(1)
    expect((await mails.mailOf(admin)).parsed.from).toEqual(isOurs)
    await mails.servers.set([...records, ...(await mails.published())])
    await mails.recheck()
    expect(await read(admin)).toMatchObject({ DKIMUpdateStatus: 'Verified', trouble: null })
  })

  test('but not because name servers are silent or broken', async () => {
    const { admin, domain } = await mails.withDomain()
    await mails.servers.stop()
    await mails.forgetSeen()
    await mails.recheck()
    expect(await read(admin)).toMatchObject({ DKIMUpdateStatus: 'Verified', failsAfter: null })
    expect((await mails.mailOf(admin)).parsed.from?.address).toBe(`ada@${domain}`)
  })

  test('while DNS says another key, or several', async () => {
    const { admin, domain, records } = await mails.withDomain()
    const keys = await mails.published()
    const lies = [
      [`waybill1._domainkey.${domain}. TXT "v=DKIM1; k=rsa; p=MIIB"`, records[1] ?? '', ...keys],
      [...records, ...keys, ...keys.map((line) => line.replace('p=MIIB', 'p=MIIC'))],
    ]
    for (const zone of lies) {
      await mails.servers.set(zone)
      await mails.forgetSeen()
      expect((await mails.mailOf(admin)).parsed.from).toEqual(isOurs)
    }
  })

  test('when the key cannot be opened, which the admin is told', async () => {
    const { admin } = await mails.withDomain()
    const { ID } = await read(admin)
    await sql`update mail_keys set sealed = 'x' where domain_id = ${ID}`.execute(mails.app.ctx.db)
    expect((await mails.mailOf(admin)).parsed.from).toEqual(isOurs)
    expect(await read(admin)).toMatchObject({ DKIMUpdateStatus: 'Failed', trouble: 'key' })
    expect(await mails.troubles(admin)).toBe(1)
  })

  test('when the mail server refuses it from the domain, which the admin is told once', async () => {
    const { admin, domain } = await mails.withDomain()
    mails.refuses = (raw) => (new RegExp(`^From: .*@${domain}`, 'm').test(raw) ? 554 : null)
    const got = [await mails.mailOf(admin), await mails.mailOf(admin)]
    mails.refuses = () => null
    expect(got.map(({ parsed }) => parsed.from)).toEqual([isOurs, isOurs])
    await mails.app.runJobs()
    expect(await read(admin)).toMatchObject({ DKIMUpdateStatus: 'Verified', trouble: 'refused' })
    expect(await mails.troubles(admin)).toBe(1)
  })

  test('when the plan ends or the domain is given up while mails wait', async () => {
    const { admin, domain } = await mails.withDomain()
    await changeAccount(mails.app.ctx.db, admin.accountId, { role: 'pro' })
    expect((await mails.mailOf(admin)).parsed.from).toEqual(isOurs)
    expect(await read(admin)).toMatchObject({ isInPlan: false, DKIMUpdateStatus: 'Verified' })
    await changeAccount(mails.app.ctx.db, admin.accountId, { role: 'business' })
    expect((await mails.mailOf(admin)).parsed.from?.address).toBe(`ada@${domain}`)
    const to = newRecipient()
    // The mail server takes nothing until the domain is gone.
    mails.refuses = () => 451
    await sendPlan(admin, [to])
    await mails.app.runJobs()
    await admin.call('releaseMailDomain')
    mails.refuses = () => null
    await sql`update graphile_worker._private_jobs set run_at = now(), attempts = 0`.execute(mails.app.ctx.db)
    await sql`select pg_notify('jobs:insert', '{"count":1}')`.execute(mails.app.ctx.db)
    expect((await mails.arrived(to)).parsed.from).toEqual(isOurs)
    expect(await read(admin)).toMatchObject({ DKIMUpdateStatus: null, domain: null })
    const { rows } = await sql`select 1 from mail_keys where sealed is not null and domain_id in (
      select id from mail_domains where domain = ${domain})`.execute(mails.app.ctx.db)
    expect(rows).toEqual([])
  })
})

test('a key is renewed after 180 days without the customer, once DNS shows the next one', async () => {
  const { admin, domain, records } = await mails.withDomain()
  await sql`update mail_keys set since = now() - interval '181 days'`.execute(mails.app.ctx.db)
  await mails.recheck()
  const old = await mails.mailOf(admin)
  await mails.recheck()
  expect((await read(admin)).key.selector).toBe('waybill1')
  await mails.servers.set([...records, ...(await mails.published())])
  await mails.recheck()
  expect((await read(admin)).key.selector).toBe('waybill2')
  const mail = await mails.mailOf(admin)
  expect(await mails.verdict(mail)).toMatchObject({
    dkim: [{ domain, selector: 'waybill2', result: 'pass' }],
    python: true,
  })
  // What the old key signed is still on its way.
  await mails.servers.set([...records, ...(await mails.published())])
  expect(await mails.verdict(old)).toMatchObject({ dkim: [{ selector: 'waybill1', result: 'pass' }], python: true })
})

test('a call may name the workspace’s email domain, and no other', async () => {
  const { admin } = await mails.withDomain()
  const { admin: other } = await mails.withDomain()
  const { slug } = await sendPlan(admin, ['asha@rao-forge.test'])
  const call = async (pmDomainID: string) => {
    const { status, body } = await admin.call('sendTransferEmail', { body: { slug, pmDomainID } })
    return [status, body.code]
  }
  expect(await call((await read(other)).ID)).toEqual([403, 'mail-domain-foreign'])
  expect(await call('nothing')).toEqual([403, 'mail-domain-foreign'])
  expect(await call((await read(admin)).ID)).toEqual([200, undefined])
})
