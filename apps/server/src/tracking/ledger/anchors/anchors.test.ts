import { createHash, createPublicKey, verify } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { type AccountPerson, makeAccount } from '#test/people/account-person'
import { rechain } from '#test/transfers/ledgers'
import { insertTransfer } from '#test/transfers/tracked-transfer'
import { openContext } from '../../../context.ts'
import { makeLog } from '../../../platform/log.ts'
import { rotateReceiptKey } from '../../../platform/signing/index.ts'
import { chainStart } from '../chain.ts'
import { checkAnchors, checkHeads, checkLedgers, makeAnchor, recordEvents, recordNotice } from '../index.ts'
import { anchorHash, anchorText } from './anchor-text.ts'
import { nodesOf } from './make-anchor.ts'
import { rootFrom, rootOf } from './merkle.ts'

let app: TestApp
let owner: AccountPerson
beforeAll(async () => {
  app = await makeTestApp({ env: { ANCHOR_MAIL: 'keeper@ledger.example, zh:liu@ledger.example' } })
})
beforeEach(async () => {
  owner = await makeAccount(app, { role: 'pro' })
})
afterAll(() => app?.close())

const judged = { actorKind: 'human', reason: null } as const
async function happen(transferId?: string, count = 2) {
  const sent = transferId ?? (await insertTransfer(app.ctx, { accountId: owner.accountId })).transferId
  const context = { transferId: sent, recipientId: null, judged, ip: '', userAgent: undefined }
  const entries = Array.from({ length: count }, (_, nth) => ({ kind: 'visited' as const, bytes: nth }))
  await recordEvents(app.ctx.db, app.ctx, context, entries)
  return sent
}
const now = { apartSeconds: 0 }
const anchorsPage = async (query = '') => (await fetch(`${app.origin}/-/anchors.json${query}`)).json()
const sha256 = (...parts: Uint8Array[]) => createHash('sha256').update(Buffer.concat(parts)).digest()
const bytes = (hex: string) => Buffer.from(hex, 'hex')

/** Checks what `docs/evidence-anchors.md` says, from the page alone. */
function checkPage(page: Awaited<ReturnType<typeof anchorsPage>>) {
  for (const [i, one] of page.anchors.entries()) {
    const text = `waybill anchor 1\n${one.number}\n${one.at}\n${one.count}\n${one.root}\n${one.previous}`
    expect(one.hash).toBe(sha256(Buffer.from(text)).toString('hex'))
    const { publicKey } = page.keys.find(({ id }: { id: string }) => id === one.key)
    const head = Buffer.from('302a300506032b6570032100', 'hex')
    const der = Buffer.concat([head, Buffer.from(publicKey, 'base64')])
    const key = createPublicKey({ key: der, format: 'der', type: 'spki' })
    expect(verify(null, Buffer.from(text), key, Buffer.from(one.signature, 'base64'))).toBe(true)
    const before = page.anchors[i + 1]
    if (before) expect([one.number - 1, one.previous]).toEqual([before.number, before.hash])
  }
}

test('covers the ledgers that moved, follows the previous anchor, and is public', async () => {
  const [one, other] = [await happen(), await happen()]
  const first = await makeAnchor(app.ctx, now)
  expect(first?.count).toBeGreaterThanOrEqual(2)
  expect(await makeAnchor(app.ctx, now)).toBeNull()
  await happen(other)
  await rotateReceiptKey(app.ctx)
  const second = await makeAnchor(app.ctx, now)
  expect(second).toMatchObject({ number: (first?.number ?? 0) + 1, count: 1, previous: first?.hash })
  expect(await makeAnchor(app.ctx, { apartSeconds: 3_600 })).toBeNull()

  const answer = await fetch(`${app.origin}/-/anchors.json`)
  expect(answer.headers.get('cache-control')).toBe('public, max-age=300')
  const text = await answer.text()
  expect(await (await fetch(`${app.origin}/-/anchors.json`)).text()).toBe(text)
  const page = JSON.parse(text)
  expect(page.keys).toHaveLength(2)
  checkPage(page)
  const paged = await anchorsPage(`?take=1&before=${second?.number}`)
  expect(paged.anchors).toEqual([page.anchors[1]])
  checkPage(paged)

  const proofs = (await owner.call('proveAnchored', { params: { transfer: other } })).body.anchors
  expect(proofs.map(({ number, length }: { number: number; length: number }) => [number, length])).toEqual([
    [second?.number, 4],
    [first?.number, 2],
  ])
  for (const { number, text, path, index, count, root } of proofs) {
    const leaf = sha256(Buffer.of(0), Buffer.from(text))
    expect(rootFrom(leaf, path.map(bytes), index, count)?.toString('hex')).toBe(root)
    expect(page.anchors.find((anchor: { number: number }) => anchor.number === number).root).toBe(root)
  }
  expect((await owner.call('proveAnchored', { params: { transfer: one } })).body.anchors).toHaveLength(1)
  expect(await checkAnchors(app.ctx)).toEqual([])
})

test('proves a leaf through chunks of a large tree', async () => {
  const big = await makeTestApp()
  const person = await makeAccount(big, { role: 'pro' })
  const { transferId: first } = await insertTransfer(big.ctx, { accountId: person.accountId })
  const { db } = big.ctx
  await db.transaction().execute((tx) => recordNotice(tx, big.ctx, { transferId: first, kind: 'expired' }))
  await sql`
    insert into uploads select (jsonb_populate_record(u, jsonb_build_object('id', 'many-' || n))).*
    from uploads u join transfers t on t.upload_id = u.id, generate_series(1, 2500) as n where t.id = ${first}`.execute(
    db,
  )
  await sql`
    insert into transfers select (jsonb_populate_record(t, jsonb_build_object(
      'id', 'many-' || n, 'upload_id', 'many-' || n, 'slug', 'many' || n))).*
    from transfers t, generate_series(1, 2500) as n where t.id = ${first}`.execute(db)
  await sql`
    insert into ledgers (transfer_id, length, head)
    select 'many-' || n, 1, sha256(convert_to(n::text, 'UTF8')) from generate_series(1, 2500) as n`.execute(db)
  const anchor = await makeAnchor(big.ctx, now)
  expect(anchor?.nodes).toHaveLength(3 * 32)
  for (const transfer of ['many-1', 'many-999', first]) {
    const [proof] = (await person.call('proveAnchored', { params: { transfer } })).body.anchors
    const leaf = sha256(Buffer.of(0), Buffer.from(proof.text))
    expect(proof.count).toBe(2_501)
    expect(rootFrom(leaf, proof.path.map(bytes), proof.index, proof.count)).toEqual(anchor?.root)
  }
  await big.close()
})

test('makes one anchor when two run at once, and mails it once to each keeper, in their language', async () => {
  await happen()
  const other = await openContext(app.ctx.config, makeLog('silent'))
  const made = await Promise.all([app, other].map(({ ctx }) => makeAnchor(ctx, now)))
  await other.close()
  const [anchor, ...more] = made.filter((one) => one !== null)
  expect(more).toEqual([])
  await app.runJobs()
  const mails = await Promise.all(['keeper@ledger.example', 'liu@ledger.example'].map((one) => app.mails(one)))
  const root = anchor?.root.toString('hex') ?? ''
  expect(mails.map((of) => of.filter(({ text }) => text.includes(root)).length)).toEqual([1, 1])
  expect(mails[0]?.[0]?.text).toContain(`${app.origin}/-/anchors.json`)
  expect(mails[1]?.[0]?.subject).toContain('号锚点')
})

const kept = async () => (await anchorsPage()).anchors

/** Runs `forge`, checks, and restores everything. */
async function forged(
  forge: (tx: TestApp['ctx']['db']) => Promise<unknown>,
  look: (tx: TestApp['ctx']['db']) => Promise<void>,
) {
  await app.ctx.db
    .transaction()
    .execute(async (tx) => {
      await forge(tx)
      await look(tx)
      throw new Error('put back')
    })
    .catch((error) => {
      if (error.message !== 'put back') throw error
    })
}

test('contradicts a root that somebody kept, when the database is rebuilt from the start and signed with the stolen key', async () => {
  const transferId = await happen()
  const anchor = await makeAnchor(app.ctx, now)
  const yesterday = await kept()
  await happen(transferId)
  expect(await checkAnchors(app.ctx, yesterday)).toEqual([])
  const rewrite = async (tx: TestApp['ctx']['db']) => {
    await sql`update events set bytes = 77 where transfer_id = ${transferId} and place = 1`.execute(tx)
    await rechain(tx, { only: transferId, signer: app.ctx.signer })
  }
  await forged(rewrite, async (tx) => {
    expect(await checkLedgers({ db: tx })).toEqual([])
    expect(await checkHeads({ ...app.ctx, db: tx })).toEqual([])
    const found = { kind: 'ledger-contradicts-anchor', id: transferId, facts: { anchor: anchor?.number, length: 2 } }
    expect(await checkAnchors({ ...app.ctx, db: tx })).toEqual([found])
  })
  const rewriteAll = async (tx: TestApp['ctx']['db']) => {
    await rewrite(tx)
    await sql`
      update anchor_leaves a set head = e.hash from events e where e.transfer_id = a.transfer_id and e.place = a.length`.execute(
      tx,
    )
    await anchorAgain(tx)
  }
  await forged(rewriteAll, async (tx) => {
    expect(await checkAnchors({ ...app.ctx, db: tx })).toEqual([])
    const found = await checkAnchors({ ...app.ctx, db: tx }, yesterday)
    expect(found).toContainEqual(expect.objectContaining({ kind: 'kept-anchor-differs', id: String(anchor?.number) }))
  })
  await forged(
    async (tx) => {
      await sql`delete from anchor_leaves`.execute(tx)
      await sql`delete from anchors`.execute(tx)
    },
    async (tx) => {
      expect(await checkAnchors({ ...app.ctx, db: tx })).toEqual([])
      const found = await checkAnchors({ ...app.ctx, db: tx }, yesterday)
      expect(found.map(({ kind }) => kind)).toEqual(yesterday.map(() => 'kept-anchor-missing'))
    },
  )
})

/** Rebuilds every anchor over the current leaves, as a thief of the key would. */
async function anchorAgain(tx: TestApp['ctx']['db']): Promise<void> {
  const anchors = await tx.selectFrom('anchors').selectAll().orderBy('number').execute()
  let previous: Buffer = Buffer.alloc(32)
  for (const anchor of anchors) {
    const nodes = await nodesOf(tx, anchor.number)
    const facts = { ...anchor, root: rootOf(nodes), previous }
    const { keyId, signature } = await app.ctx.signer.sign(tx, null, anchorText(facts))
    const hash = anchorHash(facts)
    const set = { root: facts.root, previous, hash, signature, signed_by: keyId, nodes: Buffer.concat(nodes) }
    await tx.updateTable('anchors').set(set).where('number', '=', anchor.number).execute()
    previous = hash
  }
}

test.each([
  ['a leaf is changed', sql`update anchor_leaves set length = length + 1`, 'root'],
  ['a leaf is taken out', sql`delete from anchor_leaves`, 'root'],
  ['a time is changed', sql`update anchors set at = at + interval '1 second'`, 'hash'],
  ['the way up is changed', sql`update anchors set nodes = sha256('x')`, 'nodes'],
  ['the signature is changed', sql`update anchors set signature = sha512('x')`, 'signature'],
])('detects an anchor %s', async (_what, forgery, what) => {
  await happen()
  await makeAnchor(app.ctx, now)
  const { number = 0 } = (await kept())[0]
  await forged(
    (tx) => forgery.execute(tx),
    async (tx) => {
      const found = await checkAnchors({ ...app.ctx, db: tx })
      expect(found).toContainEqual({ kind: 'anchor-broken', id: String(number), facts: { what } })
    },
  )
})

test('detects an anchor that is removed from the chain', async () => {
  for (const _nth of [1, 2]) {
    await happen()
    await makeAnchor(app.ctx, now)
  }
  const { number = 0 } = (await kept())[0]
  const gone = number - 1
  await forged(
    async (tx) => {
      await sql`delete from anchor_leaves where anchor = ${gone}`.execute(tx)
      await sql`delete from anchors where number = ${gone}`.execute(tx)
    },
    async (tx) => {
      const [found] = await checkAnchors({ ...app.ctx, db: tx })
      expect(found).toEqual({ kind: 'anchor-broken', id: String(number), facts: { what: '1 before it are missing' } })
    },
  )
})

test('finds a ledger that is cut before its anchored head, though head and length match', async () => {
  const transferId = await happen(undefined, 3)
  const anchor = await makeAnchor(app.ctx, now)
  await forged(
    async (tx) => {
      await sql`delete from events where transfer_id = ${transferId} and place = 3`.execute(tx)
      await sql`update ledgers set length = 2 where transfer_id = ${transferId}`.execute(tx)
      await rechain(tx, { only: transferId, signer: app.ctx.signer })
    },
    async (tx) => {
      expect([...(await checkLedgers({ db: tx })), ...(await checkHeads({ ...app.ctx, db: tx }))]).toEqual([])
      expect(await checkAnchors({ ...app.ctx, db: tx })).toEqual([
        { kind: 'ledger-contradicts-anchor', id: transferId, facts: { anchor: anchor?.number, length: 3 } },
      ])
    },
  )
})

test('leaves empty ledgers out of anchors', async () => {
  const { transferId } = await insertTransfer(app.ctx, { accountId: owner.accountId })
  await sql`
    insert into ledgers (transfer_id, head) values (${transferId}, ${chainStart(transferId)}) on conflict do nothing`.execute(
    app.ctx.db,
  )
  await makeAnchor(app.ctx, now)
  expect((await owner.call('proveAnchored', { params: { transfer: transferId } })).body).toEqual({ anchors: [] })
})
