import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { type AccountPerson, makeAccount } from '#test/people/account-person'
import { makePerson } from '#test/people/people'
import { noise, Recipient } from '#test/people/recipient'
import { addPastEvent } from '#test/transfers/ledgers'
import { insertListed } from '#test/transfers/listed-transfers'

let app: TestApp
beforeAll(async () => {
  app = await makeTestApp()
})
afterAll(() => app?.close())

const received = async (who: AccountPerson, query: Record<string, string> = {}) => {
  const response = await who.fetch(`/getQs?${new URLSearchParams({ filter: 'received', ...query })}`)
  return response.json()
}
const namesOf = (body: { allDocs: Array<{ fileName: string }> }) => body.allDocs.map(({ fileName }) => fileName)

test('lists what is mailed to an address of the account with its own link, and nothing of others', async () => {
  const [sender, reader] = [await makeAccount(app, { role: 'pro', fullName: 'Li Wei' }), await makeAccount(app)]
  const other = 'other@rao-forge.example'
  const files = [{ path: 'plans/gear.dwg', content: noise(3_000) }]
  const sent = await sender.send({ files, emailTo: [other, reader.address], message: 'as agreed' })
  const body = await received(reader)
  expect(body).toMatchObject({ receivedCount: 1, allCount: 0, next: null })
  expect(body.allDocs).toMatchObject([
    {
      _id: sent.id,
      fileName: 'gear.dwg',
      fileNumber: 1,
      bytes: 3_000,
      size: '3 kB',
      message: 'as agreed',
      senderEmail: sender.address,
      senderName: 'Li Wei',
      emailTo: [{ email: reader.address, name: null }],
      recipientCount: 1,
      total_downloads: 0,
      isUnseen: true,
      link: sent.links[reader.address],
    },
  ])
  const thief = new Recipient(app, sender, { ...sent, path: sent.links[other] ?? '' })
  await thief.take((await thief.grant()).links[0]?.url ?? '')
  await thief.untilFinished(1)
  // Downloads are the reader's own; a search finds nobody else.
  expect((await received(reader)).allDocs[0].total_downloads).toBe(0)
  expect((await received(reader, { q: 'other@' })).allDocs).toEqual([])
  expect(namesOf(await received(reader, { q: 'GEAR li' }))).toEqual(['gear.dwg'])
  const own = new Recipient(app, sender, { ...sent, path: sent.links[reader.address] ?? '' })
  await own.take((await own.grant()).links[0]?.url ?? '')
  await own.untilFinished(2)
  expect((await received(reader)).allDocs[0]).toMatchObject({ total_downloads: 1, isUnseen: false })
  expect((await received(sender)).allDocs).toEqual([])
  const owners = await (await sender.fetch('/getQs')).json()
  expect(owners.allDocs[0]).toMatchObject({ link: null, total_downloads: 2, recipientCount: 2, isProtected: false })
  // The sender sees what happened last; the receiver does not.
  expect(owners.allDocs[0].lastEvent.kind).toBe('finished')
  expect((await received(reader)).allDocs[0].lastEvent).toBeNull()
  // A bounce stays until something happens for its own recipient, whatever others do.
  const peopleOfIt = await sql<{ id: string; address: string }>`
    select id, address from recipients where transfer_id = ${sent.id}`.execute(app.ctx.db)
  const [bounced, opener] = peopleOfIt.rows.map(({ id }) => id)
  const happens = (kind: string, recipientId: string | null = null) =>
    addPastEvent(app.ctx.db, { transferId: sent.id, recipientId, kind })
  const listed = async () => {
    const { trouble, lastEvent } = (await (await sender.fetch('/getQs')).json()).allDocs[0]
    return [trouble, lastEvent.kind]
  }
  await happens('bounced', bounced)
  expect(await listed()).toEqual(['bounced', 'bounced'])
  await happens('opened', opener)
  await happens('edited')
  expect(await listed()).toEqual(['bounced', 'edited'])
  expect((await received(reader)).allDocs[0].trouble).toBeNull()
  await happens('mailed', bounced)
  expect(await listed()).toEqual([null, 'mailed'])
  await happens('stalled', opener)
  expect(await listed()).toEqual(['stalled', 'stalled'])
  await sql`update recipients set removed_at = now() where id = ${opener ?? ''}`.execute(app.ctx.db)
  expect(await listed()).toEqual([null, 'stalled'])
  await app.ctx.db.updateTable('transfers').set({ only_proven: true }).where('id', '=', sent.id).execute()
  const [changed] = (await (await sender.fetch('/getQs')).json()).allDocs
  expect(changed.isProtected).toBe(true)
})

test('hides the contents behind a password, even from a search', async () => {
  const [sender, reader] = [await makeAccount(app, { role: 'pro' }), await makeAccount(app)]
  const people = [reader.address]
  const made = await insertListed(app.ctx, { accountId: sender.accountId, path: 'hidden.dwg', people })
  await sender.call('editTransfer', {
    params: { transfer: made.transferId },
    body: { password: 'for asha', message: 'psst' },
  })
  const [row] = (await received(reader)).allDocs
  expect(row).toMatchObject({ fileName: '', fileNumber: 0, bytes: 0, message: '' })
  expect((await received(reader, { q: 'hidden' })).allDocs).toEqual([])
})

test('follows deletion, removal, blocking, hiding and changes of the address', async () => {
  const [sender, reader] = [await makeAccount(app, { role: 'pro' }), await makeAccount(app)]
  const people = [reader.address]
  const made = await insertListed(app.ctx, { accountId: sender.accountId, people })
  const link = await insertListed(app.ctx, { accountId: sender.accountId, sendAs: 'link' })
  await sender.call('addRecipients', {
    params: { transfer: link.transferId },
    body: { emailTo: [{ email: reader.address }] },
  })
  const counted = async () => {
    const body = await received(reader)
    expect(body.allDocs).toHaveLength(body.receivedCount)
    return body.receivedCount
  }
  const write = (change: ReturnType<typeof sql>) =>
    sql`update transfers set ${change} where id = ${made.transferId}`.execute(app.ctx.db)
  const put = (type: 'deleteTransfer' | 'restoreTransfers', who = reader) =>
    who.call(type, { body: { ids: [made.transferId], ...(type === 'deleteTransfer' ? { type: 'received' } : {}) } })
  expect(await counted()).toBe(1)
  await write(sql`deleted_at = now()`)
  expect(await counted()).toBe(0)
  await write(sql`deleted_at = null`)
  expect(await counted()).toBe(1)
  await write(sql`blocked_at = now()`)
  expect(await counted()).toBe(0)
  await write(sql`blocked_at = null`)
  expect((await put('deleteTransfer')).body).toEqual({ deleted: 1, undoSeconds: 60 })
  expect((await put('deleteTransfer')).body).toEqual({ deleted: 0, undoSeconds: 60 })
  expect(await counted()).toBe(0)
  // Only from their own list: the link is unchanged.
  expect((await (await sender.fetch('/getQs')).json()).allCount).toBe(2)
  expect((await put('restoreTransfers', sender)).body).toEqual({ restored: 0 })
  expect(await counted()).toBe(0)
  expect((await put('restoreTransfers')).body).toEqual({ restored: 1 })
  expect(await counted()).toBe(1)
  await put('deleteTransfer')
  await app.passTime(61_000)
  expect((await put('restoreTransfers')).body.code).toBe('transfer-not-found')
  expect((await put('deleteTransfer', await makeAccount(app))).body.code).toBe('transfer-not-found')
  await app.ctx.db.updateTable('recipients').set({ hidden_at: null }).execute()
  const [recipient = ''] = made.recipientIds
  await sender.call('removeRecipient', { params: { transfer: made.transferId, recipient } })
  expect(await counted()).toBe(0)
  await sender.call('addRecipients', {
    params: { transfer: made.transferId },
    body: { emailTo: [{ email: reader.address }] },
  })
  expect(await counted()).toBe(1)
  await app.ctx.db.deleteFrom('account_addresses').where('account_id', '=', reader.accountId).execute()
  expect(await counted()).toBe(0)
})

test('lists a transfer to two addresses of one account once, in pages of every order', async () => {
  const [sender, reader] = [await makeAccount(app, { role: 'pro' }), await makeAccount(app)]
  const second = makePerson(app).address
  await app.ctx.db.insertInto('account_addresses').values({ address: second, account_id: reader.accountId }).execute()
  const names: string[] = []
  for (let nth = 0; nth < 12; nth += 1) {
    const people = nth % 3 === 0 ? [reader.address, second] : [nth % 2 ? second : reader.address]
    const path = `${String.fromCharCode(97 + nth)}.dwg`
    const endsInMinutes = nth === 5 ? null : nth === 6 ? -5 : 10 + nth
    const made = await insertListed(app.ctx, {
      accountId: sender.accountId,
      path,
      people,
      bytes: 100 - nth,
      endsInMinutes,
    })
    await sql`update recipients set created_at = now() - make_interval(hours => ${nth}) where transfer_id = ${made.transferId}`.execute(
      app.ctx.db,
    )
    names.push(path)
  }
  expect((await received(reader)).receivedCount).toBe(12)
  const paged = async (query: Record<string, string>) => {
    const found: string[] = []
    for (let after = ''; ; ) {
      const body = await received(reader, { take: '5', ...query, ...(after ? { after } : {}) })
      found.push(...namesOf(body))
      if (body.next === null) return found
      after = body.next
    }
  }
  expect(await paged({})).toEqual(names)
  expect(await paged({ sort: 'old' })).toEqual(names.toReversed())
  expect(await paged({ sort: 'size' })).toEqual(names)
  expect(await paged({ sort: 'downloads' })).toHaveLength(12)
  const byEnd = await paged({ sort: 'expiring' })
  expect(byEnd.slice(0, 10)).toEqual(names.filter((_, nth) => nth !== 5 && nth !== 6))
  expect(byEnd.slice(10).sort()).toEqual(['f.dwg', 'g.dwg'])
  expect(namesOf(await received(reader, { skip: '10' }))).toEqual(['k.dwg', 'l.dwg'])
  expect((await paged({ q: '.dwg' })).sort()).toEqual(names)
})
