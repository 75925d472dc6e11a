import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operate } from '#test/app/operate'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { type AccountPerson, makeAccount } from '#test/people/account-person'
import { makeOperator } from '#test/people/operator'
import { makePerson, type Person } from '#test/people/people'
import { withTotp } from '#test/people/second-factors'
import { makeHealth } from '../platform/http/operating/health.ts'
import { newId } from '../platform/ids.ts'
import { addJob } from '../platform/jobs/add-job.ts'
import { findSecurityRows, keepSecurityRows } from '../platform/security-log/security-store.ts'
import { noteHealth } from './health-history.ts'
import { keepHealthSample } from './health-store.ts'

let app: TestApp
let operator: AccountPerson
beforeAll(async () => {
  app = await makeTestApp()
  operator = await makeOperator(app)
})
afterAll(() => app.close())

const waybill = (...words: string[]) => operate(app.env, ...words)
const bodyOf = async (answer: Response) => ({ body: await answer.json() })
const DESK = '/api/operator/desk'

/** All that a caller can see of an answer, but for what differs between any two answers. */
async function seen(person: Person, path: string, init: RequestInit & { headers?: Record<string, string> }) {
  const answer = await person.fetch(path, init)
  const headers = Object.fromEntries(answer.headers)
  for (const name of ['date', 'x-request-id']) delete headers[name]
  const nonce = /'nonce-([^']+)'/.exec(headers['content-security-policy'] ?? '')?.[1] ?? 'no nonce'
  const id = answer.headers.get('x-request-id') ?? ''
  const text = (await answer.text()).replaceAll(id, 'ID').replaceAll(nonce, 'NONCE')
  return { status: answer.status, headers: JSON.stringify(headers).replaceAll(nonce, 'NONCE'), text }
}

const json = { 'content-type': 'application/json' }
/** Paths that operators post to. */
const posted = ['/api/operator/jobs/1/retry', '/api/operator/canned-answers', '/api/operator/conversations/1/answer']
const ways: ReadonlyArray<[string, RequestInit & { headers?: Record<string, string> }]> = [
  ['a call', { headers: { accept: 'application/json' } }],
  ['a page', { headers: { accept: 'text/html' } }],
  ['HEAD', { method: 'HEAD' }],
  ['OPTIONS', { method: 'OPTIONS' }],
  ['another method', { method: 'POST', headers: json, body: '{}' }],
  ['a body that is no JSON', { method: 'POST', headers: json, body: '{' }],
  ['a long body', { method: 'POST', headers: json, body: JSON.stringify('x'.repeat(70_000)) }],
  ['a foreign type', { method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'x' }],
  ['a form', { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'a=b' }],
  ['another site', { method: 'POST', headers: { ...json, origin: 'https://evil.example' }, body: '{}' }],
  ['an unknown query', { headers: { accept: 'application/json' } }],
]

describe('for everybody but operators', () => {
  test.each(ways)('%s of the desk is answered as of an unknown path', async (way, init) => {
    const query = way === 'an unknown query' ? '?no=thing' : ''
    const people = [makePerson(app), await makeAccount(app), await makeAccount(app, { isSuspended: true })]
    for (const person of people) {
      const unknown = await seen(person, `/api/nowhere/desk${query}`, init)
      for (const path of [DESK, '/operator', ...posted])
        expect(await seen(person, `${path}${query}`, init)).toEqual(unknown)
    }
  })
})

test('an operator reads how the server is', async () => {
  const { status, body } = await operator.call('readDesk', {})
  expect(status).toBe(200)
  expect(body).toMatchObject({
    status: 'ok',
    checks: { database: { ok: true }, store: { ok: true }, disk: { ok: true }, mail: { ok: true } },
    jobs: { failed: 0 },
    mails: { failedInDay: 0 },
  })
})

describe('the command line', () => {
  test('makes an operator, whose desk opens with a second factor, and ends that with the next call', async () => {
    const person = await makeAccount(app)
    const { address } = person
    const read = async () => (await person.call('readDesk', {})).body.code ?? 'open'
    expect(await read()).toBe('not-found')
    const made = await waybill('operator', 'make', address)
    expect(made).toMatchObject({ code: 0, err: '' })
    expect(made.out).toMatch(
      new RegExp(`^${address} is an operator\\.\nIt has no second factor, so the desk stays closed`),
    )
    expect(await read()).toBe('second-factor-required')
    expect((await waybill('operator', 'list')).out).toMatch(
      new RegExp(`^${address}\t\\d{4}-\\d\\d-\\d\\d\tno second factor$`, 'm'),
    )
    await withTotp(person)
    expect(await read()).toBe('open')
    expect((await waybill('operator', 'make', address)).out).toBe(`${address} is an operator.\n`)
    await waybill('user', 'suspend', address)
    expect(await read()).toBe('not-found')
    await waybill('user', 'restore', address)
    expect(await read()).toBe('open')
    const ended = await waybill('operator', 'end', address)
    expect(ended).toEqual({ code: 0, out: `${address} is no longer an operator.\n`, err: '' })
    expect(await read()).toBe('not-found')
    expect((await waybill('operator', 'list')).out).not.toContain(address)
    const rows = await findSecurityRows(app.ctx.db, { accountId: person.accountId, address, limit: 50 })
    const noted = rows.map(({ event }) => event).filter((event) => event.startsWith('operator-'))
    expect(noted).toEqual(['operator-made', 'operator-made', 'operator-ended'])
  })

  test('makes nobody an operator who has no account', async () => {
    const said = 'No account has the address nobody@quiet.example.\n'
    expect(await waybill('operator', 'make', 'nobody@quiet.example')).toEqual({ code: 1, out: said, err: '' })
    expect(await waybill('operator', 'end', 'nobody@quiet.example')).toEqual({ code: 1, out: said, err: '' })
  })
})

describe('accounts', () => {
  test('are found by address, name, company and id, newest first, page after page', async () => {
    const ids: string[] = []
    for (let nth = 0; nth < 27; nth++) {
      const { accountId } = await makeAccount(app, { fullName: `Searched 100%_${nth}`, company: 'Found Works' })
      ids.unshift(accountId)
    }
    const find = async (query: Record<string, string>) => {
      const { body } = await operator.fetch(`/api/operator/accounts?${new URLSearchParams(query)}`).then(bodyOf)
      return body
    }
    const first = await find({ q: 'found works' })
    const second = await find({ q: 'found works', after: first.next })
    expect([...first.accounts, ...second.accounts].map(({ _id }: { _id: string }) => _id)).toEqual(ids)
    expect([first.accounts.length, second.next]).toEqual([25, null])
    // What a pattern would mean is plain text here.
    expect((await find({ q: '100%_26' })).accounts).toHaveLength(1)
    expect((await find({ q: '%' })).accounts.length).toBeGreaterThan(1)
    expect((await find({ q: '_x_' })).accounts).toEqual([])
    const [own] = (await find({ q: operator.accountId })).accounts
    expect(own).toMatchObject({ email: operator.address, isOperator: true, hasFactor: true, usedBytes: 0 })
    expect((await find({ q: operator.address.toUpperCase() })).accounts).toHaveLength(1)
  })

  test('are suspended with a reason, restored, and given a role, each in the security log', async () => {
    const person = await makeAccount(app)
    const params = { account: person.accountId }
    const state = async () => (await operator.fetch(`/api/operator/accounts?q=${person.accountId}`).then(bodyOf)).body
    expect((await operator.call('suspendAtDesk', { params, body: { reason: '  ' } })).body.code).toBe('invalid-input')
    expect((await operator.call('suspendAtDesk', { params, body: { reason: 'sells spam' } })).status).toBe(204)
    expect((await state()).accounts[0]).toMatchObject({
      suspendedAt: expect.any(String),
      suspendedBecause: 'sells spam',
    })
    expect(JSON.stringify((await person.call('readAccount', {})).body)).not.toContain('sells spam')
    expect((await operator.call('restoreAtDesk', { params, body: {} })).status).toBe(204)
    expect((await state()).accounts[0]).toMatchObject({ suspendedAt: null, suspendedBecause: '' })
    expect((await operator.call('setRoleAtDesk', { params, body: { role: 'pro' } })).body).toEqual({ role: 'pro' })
    expect((await person.call('readAccount', {})).body.user.role).toBe('pro')
    const rows = await findSecurityRows(app.ctx.db, { accountId: person.accountId, limit: 50 })
    const by = operator.accountId
    expect(rows.filter(({ facts }) => facts.by === by).map(({ event, facts }) => [event, facts])).toEqual([
      ['account-suspended', { by }],
      ['account-restored', { by }],
      ['role-set', { role: 'pro', by }],
    ])
  })

  test('of operators, and of nobody, stay as they are', async () => {
    const other = await makeOperator(app)
    for (const account of [other.accountId, operator.accountId]) {
      const params = { account }
      const codes = [
        await operator.call('suspendAtDesk', { params, body: { reason: 'x' } }),
        await operator.call('restoreAtDesk', { params, body: {} }),
        await operator.call('setRoleAtDesk', { params, body: { role: 'pro' } }),
      ].map(({ status, body }) => [status, body.code])
      expect(codes).toEqual(Array(3).fill([409, 'operator-account']))
    }
    const params = { account: 'nobody-has-this' }
    expect((await operator.call('suspendAtDesk', { params, body: { reason: 'x' } })).body.code).toBe('not-found')
  })
})

describe('jobs and mails', () => {
  const list = async (path: string) => (await operator.fetch(`/api/operator/${path}`).then(bodyOf)).body

  test('a job that was given up is listed with its error, and tried again at the desk or on the command line', async () => {
    const { db } = app.ctx
    const give = async () => {
      const key = `kept-${newId()}`
      await addJob(db, 'remove-expired', {}, { key, delaySeconds: 86_400 })
      const { rows } = await sql<{ id: string }>`update graphile_worker._private_jobs
        set attempts = max_attempts, last_error = 'the store is away' where key = ${key} returning id::text`.execute(db)
      return rows[0]?.id ?? ''
    }
    const [one, two] = [await give(), await give()]
    const failed = async () => (await list('jobs?state=failed')).jobs
    expect(await failed()).toMatchObject(
      [two, one].map((_id) => ({ _id, task: 'remove-expired', lastError: 'the store is away', attempts: 25 })),
    )
    expect((await operator.call('readDesk', {})).body.jobs.failed).toBe(2)
    expect((await waybill('job', 'list', 'failed')).out).toContain(`${one}\tremove-expired\t25/25\t`)
    expect((await operator.call('retryJob', { params: { job: one }, body: {} })).body).toEqual({ isRetried: true })
    expect((await waybill('job', 'retry', two)).out).toBe('The job is tried again.\n')
    expect(await failed()).toEqual([])
    for (const job of ['0', 'nobody'])
      expect((await operator.call('retryJob', { params: { job }, body: {} })).body).toEqual({ isRetried: false })
    const rows = await findSecurityRows(db, { event: 'job-retried', limit: 10 })
    expect(rows.map(({ facts }) => facts)).toEqual([
      { job: one, task: 'remove-expired', by: operator.accountId },
      { job: two, task: 'remove-expired' },
    ])
  })

  test('mails are listed with what the mail server said, without their content', async () => {
    const { db } = app.ctx
    const [waiting, failed] = [newId(), newId()]
    const mail = { template: 'sender-code', sealed: Buffer.from('quince'), attempts: 3, last_error: '451 come again' }
    await db
      .insertInto('mails')
      .values([
        { id: waiting, message_id: waiting, ...mail },
        { id: failed, message_id: failed, ...mail, sealed: null, given_up_at: new Date() },
      ])
      .execute()
    const told = { template: 'sender-code', attempts: 3, lastError: '451 come again' }
    expect((await list('mails?state=waiting')).mails).toEqual([expect.objectContaining({ _id: waiting, ...told })])
    expect((await list('mails?state=failed')).mails).toEqual([expect.objectContaining({ _id: failed, ...told })])
    expect((await waybill('mail', 'list', 'failed')).out).toContain(`${failed}\tsender-code\t3\t`)
    const retry = async (id: string) => (await operator.call('retryMail', { params: { mail: id }, body: {} })).body
    // A mail whose job is lost is not said to be tried again.
    expect([await retry(waiting), await retry(failed)]).toEqual([{ isRetried: false }, { isRetried: false }])
    await addJob(db, 'send-mail', { mailId: waiting }, { key: `send-mail/${waiting}`, delaySeconds: 86_400 })
    expect(await retry(waiting)).toEqual({ isRetried: true })
  })
})

test('the security log is read by account, event and outcome, page after page', async () => {
  const { db } = app.ctx
  const person = await makeAccount(app)
  const address = person.address
  for (let nth = 0; nth < 52; nth++) {
    const of = { accountId: person.accountId, address, network: null, requestId: null, count: 1, foldKey: null }
    await keepSecurityRows(db, [
      {
        id: newId(),
        event: nth % 2 ? 'login' : 'code',
        outcome: nth % 2 ? 'ok' : 'failed',
        facts: { nth },
        ...of,
        isTold: true,
      },
    ])
  }
  const read = async (query: Record<string, string>) =>
    (await operator.fetch(`/api/operator/security?${new URLSearchParams(query)}`).then(bodyOf)).body
  const nths = ({ rows }: { rows: Array<{ facts: { nth: number } }> }) => rows.map(({ facts }) => facts.nth)
  const first = await read({ q: address })
  const rest = await read({ q: address, after: first.next })
  const all = Array.from({ length: 52 }, (_, nth) => 51 - nth)
  expect([...nths(first), ...nths(rest)]).toEqual(all)
  expect(nths(await read({ q: person.accountId, event: 'login', outcome: 'ok' }))).toEqual(all.filter((nth) => nth % 2))
  expect(nths(await read({ q: person.accountId, outcome: 'refused' }))).toEqual([])
  expect(first.events).toContain('account-suspended')
  expect((await operator.fetch('/api/operator/security?after=x').then(bodyOf)).body.code).toBe('invalid-input')
})

test('the health of the last day, week and month is kept, with what failed', async () => {
  const { db } = app.ctx
  const read = async (range: string) => (await operator.fetch(`/api/operator/health?range=${range}`).then(bodyOf)).body
  const checks = { store: { ok: true, milliseconds: 1 }, mail: { ok: true, milliseconds: 2 } }
  // The schedule takes samples of now meanwhile; these are older.
  const keepAgo = (ago: string, waiting: number, isOk: boolean) =>
    sql`
    insert into health_samples select now() - ${ago}::interval, ${isOk}, jsonb_set(${JSON.stringify(checks)}::jsonb,
      '{store,ok}', to_jsonb(${isOk}::boolean)), ${waiting}, 1, 2,
      case when ${isOk} then '{}'::text[] else array['files-unreadable'] end`.execute(db)
  await keepAgo('31 days', 70, true)
  await keepAgo('2 days', 50, false)
  await keepAgo('6 hours', 30, true)
  await noteHealth(app.ctx, makeHealth(app.ctx))
  const newest = db.selectFrom('health_samples').selectAll().orderBy('at', 'desc')
  const noted = { is_ok: true, checks: { database: { ok: true }, store: { ok: true } } }
  expect(await newest.executeTakeFirst()).toMatchObject(noted)
  // The second one of the same five minutes changes nothing.
  await keepHealthSample(db, { isOk: false, checks, jobsWaiting: 90, jobsFailed: 1, mailsWaiting: 2, alarms: [] })
  const kept = await db.selectFrom('health_samples').select('jobs_waiting').where('jobs_waiting', '>', 9).execute()
  expect(kept.map(({ jobs_waiting }) => jobs_waiting).sort()).toEqual([30, 50])
  const [day, week, month] = [await read('day'), await read('week'), await read('month')]
  expect([day, week, month].map(({ stepSeconds, cells }) => [stepSeconds, cells.length])).toEqual([
    [1_800, 48],
    [10_800, 56],
    [43_200, 60],
  ])
  type Cells = Array<{ jobsWaiting: number }>
  const busy = ({ cells }: { cells: Cells }, jobs: number) => cells.filter(({ jobsWaiting }) => jobsWaiting === jobs)
  expect(busy(day, 30)).toMatchObject([{ samples: 1, failing: 0, jobsFailed: 1, mailsWaiting: 2 }])
  expect(day.troubles).toEqual([])
  for (const read of [week, month]) {
    expect(busy(read, 50)).toMatchObject([{ samples: 1, failing: 1 }])
    expect(read.troubles).toEqual([{ at: expect.any(String), checks: ['store'], alarms: ['files-unreadable'] }])
  }
})
