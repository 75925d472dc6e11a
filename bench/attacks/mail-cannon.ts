import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathOf, type RouteName, routes } from '@waybill/contract/core/routes'
import pg from 'pg'
import { OWNER } from '../dashboard/dashboard-rows.ts'
import { logIn, startDatabase, urlOf } from '../dashboard/dashboard-server.ts'
import { judge, row, title } from '../report.ts'
import { startWaybill, type Waybill } from '../servers.ts'

const SECONDS = Number(process.env.CANNON_SECONDS ?? 300)
const ACCOUNT_AGE_DAYS = 8
/** A pause between two calls, so that the bench does not keep the server busy all the time. */
const PAUSE_MS = 20
/** Accepted mails leave the queue within this time. */
const QUIET_MS = 3_000

type Call = (
  name: RouteName,
  params: Record<string, string>,
  body?: unknown,
) => Promise<{ status: number; body: never }>

/** How many mails leave for a free account that does nothing for five minutes but remove people and add others. */
export async function mailCannon(): Promise<void> {
  title(`a free account of ${ACCOUNT_AGE_DAYS} days removes and adds people for ${SECONDS} s`)
  await using database = await startDatabase()
  await using server = await startWaybill({ env: { DATABASE_URL: urlOf(database) } })
  const client = new pg.Client({ ...database.admin, database: database.connection.database })
  await client.connect()
  try {
    await insertOwner(client)
  } finally {
    await client.end()
  }
  const call = callerOf(server, await logIn(server))
  const until = performance.now() + SECONDS * 1_000
  const answers = new Map<string, number>()
  const counted: Call = async (...args) => {
    const answer = await call(...args)
    const { code = 'done', facts = {} } = (answer.body ?? {}) as {
      code?: string
      facts?: { because?: string; isEver?: boolean }
    }
    const told = [args[0], answer.status < 300 ? 'done' : code, facts.because, facts.isEver && 'ever']
      .filter(Boolean)
      .join(' ')
    answers.set(told, (answers.get(told) ?? 0) + 1)
    return answer
  }
  await Promise.all([
    fire(until, await transferCannon(counted, 'crowd-by-transfer'), (nth) => `crowd-${nth}@rao-forge.example`),
    fire(until, await transferCannon(counted, 'victim-by-transfer'), (nth) => `victim+${nth}@rao-forge.example`),
    fire(until, await requestCannon(counted), (nth) => `asked-${nth}@rao-forge.example`),
    fire(until, await requestCannon(counted), (nth) => `victim+r${nth}@rao-forge.example`),
  ])
  const to = await mailsLeft(server)
  const mailboxes = Map.groupBy(to, (address) => address.replace(/\+.*@/, '@'))
  const most = Math.max(0, ...[...mailboxes.values()].map((all) => all.length))
  row('left', {
    mails: to.length,
    people: mailboxes.size,
    'to the one victim': mailboxes.get('victim@rao-forge.example')?.length ?? 0,
  })
  for (const [told, times] of [...answers].sort()) row(`  ${told}`, { times })
  judge('mails that left', to.length, 'at most', 60, 'mails')
  judge('mails to one person', most, 'at most', 6, 'mails')
}

async function insertOwner(client: pg.Client): Promise<void> {
  const { hashPassword } = await import('../../apps/server/src/identity/accounts/password-hash.ts')
  await client.query(
    `with workspace as (insert into workspaces (id, admin_id) values ($1, $1)),
       paid as (insert into subscriptions (workspace_id, role, status) values ($1, 'free', 'active'))
     insert into accounts (id, workspace_id, email, password_hash, created_at)
     values ($1, $1, $2, $3, now() - make_interval(days => $4))`,
    [OWNER.id, OWNER.email, await hashPassword(OWNER.password), ACCOUNT_AGE_DAYS],
  )
  await client.query('insert into account_addresses (address, account_id) values ($1, $2)', [OWNER.email, OWNER.id])
}

function callerOf({ origin }: Waybill, accessToken: string): Call {
  return async (name, params, body) => {
    const { method } = routes[name]
    const url = pathOf(name, params)
    const response = await fetch(new URL(url, origin), {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      headers: {
        origin,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        authorization: `Bearer ${accessToken}`,
        'x-forwarded-for': '203.0.113.9',
      },
    })
    const text = await response.text()
    return { status: response.status, body: (text === '' ? undefined : JSON.parse(text)) as never }
  }
}

/** Adds one person; returns `undefined` where the server refuses, else a function that removes them. */
type Shot = (address: string) => Promise<(() => Promise<unknown>) | undefined>

async function fire(until: number, shot: Shot, addressOf: (nth: number) => string): Promise<void> {
  for (let nth = 0; performance.now() < until; nth++) {
    const undo = await shot(addressOf(nth))
    await undo?.()
    await pause(PAUSE_MS)
  }
}

const isSpent = (body: unknown): boolean => (body as { facts?: { isEver?: boolean } }).facts?.isEver === true

/** Continues with another transfer once one may go to nobody else. */
async function transferCannon(call: Call, name: string): Promise<Shot> {
  let transfer = await makeTransfer(call, name)
  return async (email) => {
    const { status, body } = await call('addRecipients', { transfer }, { emailTo: [{ email }] })
    if (isSpent(body)) transfer = (await makeTransfer(call, `${name}-${email}`).catch(() => undefined)) ?? transfer
    if (status >= 300) return undefined
    const { recipients } = (body as { transfer: { recipients: Array<{ _id: string; email: string }> } }).transfer
    const recipient = recipients.findLast((one) => one.email === email)?._id ?? ''
    return () => call('removeRecipient', { transfer, recipient })
  }
}

async function makeTransfer(call: Call, name: string): Promise<string> {
  const files = [{ path: `${name}.txt`, bytes: 0, modifiedAt: 1_790_000_000_000, fingerprint: name }]
  const more = { message: 'read this', expirySeconds: 604_800, effectiveType: 'other', sendAs: 'email' }
  const emailTo = [{ email: `first-of-${name.replaceAll('@', '-at-')}@rao-forge.example` }]
  const planned = await call('planTransfer', {}, { ...more, senderEmail: OWNER.email, emailTo, files })
  const { upload, token } = (planned.body as { plan: { upload: string; token: string } }).plan
  const saved = (await call('completeTransfer', {}, { upload, token })).body as { data: { ops: [{ _id: string }] } }
  return saved.data.ops[0]._id
}

/** Continues with another request once one may go to nobody else. */
async function requestCannon(call: Call): Promise<Shot> {
  let request = await makeRequest(call)
  return async (email) => {
    const { status, body } = await call('addRequestSuppliers', { request }, { suppliers: [{ email }] })
    if (isSpent(body)) request = (await makeRequest(call).catch(() => undefined)) ?? request
    if (status >= 300) return undefined
    const listed = await call('listRequestSuppliers', { request })
    const { suppliers } = listed.body as { suppliers: Array<{ _id: string; email: string }> }
    const supplier = suppliers.find((one) => one.email === email)?._id ?? ''
    return () => call('removeRequestSupplier', { request, supplier })
  }
}

async function makeRequest(call: Call): Promise<string> {
  const { body } = await call('createRequest', {}, { title: 'Read this' })
  return (body as { request: { _id: string } }).request._id
}

/** The recipients of all mails, once no more mails leave. */
async function mailsLeft({ outbox }: Waybill): Promise<string[]> {
  for (let before = -1; ; ) {
    const names = (await readdir(outbox)).filter((name) => name.endsWith('.json'))
    if (names.length === before) {
      const mails = await Promise.all(names.map(async (name) => JSON.parse(await readFile(join(outbox, name), 'utf8'))))
      return mails.flatMap(({ to }: { to: string }) => (to === OWNER.email ? [] : [to]))
    }
    before = names.length
    await pause(QUIET_MS)
  }
}
