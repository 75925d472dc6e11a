/** Files are scanned after they were sent, and what a visitor sent opens only then. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operate } from '#test/app/operate'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { type AccountPerson, makeAccount } from '#test/people/account-person'
import { makeOperator } from '#test/people/operator'
import { makePerson } from '#test/people/people'
import { noise, Recipient, sendTo } from '#test/people/recipient'
import { makeTeam } from '#test/people/team'
import { EICAR, FakeClamd } from '#test/storage/fake-clamd'
import { findSecurityRows } from '../../platform/security-log/security-store.ts'
import { deleteFilesWith, restoreFileRows } from '../finish/file-store.ts'
import { startScans } from './scan-files.ts'
import { keepVerdict, readNow } from './scan-store.ts'

const clamd = new FakeClamd()
let app: TestApp
beforeAll(async () => {
  const port = await clamd.listen()
  app = await makeTestApp({ env: { CLAMD: `127.0.0.1:${port}`, CLAMD_MAX_BYTES: '100000' } })
})
afterAll(async () => {
  await app.close()
  clamd.close()
})

let salt = 900
const fresh = (bytes = 3_000) => {
  salt += 1
  return { path: `a${salt}.bin`, content: noise(bytes, salt) }
}
const infected = (sign = EICAR) => ({ path: 'invoice.txt', content: Buffer.concat([sign, fresh(9).content]) })
const scansOf = async ({ uploadId }: Recipient) => {
  const { rows } = await sql<{ scan: string }>`
    select concat_ws(' ', coalesce(scan_state, 'none'), scan_because, scan_finding) as scan
    from files where upload_id = ${uploadId} order by position`.execute(app.ctx.db)
  return rows.map(({ scan }) => scan)
}
const pageOf = async ({ browser, path }: Recipient) =>
  (await browser.fetch(path, { headers: { accept: 'text/html' } })).text()
const opens = async (recipient: Recipient) => expect((await recipient.grant()).grant).not.toBe('')

test('a clean file opens and says so; one that is too large, or sealed, says that it was not scanned', async () => {
  clamd.manner = 'sound'
  const sealed = { path: 'a.sealed', content: Buffer.concat([Buffer.from('WBSEAL\x01'), noise(200, 1)]) }
  const sent = await sendTo(app, [fresh()])
  const mixed = await sendTo(app, [fresh(), fresh(100_001), sealed, { path: 'empty', content: Buffer.alloc(0) }])
  await app.runJobs()
  expect(await scansOf(sent)).toEqual(['clean'])
  expect(await pageOf(sent)).toContain('Scanned for viruses: nothing found')
  await opens(sent)
  expect(await scansOf(mixed)).toEqual(['clean', 'not-scanned too-large', 'not-scanned encrypted', 'clean'])
  expect(await pageOf(mixed)).toContain('2 files not scanned for viruses')
  await opens(mixed)
})

test('an infected file is withdrawn, and both are told; the other files stay', async () => {
  const owner = await makeAccount(app, { role: 'pro', subscription: 'active' })
  // Only a recipient who has the mail about the transfer is told: the scan comes after it.
  clamd.manner = 'away'
  const sent = await sendTo(app, [infected(), fresh()], owner)
  await app.runJobs()
  await app.passTime(10 * 60_000 + 1_000)
  clamd.manner = 'sound'
  await startScans(app.ctx)
  await app.runJobs()
  expect(await scansOf(sent)).toEqual(['infected Eicar-Test', 'clean'])
  const page = await pageOf(sent)
  expect(page).toContain('the virus scanner found malware in it')
  expect(page).not.toContain('Scanned for viruses')
  expect((await sent.grant()).links).toHaveLength(1)
  const archived = await owner.call('fetchTransferFiles', { body: { transfers: [sent.transferId] } })
  expect(archived.body).toMatchObject({
    links: [{ files: 1 }],
    leftOut: [{ transfer: sent.transferId, fileName: 'invoice.txt', because: 'infected' }],
  })
  const mails = await app.mails()
  expect(
    mails.filter(({ text }) => text.includes('scanner of this service found malware')).map(({ to }) => to),
  ).toEqual([owner.address])
  const warned = mails.filter(({ text }) => text.includes('don’t open it: delete it'))
  expect(warned.map(({ text }) => text.includes(sent.path))).toEqual([true])
  const { files } = (await owner.call('listLibrary', {})).body
  expect(files.map(({ scan }: { scan: string }) => scan)).toEqual(['clean'])
  const edited = await owner.call('editTransfer', { params: { transfer: sent.transferId }, body: { alerts: 'every' } })
  expect(edited.body.transfer.files.map(({ scan }: { scan: string }) => scan)).toEqual(['infected', 'clean'])
})

test.each(['away', 'dies', 'cut', 'error'] as const)(
  'while clamd is %s, what a visitor sent stays closed, what an account sent is not scanned, and both are tried again',
  async (manner) => {
    clamd.manner = manner
    const owner = await makeAccount(app, { role: 'pro', subscription: 'active' })
    const [visitors, owners] = [await sendTo(app, [fresh()]), await sendTo(app, [fresh()], owner)]
    await app.runJobs()
    expect([await scansOf(visitors), await scansOf(owners)]).toEqual([
      ['not-scanned unavailable'],
      ['not-scanned unavailable'],
    ])
    await expect(visitors.grant()).rejects.toThrow('scan-pending')
    await opens(owners)
    expect(await pageOf(owners)).toContain('Not scanned for viruses')
    await app.passTime(10 * 60_000 + 1_000)
    await expect(visitors.grant()).rejects.toThrow('scan-missing')
    clamd.manner = 'sound'
    await startScans(app.ctx)
    await app.runJobs()
    expect([await scansOf(visitors), await scansOf(owners)]).toEqual([['clean'], ['clean']])
    await opens(visitors)
  },
)

test('new signatures scan everything again, once', async () => {
  clamd.manner = 'sound'
  const later = Buffer.from('a worm that nobody knew')
  const [good, bad] = [await sendTo(app, [fresh()]), await sendTo(app, [infected(later)])]
  await app.runJobs()
  await opens(bad)
  await app.passTime(180_000)
  const before = clamd.scans
  await startScans(app.ctx)
  await app.runJobs()
  expect(clamd.scans).toBe(before)
  clamd.signatures.push(later)
  clamd.version = 'ClamAV 1.4.6/27813/Fri Nov 27 08:41:02 2026'
  for (let nth = 0; nth < 2; nth += 1) {
    await startScans(app.ctx)
    await app.runJobs()
  }
  expect([await scansOf(good), await scansOf(bad)]).toEqual([['clean'], ['infected Eicar-Test']])
  await expect(bad.grant()).rejects.toThrow('file-withdrawn')
  const after = clamd.scans
  await startScans(app.ctx)
  await app.runJobs()
  expect(clamd.scans).toBe(after)
})

test('a file whose scan broke off five times is tried again after six hours, without new signatures', async () => {
  clamd.manner = 'dies'
  const sent = await sendTo(app, [fresh()])
  await app.runJobs()
  await sql`update files set scan_tries = 5, scan_tried_at = now() where upload_id = ${sent.uploadId}`.execute(
    app.ctx.db,
  )
  clamd.manner = 'sound'
  const states: string[][] = []
  for (const hours of [1, 6]) {
    await app.passTime(hours * 3_600_000)
    await startScans(app.ctx)
    await app.runJobs()
    states.push(await scansOf(sent))
  }
  expect(states).toEqual([['not-scanned unavailable'], ['clean']])
})

test('neither an older scan nor an undone deletion opens an infected file, and no page calls it clean', async () => {
  const owner = await makeAccount(app, { role: 'pro', subscription: 'active' })
  const sent = await sendTo(app, [fresh()], owner)
  await app.runJobs()
  const { db } = app.ctx
  const { id } = await db
    .selectFrom('files')
    .select('id')
    .where('upload_id', '=', sent.uploadId)
    .executeTakeFirstOrThrow()
  const [accountId, at] = [owner.accountId, await readNow(db)]
  await deleteFilesWith(db, accountId, [{ fileId: id, transferId: sent.transferId }])
  const scan = { signatures: clamd.version, startedAt: at }
  expect(await keepVerdict(db, id, { ...scan, verdict: { state: 'infected', finding: 'Worm' } })).toBeNull()
  const earlier = new Date(at.getTime() - 1_000)
  await keepVerdict(db, id, { ...scan, startedAt: earlier, verdict: { state: 'clean' } })
  await restoreFileRows(db, accountId, [id])
  expect(await scansOf(sent)).toEqual(['infected Worm'])
  await expect(sent.grant()).rejects.toThrow('file-withdrawn')
  expect(await pageOf(sent)).not.toContain('Scanned for viruses')
})

test('what a visitor sent stays closed for others too when an account forwards it', async () => {
  clamd.manner = 'away'
  const { admin, members } = await makeTeam(app, { members: ['member', 'member'] })
  const [owner, colleague] = members as [AccountPerson, AccountPerson]
  const visitor = makePerson(app)
  await visitor.prove()
  const { upload } = await visitor.send({ files: [fresh()], emailTo: [owner.address] })
  await app.runJobs()
  const { db } = app.ctx
  const { id } = await db.selectFrom('files').select('id').where('upload_id', '=', upload).executeTakeFirstOrThrow()
  const reader = 'third@rao-forge.example'
  const draft = { ...owner.draft({ files: [], emailTo: [reader] }), forwarded: [{ newPath: id, fileName: '' }] }
  const { plan } = (await owner.call('planTransfer', { body: draft })).body
  const saved = await owner.call('completeTransfer', { body: { upload: plan.upload, token: plan.token } })
  const [{ slug, _id }] = saved.body.data.ops
  const [mail] = await app.mails(reader)
  const path = new RegExp(`/d/${slug}/[\\w-]{22}`).exec(mail?.text ?? '')?.[0] ?? ''
  const third = new Recipient(app, owner, { id: _id, upload: plan.upload, path })
  await expect(third.grant()).rejects.toThrow('scan-pending')
  // Nor do those in its team get it, with whom the account shares the transfer.
  const body = { shareWith: [{ shareWithId: colleague.accountId }] }
  await owner.call('editTransfer', { params: { transfer: _id }, body } as never)
  const fetched = (person: AccountPerson) => person.call('fetchLibraryFiles', { body: { ids: [id] } })
  const archived = (person: AccountPerson) => person.call('fetchTransferFiles', { body: { transfers: [_id] } })
  for (const person of [admin, colleague]) {
    expect((await fetched(person)).body.code).toBe('scan-pending')
    expect((await archived(person)).body.code).toBe('scan-pending')
  }
  clamd.manner = 'sound'
  await app.passTime(180_000)
  await startScans(app.ctx)
  await app.runJobs()
  await opens(third)
  expect((await fetched(colleague)).body.links).toHaveLength(1)
  expect((await archived(colleague)).body).toMatchObject({ links: [{ files: 1 }], leftOut: [] })
})

test('the operator opens a file about which the scanner was wrong, with its copies and for good, and its sender is told', async () => {
  clamd.manner = 'sound'
  const owner = await makeAccount(app, { role: 'pro', subscription: 'active' })
  const file = infected()
  const [sent, copy] = [await sendTo(app, [file], owner), await sendTo(app, [file, infected()], owner)]
  await app.runJobs()
  const { rows } = await sql<{ id: string }>`select id from files where upload_id = ${sent.uploadId}`.execute(
    app.ctx.db,
  )
  const [id = ''] = rows.map((row) => row.id)
  const operator = await makeOperator(app)
  const list = async () => (await operator.fetch('/api/operator/infected')).json()
  expect((await list()).files.find(({ _id }: { _id: string }) => _id === id)).toMatchObject({
    finding: 'Eicar-Test',
    sending: { slug: sent.link.slug, address: owner.address },
  })
  const clear = (reason: string) => operator.call('clearInfectedAtDesk', { params: { file: id }, body: { reason } })
  expect((await clear(' ')).body.code).toBe('invalid-input')
  const both = await Promise.all([clear('a test file'), clear('a test file')])
  expect(both.map(({ body }) => body.opened ?? body.code).sort()).toEqual([2, 'not-found'])
  await opens(sent)
  expect(await scansOf(copy)).toEqual(['not-scanned cleared Eicar-Test', 'infected Eicar-Test'])
  expect(await pageOf(sent)).toContain('Not scanned for viruses')
  const told = (await app.mails(owner.address)).filter(({ subject }) => subject.startsWith('File available again'))
  expect(told).toHaveLength(2)
  const noted = await findSecurityRows(app.ctx.db, { event: 'file-cleared', limit: 5 })
  expect(noted.map(({ facts }) => facts)).toEqual([
    { file: id, files: 2, because: 'a test file', by: operator.accountId },
  ])
  // Other signatures find the same again: nothing is scanned.
  await app.passTime(180_000)
  clamd.version = 'ClamAV 1.4.6/27999/Fri Nov 27 09:41:02 2026'
  await startScans(app.ctx)
  await app.runJobs()
  await opens(sent)
  const line = await operate(app.env, 'infected', 'list')
  expect(line.out).not.toContain(id)
  // A block is an operator's, for another reason than malware: clearing the scanner's verdict does not lift it.
  const [other = ''] = line.out.split('\t')
  const { sha256 } = await app.ctx.db
    .selectFrom('files')
    .select('sha256')
    .where('id', '=', other)
    .executeTakeFirstOrThrow()
  const hash = sha256?.toString('hex') ?? ''
  expect((await operate(app.env, 'block', 'hash', hash, '--note', 'abuse')).code).toBe(0)
  const cleared = await operate(app.env, 'infected', 'clear', other, '--reason', 'tried')
  const stays = 'Files that stay withdrawn, because their content is blocked: 1.\n'
  expect(cleared).toMatchObject({ code: 0, out: `Files that open again: 0.\n${stays}` })
  const stateOf = () =>
    sql`select withdrawn_because, scan_because, (select count(*)::int from blocked_hashes b where b.sha256 = f.sha256) as blocks
      from files f where id = ${other}`.execute(app.ctx.db)
  expect((await stateOf()).rows).toEqual([{ withdrawn_because: 'blocked', scan_because: 'cleared', blocks: 1 }])
  expect((await app.mails(owner.address)).filter(({ subject }) => subject.startsWith('File available'))).toHaveLength(2)
  const blocks = async () => (await (await operator.fetch('/api/operator/blocks')).json()).blocks
  expect(await blocks()).toMatchObject([{ sha256: hash, files: 1, note: 'abuse' }])
  const lift = () => operator.call('liftBlockAtDesk', { params: { sha256: hash }, body: {} })
  expect([(await lift()).body, (await lift()).body]).toEqual([{ isLifted: true }, { isLifted: false }])
  expect(await blocks()).toEqual([])
  const [lifted] = await findSecurityRows(app.ctx.db, { event: 'content-unblocked', limit: 1 })
  expect(lifted?.facts).toEqual({ sha256: hash, by: operator.accountId })
  expect((await stateOf()).rows).toEqual([{ withdrawn_because: null, scan_because: 'cleared', blocks: 0 }])
  expect((await operate(app.env, 'infected', 'clear', other, '--reason', 'tried')).code).toBe(1)
})
