/** What ends by itself after a time: visitors' records, what became of mails, and deleted requests. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eraseRequests } from '../../src/requests/manage/erase-requests.ts'
import { allTasks } from '../../src/tasks.ts'
import { checkLedgers } from '../../src/tracking/ledger/index.ts'
import { makeTestApp, type TestApp } from '../app/test-app.ts'
import { makeAccount } from '../people/account-person.ts'
import { makePerson } from '../people/people.ts'
import { noise, type Recipient, sendTo } from '../people/recipient.ts'
import { ASHA, answer, askFor, expectSound, linkOf } from '../requests/calls.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeTestApp({ env: { VISITOR_RECORD_DAYS: '100', MAIL_DAYS: '40' } })
})
afterAll(async () => {
  // The counters of what was sent for free still fit what is found.
  await expectSound(app)
  expect(await checkLedgers(app.ctx)).toEqual([])
  await app.close()
})

/** Twice at once, as two processes may, and once more. */
async function run(task: 'erase-records' | 'forget-mails' | 'erase-requests'): Promise<void> {
  const handler = allTasks(app.ctx)[task]
  await Promise.all([handler?.({}), handler?.({})])
  await handler?.({})
}
const all = async (query: ReturnType<typeof sql>) => JSON.stringify((await query.execute(app.ctx.db)).rows)

/** A visitor's transfer whose link ended so many days ago, and whose bytes are removed. */
async function endedFor(days: number, name: string): Promise<Recipient> {
  const sent = await sendTo(app, [{ path: `${name}.txt`, content: noise(900 + days, days) }])
  await sent.take((await sent.grant()).zip.url)
  await sent.untilFinished(1)
  const at = sql`now() - make_interval(days => ${days})`
  await sql`update files set withdrawn_at = ${at}, withdrawn_because = 'deleted', deleted_at = ${at}
    where upload_id = ${sent.uploadId}`.execute(app.ctx.db)
  await sql`update transfers set deleted_at = ${at} where id = ${sent.transferId}`.execute(app.ctx.db)
  await allTasks(app.ctx)['remove-expired']?.({})
  return sent
}
const recordOf = ({ transferId: id, uploadId }: Recipient) =>
  all(sql`select to_jsonb(t) - 'search_text' as transfer, u.owner_address, u.network as uploaded_from, f.path, tf.path as shown, r.address,
      (select count(*) from identities i where i.transfer_id = t.id)::int as identities,
      (select count(*) from mails m where m.recipient_id = r.id)::int as mails
    from transfers t join uploads u on u.id = t.upload_id join files f on f.upload_id = u.id
      join transfer_files tf on tf.file_id = f.id join recipients r on r.transfer_id = t.id
    where t.id = ${id} and u.id = ${uploadId}`)

test('erases the record of a visitor’s transfer after its days, and no younger one', async () => {
  const [old, young] = [await endedFor(101, 'oldest-4471'), await endedFor(99, 'young-4471')]
  const running = await sendTo(app, [{ path: 'running-4471.txt', content: noise(800, 3) }])
  const [kept, standing] = [await recordOf(young), await recordOf(running)]
  expect(await recordOf(old)).toContain('oldest-4471.txt')
  expect(await recordOf(old)).toMatch(/"network":"[\d.]+\/24"/)
  await run('erase-records')
  const [erased] = JSON.parse(await recordOf(old))
  expect(erased).toMatchObject({ owner_address: '', uploaded_from: '', address: '', identities: 0, mails: 0 })
  expect(erased.transfer).toMatchObject({ sender_address: '', message: '', device_id: null, network: '' })
  expect(JSON.stringify(erased)).not.toMatch(/oldest-4471|@/)
  expect(await recordOf(young)).toBe(kept)
  expect(await recordOf(running)).toBe(standing)
  // What happened stays countable, without people.
  expect(await all(sql`select kind from events where transfer_id = ${old.transferId}`)).toContain('finished')
})

test('forgets mails after their days: sent and failed ones, but none of a record and none that waits', async () => {
  const sent = await sendTo(app, [{ path: 'mailed.txt', content: noise(700, 5) }])
  await app.runJobs()
  const put = async (days: number, state: 'sent' | 'failed' | 'waiting', recipientId: string | null = null) => {
    const id = `mail-${days}-${state}-${recipientId === null ? 'own' : 'recipient'}`
    await sql`insert into mails (id, message_id, template, recipient_id, created_at, accepted_at, given_up_at)
      select ${id}, ${id}, 'sender-code', ${recipientId}::text, at, case when ${state} = 'sent' then at end,
        case when ${state} = 'failed' then at end
      from (select now() - make_interval(days => ${days}) as at) aged`.execute(app.ctx.db)
    return id
  }
  const { rows } = await sql<{ id: string }>`
    select id from recipients where transfer_id = ${sent.transferId} and address is not null`.execute(app.ctx.db)
  const gone = [await put(41, 'sent'), await put(41, 'failed')]
  const kept = [
    ...[await put(39, 'sent'), await put(39, 'failed'), await put(41, 'waiting')],
    await put(41, 'sent', rows[0]?.id ?? ''),
  ]
  await run('forget-mails')
  const left = await all(sql`select id from mails where starts_with(id, 'mail-')`)
  for (const id of gone) expect(left).not.toContain(id)
  for (const id of kept) expect(left).toContain(id)
  await sql`delete from mails where starts_with(id, 'mail-')`.execute(app.ctx.db)
})

test('clears a deleted request after 30 days; suppliers with files in the library once these are deleted', async () => {
  const owner = await makeAccount(app, { role: 'pro', subscription: 'active' })
  const suppliers = [
    { email: ASHA, name: 'Asha 5519' },
    { email: 'silent@mill.example', name: 'Silent 5519' },
  ]
  const items = [
    { name: 'Papers' },
    { name: 'Port', kind: 'choice', options: ['Port 5519', 'Other 5519'], section: 'Section 5519', isRequired: false },
  ]
  const ask = async (title: string, days: number) => {
    const request = await askFor(owner, { title, message: 'for 5519', items, suppliers })
    const [papers = '', port = ''] = request.items.map(({ _id }) => _id)
    const link = await linkOf(owner, request, ASHA)
    await answer(makePerson(app, ASHA), link, {
      item: papers,
      files: [{ path: `${title}.txt`, content: noise(600, days) }],
      said: { answers: [{ item: port, answer: ['Port 5519'] }] },
    })
    await makePerson(app, ASHA).call('addComment', { body: { ...link, item: papers, text: 'Comment 5519' } })
    await app.runJobs()
    await owner.call('deleteRequests', { body: { ids: [request._id] } })
    await sql`update requests set deleted_at = now() - make_interval(days => ${days}) where id = ${request._id}`.execute(
      app.ctx.db,
    )
    return request._id
  }
  const said = (id: string) =>
    all(sql`select r.title, r.message, r.folder, r.erased_at is not null as erased, p.address, p.name, i.path, i.original_name, f.path as kept,
        (select count(*) from mails m where m.supplier_id = p.id)::int as mails,
        (select string_agg(concat(s.name, s.section, s.options::text), ' ') from request_items s where s.request_id = r.id) as items,
        (select string_agg(q.answer::text, ' ') from submission_answers q where q.request_id = r.id) as answers,
        (select string_agg(c.body, ' ') from request_comments c where c.request_id = r.id) as comments
      from requests r join request_suppliers p on p.request_id = r.id
        left join submission_files i on i.supplier_id = p.id
        left join files f on f.id = i.file_id where r.id = ${id} order by p.name`)
  const asked = (id: string) =>
    all(sql`select t.name, t.section, t.options, q.answer
      from request_items t left join submission_answers q on q.item_id = t.id where t.request_id = ${id} order by t.position`)
  const [old, young] = [await ask('old', 31), await ask('young', 29)]
  const [kept, keptAsked] = [await said(young), await asked(young)]
  expect(keptAsked.match(/Port 5519/g)).toHaveLength(2)
  await run('erase-requests')
  expect(await said(young)).toBe(kept)
  expect(await asked(young)).toBe(keptAsked)
  expect(await asked(old)).not.toMatch(/5519|Papers/)
  expect(kept).toContain('Comment 5519')
  expect(await said(old)).not.toContain('Comment 5519')
  const half = await said(old)
  expect(half).not.toMatch(/Silent|silent@|for 5519/)
  expect(half).toContain('Asha 5519')
  expect(half).toContain('"erased":false')
  const { body } = await owner.fetch('/library?q=old').then(async (got) => ({ body: await got.json() }))
  expect(body.files).toMatchObject([{ from: 'Asha 5519' }])
  // The file is deleted, and its turn comes again.
  await owner.call('deleteFiles', { body: { ids: [body.files[0]._id] } })
  await sql`update files set deleted_at = now() - interval '2 days' where id = ${body.files[0]._id}`.execute(app.ctx.db)
  await allTasks(app.ctx)['remove-expired']?.({})
  await run('erase-requests')
  expect(await said(old)).toContain('Asha 5519')
  await sql`update requests set erase_tried_at = now() - interval '31 days' where id = ${old}`.execute(app.ctx.db)
  await Promise.all([eraseRequests(app.ctx), eraseRequests(app.ctx)])
  const whole = await said(old)
  expect(whole).not.toMatch(/Asha|asha|old\.txt|@/)
  expect(JSON.parse(whole)).toMatchObject([
    { erased: true, mails: 0 },
    { erased: true, mails: 0 },
  ])
})
