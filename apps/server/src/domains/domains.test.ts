/** Claims, records and checks, against a real name server and a resolver in front of it. */
import type { Role } from '@waybill/contract/billing/plans'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { NameServers } from '#test/http/name-servers'
import { type AccountPerson, makeAccount, PASSWORD } from '#test/people/account-person'
import { changeAccount } from '#test/people/put-account'
import { makeTeam } from '#test/people/team'
import { recheckDomains } from './check-domain.ts'
import { takeDue } from './domain-store.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const TARGET = 'hosts.test'
const [HOUR, DAY] = [3_600_000, 86_400_000]

let servers: NameServers
let app: TestApp
beforeAll(async () => {
  servers = await NameServers.open()
  const env = { DNS_SERVERS: servers.address, CUSTOM_HOST_TARGET: TARGET, SUBDOMAIN_BASE: 'share.example.net' }
  app = await makeTestApp({ env })
})
afterEach(() => sql`delete from domains`.execute(app.ctx.db))
afterAll(async () => {
  await app?.close()
  await servers?.close()
})

const makeAdmin = (role: Role = 'business') => makeAccount(app, { role, subscription: 'active' })
const claim = (person: AccountPerson, typedDomain: string) => person.call('claimDomain', { body: { typedDomain } })
const check = (person: AccountPerson) => person.call('checkDomain')

/** The records that the page asks for, as lines of the zone. */
async function wantedOf(person: AccountPerson): Promise<string[]> {
  const { body } = await person.call('readDomain')
  return body.domain.records.map(({ type, name, value }: { type: string; name: string; value: string }) =>
    type === 'TXT' ? `${name}. TXT "${value}"` : `${name}. CNAME ${value}.`,
  )
}
const ends = ['hosts A 203.0.113.7', 'hosts AAAA 2001:db8::7']

async function withHost(host: string) {
  const admin = await makeAdmin()
  await claim(admin, host)
  const records = await wantedOf(admin)
  await servers.set([...ends, ...records])
  expect((await check(admin)).body.domain.domain_status).toBe('verified')
  return { admin, records }
}

async function recheck(): Promise<void> {
  await sql`update domains set next_check_at = now() where next_check_at <> 'infinity'`.execute(app.ctx.db)
  await recheckDomains(app.ctx)
}
const statusOf = async (person: AccountPerson) => (await person.call('readDomain')).body.domain

describe('a claim', () => {
  test('says which records to set, what it found, and is verified by both', async () => {
    const admin = await makeAdmin()
    expect((await statusOf(admin)).domain_status).toBe('none')
    const { status, body } = await claim(admin, ' https://Files.Acme.test/ ')
    expect([status, body.domain]).toMatchObject([
      200,
      {
        domain_status: 'pending',
        typedDomain: 'files.acme.test',
        isInPlan: true,
        offered: { target: TARGET },
        found: null,
        records: [
          { type: 'CNAME', name: 'files.acme.test', value: TARGET },
          { type: 'TXT', name: '_waybill.files.acme.test', value: expect.stringMatching(/^waybill-verify=[\w-]{22}$/) },
        ],
      },
    ])
    const [cname = '', txt = ''] = await wantedOf(admin)
    const missing = { kind: 'wrong', because: 'missing', found: [] }
    const none = { domain_status: 'pending', found: { pointing: missing, proof: missing } }
    await servers.set(ends)
    expect((await check(admin)).body.domain).toMatchObject(none)
    await servers.set([...ends, 'files.acme A 203.0.113.9', '_waybill.files.acme TXT "waybill-verify=another"'])
    expect((await check(admin)).body.domain).toMatchObject({
      domain_status: 'pending',
      found: {
        pointing: { kind: 'wrong', because: 'elsewhere', found: ['203.0.113.9'] },
        proof: { kind: 'wrong', because: 'elsewhere', found: ['waybill-verify=another'] },
      },
    })
    await servers.set([...ends, cname])
    expect((await check(admin)).body.domain).toMatchObject({
      domain_status: 'pending',
      found: { pointing: { kind: 'right' }, proof: missing },
    })
    await servers.set([...ends, cname, '_waybill.files.acme TXT "v=spf1 -all"', txt])
    expect((await check(admin)).body.domain).toMatchObject({
      domain_status: 'verified',
      found: { pointing: { kind: 'right' }, proof: { kind: 'right' } },
    })
  })

  test('is found by itself when nobody waits', async () => {
    const admin = await makeAdmin()
    await claim(admin, 'later.test')
    await servers.set([...ends, ...(await wantedOf(admin))])
    await recheck()
    expect((await statusOf(admin)).domain_status).toBe('verified')
  })

  test('follows a chain of names, the case of letters and flattened records, and tells a loop', async () => {
    const admin = await makeAdmin()
    await claim(admin, 'deep.test')
    const proof = (await wantedOf(admin))[1] ?? ''
    const pointing = async (...records: string[]) => {
      await servers.set([...ends, proof, ...records])
      return (await check(admin)).body.domain.found.pointing
    }
    const right = { kind: 'right', because: null, found: [] }
    expect(await pointing('deep CNAME b.test.', 'b CNAME HOSTS.test.')).toEqual(right)
    expect(await pointing('deep A 203.0.113.7')).toEqual(right)
    const loop = { kind: 'wrong', because: 'loop', found: ['b.test'] }
    expect(await pointing('deep CNAME b.test.', 'b CNAME deep.test.')).toEqual(loop)
    expect(await pointing('deep CNAME deep.test.')).toMatchObject({ kind: 'wrong', because: 'loop' })
    const long = Array.from({ length: 12 }, (_, n) => `c${n} CNAME c${n + 1}.test.`)
    expect(await pointing('deep CNAME c0.test.', ...long)).toMatchObject({ kind: 'wrong', because: 'loop' })
    const other = { kind: 'wrong', because: 'elsewhere' }
    expect(await pointing('deep CNAME nowhere.test.')).toEqual({ ...other, found: ['nowhere.test'] })
    expect(await pointing('deep A 203.0.113.7', 'deep A 203.0.113.8')).toMatchObject(other)
  })

  test.each([
    ['*.acme.test', 'wildcard'],
    ['аcme.test', 'look-alike'],
    [TARGET, 'own'],
  ])('%s is refused as %s', async (typed, because) => {
    const refused = { status: 400, body: { code: 'host-refused', facts: { because } } }
    expect(await claim(await makeAdmin(), typed)).toMatchObject(refused)
  })

  test('needs a plan with hosts, and the admin', async () => {
    const refused = { status: 403, body: { code: 'hosts-reserved' } }
    for (const role of ['free', 'personal', 'pro'] as const) {
      expect(await claim(await makeAdmin(role), 'poor.test')).toMatchObject(refused)
    }
    const { members } = await makeTeam(app, { members: ['manager'] })
    const adminOnly = { status: 403, body: { code: 'admin-only' } }
    expect(await claim(members[0] as AccountPerson, 'team.test')).toMatchObject(adminOnly)
    expect(await (members[0] as AccountPerson).call('releaseDomain')).toMatchObject(adminOnly)
  })

  test('is stopped after ten hosts a day', async () => {
    const admin = await makeAdmin()
    for (let n = 0; n < 10; n += 1) expect((await claim(admin, `n${n}.test`)).status).toBe(200)
    expect(await claim(admin, 'n10.test')).toMatchObject({ status: 429 })
    expect((await claim(admin, 'n9.test')).status).toBe(200)
  })
})

describe('a host', () => {
  const taken = { status: 409, body: { code: 'host-taken' } }

  test('is nobody’s before it is proven, and then one workspace’s', async () => {
    const [squatter, owner] = [await makeAdmin(), await makeAdmin()]
    expect((await claim(squatter, 'mine.test')).status).toBe(200)
    expect((await claim(owner, 'mine.test')).status).toBe(200)
    await servers.set([...ends, ...(await wantedOf(owner)), (await wantedOf(squatter))[1] ?? ''])
    expect((await check(owner)).body.domain.domain_status).toBe('verified')
    expect(await check(squatter)).toMatchObject(taken)
    expect((await statusOf(squatter)).domain_status).toBe('pending')
    expect(await claim(await makeAdmin(), 'MINE.test.')).toMatchObject(taken)
  })

  test('goes to one of many who prove it at once', async () => {
    const all = await Promise.all(Array.from({ length: 6 }, () => makeAdmin()))
    for (const one of all) await claim(one, 'rush.test')
    const records = await Promise.all(all.map(wantedOf))
    await servers.set([...ends, ...new Set(records.flat())])
    const answers = await Promise.all(all.map(check))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409])
  })

  test('stays with its workspace for 30 days after it was released', async () => {
    const { admin } = await withHost('kept.test')
    expect((await admin.call('releaseDomain')).body.domain.domain_status).toBe('none')
    expect(await admin.call('releaseDomain')).toMatchObject({ status: 404, body: { code: 'domain-not-found' } })
    const next = await makeAdmin()
    expect(await claim(next, 'kept.test')).toMatchObject(taken)
    await app.passTime(29 * DAY)
    await recheck()
    expect(await claim(await makeAdmin(), 'kept.test')).toMatchObject(taken)
    await app.passTime(2 * DAY)
    expect((await claim(await makeAdmin(), 'kept.test')).status).toBe(200)
  })

  test('can be claimed again by who released it, but must be proven again', async () => {
    const { admin, records } = await withHost('again.test')
    await admin.call('releaseDomain')
    const { body } = await claim(admin, 'again.test')
    expect(body.domain.domain_status).toBe('pending')
    // The former token proves nothing.
    expect((await check(admin)).body.domain).toMatchObject({
      domain_status: 'pending',
      found: { proof: { kind: 'wrong' } },
    })
    expect(await claim(await makeAdmin(), 'again.test')).toMatchObject(taken)
    await servers.set([...ends, records[0] ?? '', ...(await wantedOf(admin)).slice(1)])
    expect((await check(admin)).body.domain.domain_status).toBe('verified')
    // A claim without proof does not lengthen the quarantine.
    await admin.call('releaseDomain')
    await claim(admin, 'again.test')
    await app.passTime(31 * DAY)
    expect((await claim(await makeAdmin(), 'again.test')).status).toBe(200)
  })

  test('is released when another takes its place, and when the account is deleted', async () => {
    const { admin } = await withHost('first.test')
    expect((await claim(admin, 'second.test')).body.domain.typedDomain).toBe('second.test')
    const rows = () => app.ctx.db.selectFrom('domains').select(['host', 'status']).orderBy('host').execute()
    const shown = (await rows()).map(({ host, status }) => `${host} ${status}`)
    expect(shown).toEqual(['first.test released', 'second.test pending'])
    await admin.call('releaseDomain')
    expect((await claim(admin, 'first.test')).status).toBe(200)
    await admin.call('deleteAccount', { body: { password: PASSWORD } })
    expect((await rows()).map(({ status }) => status)).not.toContain('verified')
  })

  test('under the base is verified at once, taken once, and needs no records', async () => {
    const admin = await makeAdmin()
    const { body } = await claim(admin, 'Acme')
    expect(body.domain).toMatchObject({ domain_status: 'verified', typedDomain: 'acme.share.example.net', records: [] })
    expect(await claim(await makeAdmin(), 'acme.share.example.net')).toMatchObject(taken)
    expect((await check(admin)).body.domain.domain_status).toBe('verified')
    await recheck()
    expect((await statusOf(admin)).domain_status).toBe('verified')
  })

  test('is not checked for a plan without hosts', async () => {
    const { admin } = await withHost('lowered.test')
    await changeAccount(app.ctx.db, admin.accountId, { role: 'pro' })
    expect((await check(admin)).body.code).toBe('hosts-reserved')
    expect(await statusOf(admin)).toMatchObject({ domain_status: 'verified', isInPlan: false })
  })
})

describe('the daily check', () => {
  test('turns a host off after three days of wrong answers, and holds it for 30 days', async () => {
    const { admin, records } = await withHost('gone.test')
    await servers.set(ends)
    await recheck()
    expect(await statusOf(admin)).toMatchObject({ domain_status: 'failing', offAfter: expect.any(String) })
    await app.passTime(3 * DAY - HOUR)
    await recheck()
    expect((await statusOf(admin)).domain_status).toBe('failing')
    await app.passTime(2 * HOUR)
    await recheck()
    expect(await statusOf(admin)).toMatchObject({ domain_status: 'pending', offAfter: null, offAt: expect.any(String) })
    expect(await claim(await makeAdmin(), 'gone.test')).toMatchObject({ status: 409 })
    const subjects = (await app.mails(admin.address)).map(({ subject }) => subject).join()
    expect(subjects).toBe('Your domain is turned off,The DNS records of your domain are wrong')
    await servers.set([...ends, ...records])
    await recheck()
    expect(await statusOf(admin)).toMatchObject({ domain_status: 'verified', offAt: null })
  })

  test('begins to count again after a right answer', async () => {
    const { admin, records } = await withHost('swing.test')
    await servers.set(ends)
    await recheck()
    await app.passTime(2 * DAY)
    await servers.set([...ends, ...records])
    await recheck()
    expect((await statusOf(admin)).domain_status).toBe('verified')
    await servers.set(ends)
    await recheck()
    await app.passTime(2 * DAY)
    await recheck()
    expect((await statusOf(admin)).domain_status).toBe('failing')
  })

  test('takes no host away while the name servers do not answer', async () => {
    const { admin } = await withHost('quiet.test')
    await servers.stop()
    for (let day = 0; day < 5; day += 1) {
      await recheck()
      await app.passTime(DAY)
    }
    expect(await statusOf(admin)).toMatchObject({
      domain_status: 'verified',
      found: { pointing: { kind: 'unknown' }, proof: { kind: 'unknown' } },
    })
  })

  test('is made by one of several processes', async () => {
    await withHost('once.test')
    await sql`update domains set next_check_at = now()`.execute(app.ctx.db)
    const taken = await Promise.all([1, 2, 3].map(() => takeDue(app.ctx.db, 20)))
    expect(taken.flat()).toHaveLength(1)
  })
})
