import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { openTestContext, type TestContext } from '#test/app/test-context'
import { openSmtpInbox, type SmtpInbox } from '#test/mail/smtp-inbox'
import { inTrace } from '../trace.ts'
import type { MailFacts } from './facts/mail-facts.ts'
import { readMailbox } from './mailbox/mailbox.ts'
import { queueMail } from './queue-mail.ts'
import { sendMail } from './send-mail.ts'

const closers: Array<() => Promise<void>> = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

async function contextWith(env: Record<string, string> = {}): Promise<TestContext> {
  const { ctx, close } = await openTestContext(env)
  closers.push(close)
  return ctx
}

async function inboxWith(options: Parameters<typeof openSmtpInbox>[0] = {}): Promise<SmtpInbox> {
  const inbox = await openSmtpInbox(options)
  closers.push(() => inbox.close())
  return inbox
}

const code: MailFacts['sender-code'] = { code: '7K2QX', validMinutes: 10, purpose: 'sending' }
const withdrawn: MailFacts['file-withdrawn'] = { path: 'a.pdf', bytes: 3, slug: '7kQ2xWd' }

const queueCode = (ctx: TestContext, to = 'ada@lovelace.example') =>
  ctx.db.transaction().execute((tx) => queueMail(tx, ctx, { template: 'sender-code', to, language: 'en', facts: code }))

const queueWithdrawn = (ctx: TestContext) =>
  ctx.db.transaction().execute((tx) =>
    queueMail(tx, ctx, {
      template: 'file-withdrawn',
      to: 'ada@lovelace.example',
      language: 'en',
      facts: withdrawn,
    }),
  )

const rowOf = (ctx: TestContext, id: string) =>
  ctx.db.selectFrom('mails').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

const grow = (ctx: TestContext, id: string, hours: number) =>
  ctx.db
    .updateTable('mails')
    .set({ created_at: sql<Date>`now() - make_interval(hours => ${hours})` })
    .where('id', '=', id)
    .execute()

const refuseWith = (code: number) => ({
  onRcptTo: (_address: unknown, _session: unknown, callback: (error?: Error) => void) =>
    callback(Object.assign(new Error('no'), { responseCode: code })),
})

/** A bare SMTP server, byte for byte, that answers every recipient with this line; returns its URL. */
async function serverThatSays(line: string): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.on('data', (asked) => socket.write(`${`${asked}`.startsWith('RCPT') ? line : '250 fine'}\r\n`))
    socket.write('220 here\r\n')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closers.push(() => new Promise<void>((resolve) => server.close(() => resolve())))
  return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function jobsFor(ctx: TestContext, mailId: string): Promise<number> {
  const { rows } = await sql<{ key: string }>`select key from graphile_worker.jobs`.execute(ctx.db)
  return rows.filter(({ key }) => key === `send-mail/${mailId}`).length
}

describe('queueMail', () => {
  test('adds the mail and its job with the caller’s transaction, or neither', async () => {
    const ctx = await contextWith()
    const id = await queueCode(ctx)
    expect(await jobsFor(ctx, id)).toBe(1)
    const rolledBack = ctx.db.transaction().execute(async (tx) => {
      await queueMail(tx, ctx, { template: 'sender-code', to: 'b@c.example', language: 'en', facts: code })
      throw new Error('changed my mind')
    })
    await expect(rolledBack).rejects.toThrow('changed my mind')
    expect(await ctx.db.selectFrom('mails').select('id').execute()).toEqual([{ id }])
  })

  test('keeps neither address nor content readable in the database', async () => {
    const ctx = await contextWith()
    const id = await queueCode(ctx)
    const { rows } = await sql<{ dump: string }>`
      select (select string_agg(m::text, '') from mails m) || (select string_agg(j::text, '') from graphile_worker._private_jobs j) as dump`.execute(
      ctx.db,
    )
    expect(rows[0]?.dump).toContain(id)
    for (const secret of ['7K2QX', 'ada@lovelace', Buffer.from('7K2QX').toString('hex')]) {
      expect(rows[0]?.dump).not.toContain(secret)
    }
  })

  test('names the call that a mail follows from', async () => {
    const inbox = await inboxWith()
    const ctx = await contextWith({ SMTP_URL: inbox.url })
    const [ofCall, ofNone] = [await queueCode(ctx), await queueCode(ctx)]
    await inTrace({ requestId: 'the-call' }, () => sendMail(ctx, { mailId: ofCall }))
    await sendMail(ctx, { mailId: ofNone })
    const named = inbox.mails.map(({ parsed }) => parsed.headers.find(({ key }) => key === 'x-request-id')?.value)
    expect(named).toEqual(['the-call', undefined])
  })

  test('builds the Message-ID from the public host', async () => {
    const ctx = await contextWith({ PUBLIC_URL: 'https://files.example.com' })
    const id = await queueCode(ctx)
    expect((await rowOf(ctx, id)).message_id).toBe(`${id}@files.example.com`)
  })
})

describe('sendMail', () => {
  test('sends a mail once and then keeps none of its content', async () => {
    const ctx = await contextWith()
    const id = await queueCode(ctx)
    await sendMail(ctx, { mailId: id })
    await sendMail(ctx, { mailId: id })
    const row = await rowOf(ctx, id)
    expect(row).toMatchObject({ sealed: null, attempts: 1, last_error: null, given_up_at: null })
    expect(row.accepted_at).toBeInstanceOf(Date)
    const { transport } = ctx.config.mail
    const mails = transport.kind === 'outbox' ? await readMailbox(transport.dir) : []
    expect(mails.map(({ to, messageId }) => ({ to, messageId }))).toEqual([
      { to: 'ada@lovelace.example', messageId: `${id}@localhost` },
    ])
  })

  test('sends one mail with eight workers at once', async () => {
    const inbox = await inboxWith()
    const ctx = await contextWith({ SMTP_URL: inbox.url })
    const id = await queueCode(ctx)
    const done = await Promise.allSettled(Array.from({ length: 8 }, () => sendMail(ctx, { mailId: id })))
    expect(inbox.mails).toHaveLength(1)
    expect((await rowOf(ctx, id)).attempts).toBe(1)
    for (const one of done) {
      if (one.status === 'rejected') expect(one.reason.message).toContain('just being handed over')
    }
    await sendMail(ctx, { mailId: id })
    expect(inbox.mails).toHaveLength(1)
  })

  test('lets the process that made a claim claim it again when the answer was lost', async () => {
    const ctx = await contextWith()
    const id = await queueCode(ctx)
    await ctx.db.updateTable('mails').set({ handed_by: ctx.nodeId }).where('id', '=', id).execute()
    await sendMail(ctx, { mailId: id })
    expect(await rowOf(ctx, id)).toMatchObject({ attempts: 1, accepted_at: expect.any(Date), handed_by: null })
  })

  test('does nothing for a mail that no longer exists', async () => {
    const ctx = await contextWith()
    await sendMail(ctx, { mailId: 'unknown' })
  })

  test('throws, counts and stores a temporary refusal, and keeps the Message-ID at the next try', async () => {
    let isBusy = true
    const inbox = await inboxWith({
      onRcptTo: (_address, _session, callback) =>
        callback(isBusy ? Object.assign(new Error('later'), { responseCode: 451 }) : null),
    })
    const ctx = await contextWith({ SMTP_URL: inbox.url })
    const id = await queueCode(ctx)
    await expect(sendMail(ctx, { mailId: id })).rejects.toThrow(id)
    const row = await rowOf(ctx, id)
    expect(row).toMatchObject({ attempts: 1, accepted_at: null, given_up_at: null })
    expect(row.last_error).toContain('451')
    expect(row.sealed).not.toBeNull()
    isBusy = false
    await sendMail(ctx, { mailId: id })
    expect(inbox.mails.map(({ parsed }) => parsed.messageId)).toEqual([`<${id}@localhost>`])
    expect(await rowOf(ctx, id)).toMatchObject({ attempts: 2, last_error: null })
  })

  test('gives up at once after a permanent refusal, without a further job', async () => {
    const inbox = await inboxWith(refuseWith(550))
    const ctx = await contextWith({ SMTP_URL: inbox.url })
    const id = await queueCode(ctx)
    await sendMail(ctx, { mailId: id })
    const row = await rowOf(ctx, id)
    expect(row).toMatchObject({ attempts: 1, accepted_at: null, sealed: null })
    expect(row.given_up_at).toBeInstanceOf(Date)
    await sendMail(ctx, { mailId: id })
    expect(await rowOf(ctx, id)).toMatchObject({ attempts: 1 })
  })

  test('records a refusal with a NUL byte in its text', async () => {
    const ctx = await contextWith({ SMTP_URL: await serverThatSays('550 no\0 such mailbox') })
    const id = await queueCode(ctx)
    await sendMail(ctx, { mailId: id })
    const row = await rowOf(ctx, id)
    expect(row).toMatchObject({ attempts: 1, sealed: null, given_up_at: expect.any(Date) })
    expect(row.last_error).toBe('550 no such mailbox')
  })

  test('waits two days for an outage to end, and still makes a try after we were stopped for long', async () => {
    const inbox = await inboxWith(refuseWith(421))
    const ctx = await contextWith({ SMTP_URL: inbox.url })
    const id = await queueWithdrawn(ctx)
    await grow(ctx, id, 47)
    await expect(sendMail(ctx, { mailId: id })).rejects.toThrow()
    await grow(ctx, id, 49)
    await sendMail(ctx, { mailId: id })
    expect((await rowOf(ctx, id)).given_up_at).toBeInstanceOf(Date)

    const working = await contextWith()
    const late = await queueWithdrawn(working)
    await grow(working, late, 100)
    await sendMail(working, { mailId: late })
    expect((await rowOf(working, late)).accepted_at).toBeInstanceOf(Date)
  })

  test('does not send an expired code', async () => {
    const inbox = await inboxWith()
    const ctx = await contextWith({ SMTP_URL: inbox.url })
    const id = await queueCode(ctx)
    await grow(ctx, id, 1)
    await sendMail(ctx, { mailId: id })
    expect(inbox.mails).toHaveLength(0)
    expect((await rowOf(ctx, id)).given_up_at).toBeInstanceOf(Date)
  })

  test('names no address in an error', async () => {
    const ctx = await contextWith({ SMTP_URL: 'smtp://127.0.0.1:9' })
    const id = await queueCode(ctx)
    const error = await sendMail(ctx, { mailId: id }).then(String, ({ stack }: Error) => String(stack))
    expect(error).toContain('was not accepted')
    expect(error).not.toContain('lovelace')
  })
})
