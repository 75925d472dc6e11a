import { endpoints } from '@waybill/contract'
import { takesMultipart } from '@waybill/contract/core/endpoint'
import { problems } from '@waybill/contract/core/problem-statuses'
import { pathOf, type RouteName, routes } from '@waybill/contract/core/routes'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { makeTestApp, type TestApp } from '../app/test-app.ts'
import { type AccountPerson, makeAccount } from '../people/account-person.ts'
import { makeOperator } from '../people/operator.ts'
import { makePerson, type Person } from '../people/people.ts'
import { invite, joinAs, makeTeam, newAddress } from '../people/team.ts'
import { countsKeys, type KeyColumn, makeKeyColumn, neverByKey } from './key-column.ts'
import { BRAND } from './own-branding.ts'
import { makeOwner, type Owner } from './owner.ts'
import { type Row, rows } from './rows.ts'
import { snapshot } from './snapshot.ts'

// The owner of one of everything is created first, which takes time on a busy machine.
vi.setConfig({ hookTimeout: 60_000 })

/**
 * Every endpoint × everybody who is not its owner × every id of the owner's. An operator has the desk, and no rights over
 * anybody's things; the desk's calls are unknown paths for everybody else. The owner administers a team: a manager and a
 * member of it, somebody who left it, somebody whom it invites, the admin of another team, and a member who lacks the
 * second factor that their team requires are among everybody else.
 */
let app: TestApp
let owner: Owner
let everybody: Record<string, Person>
let keys: KeyColumn
const names = Object.keys(routes) as RouteName[]
let cases = 0
/** Members of the owner's team, and who was one. */
const teammates = new Set<Person>()
const left = new Set<Person>()
const withoutFactor = new Set<Person>()
const isManager = (person: Person) => person === everybody.manager

beforeAll(async () => {
  app = await makeTestApp()
  owner = await makeOwner(app)
  const sender = makePerson(app)
  await sender.prove()
  everybody = {
    visitor: makePerson(app),
    'verified sender': sender,
    recipient: makePerson(app, owner.recipientAddress),
    operator: await makeOperator(app),
    'operator without a factor': await makeOperator(app, { hasFactor: false }),
    free: await makeAccount(app),
    paid: await makeAccount(app, { role: 'pro', subscription: 'active' }),
    suspended: await makeAccount(app, { isSuspended: true }),
    'someone else': await makeAccount(app, { role: 'business' }),
    ...(await makeTeammates()),
  }
  keys = await makeKeyColumn(app)
})
afterAll(async () => {
  expect(cases).toBeGreaterThan(500)
  await app.close()
})

/** People around the owner's team, and the admin of another one. */
async function makeTeammates(): Promise<Record<string, AccountPerson>> {
  const [manager, member, gone, invited] = [
    await makeAccount(app, { email: newAddress('manager') }),
    await makeAccount(app, { email: newAddress('member') }),
    await makeAccount(app, { email: newAddress('gone') }),
    await makeAccount(app, { email: newAddress('invited') }),
  ]
  for (const person of [manager, member, gone, invited]) {
    await invite(owner.person, [person.address], person === manager ? 'manager' : 'member')
  }
  for (const person of [manager, member, gone]) expect((await joinAs(app, person)).status).toBe(200)
  await owner.person.call('removeMember', { params: { member: gone.accountId }, body: {} })
  for (const person of [manager, member]) teammates.add(person)
  left.add(gone)
  const { admin: guarded, members } = await makeTeam(app)
  const [lacking] = members as [AccountPerson]
  const required = app.ctx.db.updateTable('workspaces').set({ requires_second_factor: true })
  await required.where('admin_id', '=', guarded.accountId).execute()
  withoutFactor.add(lacking)
  const { admin } = await makeTeam(app, { members: [] })
  return { manager, member, 'ex-member': gone, invited, 'admin of another team': admin, 'no factor': lacking }
}

const isAccount = (person: Person): person is AccountPerson => 'accountId' in person

async function ask(person: Person, name: RouteName, { query = '', ...options }: ReturnType<Row['ask']>) {
  cases += 1
  const { method } = routes[name]
  const url = pathOf(name, options.params)
  const type: Record<string, string> = options.body === undefined ? {} : { 'content-type': 'application/json' }
  // From a network of its own: so many refusals in a minute would use up what one network may miss.
  const from = { 'x-forwarded-for': `11.${cases >> 8}.${cases & 255}.1` }
  const response = await person.fetch(url + query, {
    method,
    headers: { ...from, ...type, ...options.headers },
    ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
  })
  const text = await response.text()
  const isProblem = response.headers.get('content-type')?.includes('problem+json') ?? false
  return { status: response.status, text, code: isProblem ? (JSON.parse(text).code as string) : null }
}

/**
 * Whether a member without the second factor of their team is kept out: where the call knows them by their token. A form
 * with files is refused before, for these cases are JSON.
 */
const asksFactor = (name: RouteName) =>
  !endpoints[name].worksWithoutFactor &&
  // It looks nobody up.
  endpoints[name].countsAmong !== 'nobody' &&
  !['cookie', 'upload-token', 'operator'].includes(endpoints[name].auth) &&
  !takesMultipart(endpoints[name])

/** What this person must get. */
function expectedOf(name: RouteName, person: Person): 'own' | readonly string[] {
  const { foreign, visitor } = rows[name]
  if (endpoints[name].auth === 'operator') {
    if (person === everybody['operator without a factor']) return ['second-factor-required']
    return left.has(person) ? ['signed-out'] : ['not-found']
  }
  // Their session ended with their membership: what needs none is refused too, for it says who calls.
  if (left.has(person) && foreign !== 'own') return [...foreign, 'signed-out']
  if (left.has(person)) return endpoints[name].auth === 'session' ? ['signed-out'] : 'own'
  if (withoutFactor.has(person) && asksFactor(name)) return ['second-factor-required']
  if (withoutFactor.has(person) && endpoints[name].worksWithoutFactor === 'as-visitor') return visitor ?? foreign
  if (teammates.has(person) && endpoints[name].isAdminOnly) return ['admin-only']
  if (isManager(person) && rows[name].isForManagers) return 'own'
  if (isAccount(person)) return foreign
  if (endpoints[name].auth === 'session') return ['unauthenticated']
  return visitor ?? foreign
}

function judge(name: RouteName, person: Person, answer: Awaited<ReturnType<typeof ask>>) {
  const expected = expectedOf(name, person)
  expect(answer.status, `${name} answered ${answer.text.slice(0, 200)}`).toBeLessThan(500)
  if (expected !== 'own') {
    const ofAccount = isAccount(person) ? ['account-suspended', 'subscription-due'] : []
    const ofFactor = person === everybody.operator && endpoints[name].asksStepUp ? ['step-up-required'] : []
    const allowed = [...expected, ...ofAccount, ...ofFactor]
    expect(allowed, `${name} answered ${answer.status} ${answer.text.slice(0, 200)}`).toContain(answer.code)
  }
  if (isManager(person) && rows[name].isForManagers) {
    expect([name, answer.status]).toEqual([name, 200])
    return
  }
  // Who is in a team knows who administers it, and its name.
  const known = teammates.has(person) ? [owner.person.address, BRAND] : []
  const told = owner.secrets.filter((secret) => !known.includes(secret) && answer.text.includes(secret))
  // A call may repeat what it was given.
  const given = JSON.stringify(rows[name].ask(owner))
  expect(told.filter((secret) => !given.includes(secret))).toEqual([])
}

describe.each(names)('%s', (name) => {
  test('nobody else can read or change the owner’s things', async () => {
    const before = await snapshot(app, owner)
    // What operators may do at the desk is tested beside it.
    const isOfDesk = (person: Person) => endpoints[name].auth === 'operator' && person === everybody.operator
    const strangers = Object.values(everybody).filter((person) => !teammates.has(person) && !isOfDesk(person))
    for (const person of strangers) judge(name, person, await ask(person, name, rows[name].ask(owner)))
    const between = await snapshot(app, owner)
    expect(between).toEqual(before)
    for (const person of teammates) judge(name, person, await ask(person, name, rows[name].ask(owner)))
    // What members use is counted for the team.
    const { allowances: _allowances, ...unchanged } = between
    if (rows[name].isInLedger) for (const table of ['events', 'event_ips', 'ledgers']) delete unchanged[table]
    expect(await snapshot(app, owner)).toMatchObject(unchanged)
  })

  test('an API key opens it by its scope alone, and acts as its own account', async () => {
    const { keyScope } = endpoints[name]
    const asked = rows[name].ask(owner)
    if (!countsKeys(endpoints[name])) return expect(keyScope).toBe(null)
    if (keyScope === null) return expect((await ask(keys.byScope.read, name, asked)).code).toBe('key-not-here')
    const before = await snapshot(app, owner)
    for (const [scope, person] of Object.entries(keys.byScope)) {
      const answer = await ask(person, name, asked)
      if (scope !== keyScope) expect(answer.code).toBe('key-lacks-scope')
      else judge(name, person, answer)
    }
    for (const [code, person, headers] of keys.refused) {
      const answer = await ask(person, name, { ...asked, headers: { ...asked.headers, ...headers } })
      expect(answer.code).toBe(code)
    }
    expect(await snapshot(app, owner)).toEqual(before)
  })
})

describe('ids alone', () => {
  const idCases = names.flatMap((name) => {
    const { params } = endpoints[name]
    const keys = params ? Object.keys((params as unknown as { shape: Record<string, unknown> }).shape) : []
    return keys.flatMap((key) =>
      ['nobody-has-this-id', '..%2f..', 'a'.repeat(65), "x' or '1'='1", '\u202eid', '0'].map(
        (id) => [name, key, id] as const,
      ),
    )
  })
  test('unknown and malformed ids in every path are refused, never found and never a crash', async () => {
    const person = everybody['someone else'] as Person
    for (const [name, key, id] of idCases) {
      const asked = rows[name].ask(owner)
      const answer = await ask(person, name, { ...asked, params: { ...asked.params, [key]: id } })
      const where = `${name} with ${key} ${id}: ${answer.status} ${answer.text.slice(0, 120)}`
      expect(answer.status, where).toBeGreaterThanOrEqual(400)
      expect(answer.status, where).toBeLessThan(500)
      expect(Object.keys(problems), where).toContain(answer.code)
    }
  })

  test('one’s own transfer with somebody else’s recipient, file or upload is refused', async () => {
    const person = everybody['someone else'] as AccountPerson
    const own = await person.send({ files: [{ path: 'own.txt', content: Buffer.from('own') }] })
    const before = await snapshot(app, owner)
    const mixed: Array<[RouteName, ReturnType<Row['ask']>]> = [
      ['removeRecipient', { params: { transfer: own.id, recipient: owner.recipientId } }],
      ['removeTransferFile', { params: { transfer: own.id, file: owner.fileIds[0] ?? '' } }],
      [
        'planAddedFiles',
        {
          params: { transfer: own.id },
          body: { files: [{ path: 'a', bytes: 1, modifiedAt: 1, fingerprint: 'f' }], replaces: owner.fileIds[0] },
        },
      ],
      [
        'completeAddedFiles',
        { params: { transfer: own.id }, body: { upload: owner.open.upload, token: owner.open.token } },
      ],
      ['deleteTransfer', { body: { type: 'sent', ids: [own.id, owner.sent.id] } }],
      ['extendTransfers', { body: { ids: [own.id, owner.sent.id], expirySeconds: 604_800 } }],
      ['fetchLibraryFiles', { body: { ids: [...owner.fileIds] } }],
      ['fetchTransferFiles', { body: { transfers: [own.id, owner.sent.id] } }],
      ['deleteTransfer', { body: { type: 'received', ids: [owner.sent.id] } }],
    ]
    for (const [name, asked] of mixed) {
      const answer = await ask(person, name, asked)
      expect([404, 403, 409], `${name} answered ${answer.status} ${answer.text.slice(0, 200)}`).toContain(answer.status)
    }
    expect(await snapshot(app, owner)).toEqual(before)
  })

  test('a foreign team in the header is refused, and nonsense is reported', async () => {
    const person = everybody['someone else'] as Person
    const team = async (isTeam: string) => (await ask(person, 'listTransfers', { headers: { isTeam } })).status
    expect(await team(JSON.stringify([owner.person.accountId]))).toBe(403)
    expect(await team('not json')).toBe(400)
    expect(await team('{"a":1}')).toBe(400)
    expect(await team('[]')).toBe(200)
  })
})

test('the owner and the recipient get what is theirs', async () => {
  const { person, sent, user, fileIds } = owner
  const record = await ask(person, 'listTransfers', { query: `?slug=${sent.slug}` })
  expect(record.text).toContain('secret-drawing-7731')
  expect((await ask(person, 'listFileUses', { body: { ids: fileIds } })).status).toBe(200)
  expect((await ask(makePerson(app), 'grantDownload', { body: { slug: sent.slug, user } })).status).toBe(200)
})

test('no key opens credentials, money, teams, settings or deletion', () => {
  expect(neverByKey.length).toBeGreaterThan(80)
  expect(neverByKey.filter((name) => endpoints[name].keyScope !== null)).toEqual([])
})

test('routes of teams are for its admin, or judge by themselves who is asked', () => {
  const ofTeams = names.filter((name) => /team/i.test(routes[name].path) && !endpoints[name].isAdminOnly)
  expect(ofTeams.sort()).toEqual(['acceptHandover', 'acceptInvite', 'joinTeam', 'withdrawHandover'])
  expect(names.filter((name) => /admin/i.test(routes[name].path))).toEqual([])
  const ofOperators = names.filter((name) => endpoints[name].auth === 'operator')
  expect(names.filter((name) => /operator/i.test(routes[name].path))).toEqual(ofOperators)
})
