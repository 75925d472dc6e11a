import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operate } from '#test/app/operate'
import { TestApp } from '#test/app/test-app'
import { makeAccount, PASSWORD } from '#test/people/account-person'
import { makeOperator } from '#test/people/operator'
import { makePerson, type Person } from '#test/people/people'
import { answerConversation, closeConversation, findConversation, listConversations } from './index.ts'

let app: TestApp
beforeAll(async () => {
  app = await TestApp.make({ env: { SUPPORT_EMAIL: 'help@waybill.example' } })
})
afterAll(() => app.close())

const write = (person: Person, text: string, more: object = {}) =>
  person.call('writeMessage', { body: { text, ...more } })
const read = async (person: Person) => (await person.call('readConversation')).body
const texts = async (person: Person): Promise<string[]> =>
  (await read(person)).messages.map(({ text }: { text: string }) => text)
const answer = (conversationId: string, text: string) =>
  answerConversation(app.ctx, { conversationId, text, cameBy: 'command' })
const newest = async () => {
  const [conversation] = await listConversations(app.ctx.db, { state: null, take: 1 })
  return conversation as NonNullable<typeof conversation>
}
const MINUTES_MS = 60_000

describe('a conversation', () => {
  test('goes from an account to the operator and back, and by mail where nobody sees the answer', async () => {
    const person = await makeAccount(app, { role: 'pro', fullName: 'Asha Rao', company: 'Rao Forge' })
    expect(await read(person)).toEqual({ messages: [], unread: 0, email: person.address, answeredWithin: null })
    const written = await write(person, ' Where is my file?\n', { route: '/dash/transfers', email: 'other@x.example' })
    expect(written).toMatchObject({
      status: 201,
      body: { message: { place: 1, author: 'customer', text: 'Where is my file?', rating: null, hasLeftFiles: false } },
    })
    const [mail] = await app.mails('help@waybill.example')
    expect(mail?.subject).toBe('Message from Asha Rao')
    for (const part of ['Where is my file?', person.address, 'Rao Forge', 'pro', '/dash/transfers']) {
      expect(mail?.text).toContain(part)
    }

    const { id, state, address } = await newest()
    expect([state, address]).toEqual(['open', person.address])
    expect(await answer(id, 'In your library.')).toBe(true)
    expect((await findConversation(app.ctx.db, id))?.state).toBe('answered')
    expect(await read(person)).toMatchObject({
      unread: 1,
      messages: [{}, { author: 'operator', text: 'In your library.' }],
    })
    expect((await person.call('markAnswersRead', { body: { place: 99 } })).body).toEqual({ unread: 0 })
    await app.passTime(3 * MINUTES_MS)
    await app.runJobs()
    const before = (await app.mails(person.address)).length

    await answer(id, 'Under "Received".')
    await app.passTime(3 * MINUTES_MS)
    const mails = await app.mails(person.address)
    expect(mails.length).toBe(before + 1)
    expect(mails[0]?.text).toContain('Under "Received".')
    expect(mails[0]?.text).not.toContain('In your library.')
    expect(mails[0]?.text).toContain(`${app.origin}/contact`)

    expect(await closeConversation(app.ctx, id)).toBe(true)
    await write(person, 'Thanks')
    expect((await findConversation(app.ctx.db, id))?.state).toBe('open')
    expect(await answer('nobody', 'x')).toBe(false)
    expect(await closeConversation(app.ctx, 'nobody')).toBe(false)
  })

  test('mails the operator once in five minutes, with all that was written meanwhile', async () => {
    const person = makePerson(app)
    const count = async () => (await app.mails('help@waybill.example')).length
    const before = await count()
    await write(person, 'first')
    expect(await count()).toBe(before + 1)
    await write(person, 'second')
    await write(person, 'third')
    expect(await count()).toBe(before + 1)
    await app.passTime(5 * MINUTES_MS)
    const [mail, ...others] = await app.mails('help@waybill.example')
    expect(others.length).toBe(before + 1)
    expect(mail?.subject).toBe('Message from a visitor')
    expect(mail?.text).toMatch(/second[\s\S]*third/)
    expect(mail?.text).not.toContain('first')
  })

  test('of a visitor belongs to the browser, and answers go to the address that it gave', async () => {
    const [visitor, other] = [makePerson(app), makePerson(app)]
    await write(visitor, 'from a browser', { email: ' Guest@Example.COM ' })
    expect(await texts(visitor)).toEqual(['from a browser'])
    expect((await read(visitor)).email).toBe('guest@example.com')
    expect(await texts(other)).toEqual([])
    expect(await texts(await makeAccount(app))).toEqual([])
    expect((await app.mails('help@waybill.example'))[0]?.text).toContain('A visitor typed this address')
    await answer((await newest()).id, 'to a guest')
    await app.passTime(3 * MINUTES_MS)
    expect((await app.mails('guest@example.com'))[0]?.text).toMatch(/to a guest[\s\S]*gave this address/)
  })
})

describe('a text', () => {
  test.each([
    ['', 400, 'conversation-text-empty'],
    [' \n\u200b', 400, 'conversation-text-empty'],
    ['x'.repeat(4_001), 400, 'conversation-text-too-long'],
    ['x'.repeat(100_000), 400, 'conversation-text-too-long'],
    ['x'.repeat(100_001), 400, 'invalid-input'],
  ])('%#', async (text, status, code) => {
    const person = makePerson(app)
    expect(await write(person, text)).toMatchObject({ status, body: { code } })
    const feedback = await person.call('sendFeedback', { body: { message: text, rating: 'Bad' } })
    expect(feedback).toMatchObject({ status, body: { code } })
    expect(await texts(person)).toEqual([])
  })

  test('is refused with an address that is none, or a page with a query', async () => {
    const person = makePerson(app)
    expect(await write(person, 'x', { email: 'nobody' })).toMatchObject({ body: { code: 'invalid-recipient' } })
    expect(await write(person, 'x', { route: '/w/x?token=1' })).toMatchObject({ body: { code: 'invalid-input' } })
  })
})

describe('feedback', () => {
  test('is a message with a rating, whose role, name and time are the server’s', async () => {
    const person = await makeAccount(app, { role: 'business', fullName: 'Vera', company: 'Quiet' })
    const sent = await person.call('sendFeedback', {
      body: {
        message: 'Quick.',
        rating: 'Fantastic',
        route: '/dash',
        email: 'x@x.example',
        role: 'admin',
        fullName: 'Forged',
        company: 'Forged',
        time: 'yesterday',
        session: 'N/A',
      },
    })
    expect(sent).toMatchObject({ status: 200, body: { message: 'We got your feedback!' } })
    expect((await read(person)).messages).toMatchObject([{ text: 'Quick.', rating: 'Fantastic' }])
    const row = await app.ctx.db
      .selectFrom('conversation_messages')
      .selectAll()
      .where('full_name', '=', 'Vera')
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({ role: 'business', company: 'Quiet', route: '/dash', came_by: 'page' })
    expect((await app.mails('help@waybill.example'))[0]?.subject).toBe('Feedback from Vera')
  })

  test('opens by itself once at each of its login counts', async () => {
    const person = await makeAccount(app)
    const opens = async (logins: number) => {
      await sql`update accounts set login_count = ${logins} where id = ${person.accountId}`.execute(app.ctx.db)
      const asked = await Promise.all(Array.from({ length: 4 }, () => person.call('claimFeedback')))
      return asked.filter(({ body }) => body.opens).length
    }
    const counts = []
    for (const logins of [2, 3, 4, 18, 35, 36, 18]) counts.push(await opens(logins))
    expect(counts).toEqual([0, 1, 0, 1, 1, 0, 0])
  })
})

describe('fifty at once', () => {
  test('from one account: as many as it may send, in order, and each retry once', async () => {
    const person = await makeAccount(app)
    const sent = await Promise.all(Array.from({ length: 50 }, (_, nth) => write(person, `no. ${nth}`)))
    const taken = sent.filter(({ status }) => status === 201)
    expect(taken).toHaveLength(5)
    for (const { status, body } of sent)
      if (status !== 201) expect([status, body.code]).toEqual([429, 'too-many-requests'])
    const { messages } = await read(person)
    expect(messages.map(({ place }: { place: number }) => place)).toEqual([1, 2, 3, 4, 5])

    const again = await makeAccount(app)
    const headers = { 'idempotency-key': randomUUID() }
    const ask = () => again.call('writeMessage', { headers, body: { text: 'once' } })
    await ask()
    await ask()
    expect(await texts(again)).toEqual(['once'])
  })

  test('from as many accounts: all of them', async () => {
    const people = await Promise.all(Array.from({ length: 50 }, () => makeAccount(app)))
    const sent = await Promise.all(people.map((person) => write(person, 'together')))
    expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([201]))
  })

  test('from one network without cookies: no more than it may send in a day', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.9' }
    const ask = () => app.call('writeMessage', { headers, body: { text: 'crowd' } })
    const sent = await Promise.all(Array.from({ length: 64 }, ask))
    expect(sent.filter(({ status }) => status === 201)).toHaveLength(60)
  })
})

test('the usual answering time is the measured median, once enough answers are known', async () => {
  await sql`update conversation_messages set waited_seconds = null`.execute(app.ctx.db)
  const visitor = makePerson(app)
  for (const seconds of [60, 120, 7_000, 90_000, 200_000]) {
    expect((await read(visitor)).answeredWithin).toBeNull()
    const person = await makeAccount(app)
    await write(person, 'how long?')
    const { id } = await newest()
    await sql`update conversations set waiting_since = now() - make_interval(secs => ${seconds})
      where id = ${id}`.execute(app.ctx.db)
    await answer(id, 'so long')
    await answer(id, 'and this counts for nothing')
  }
  const { answeredWithin } = await read(visitor)
  expect(answeredWithin).toBeGreaterThanOrEqual(7_000)
  expect(answeredWithin).toBeLessThan(7_100)
})

test('an account takes its conversation along, and a quiet one ends after a year', async () => {
  const person = await makeAccount(app)
  await write(person, 'mine')
  const exported = await person.fetch('/export')
  expect((await exported.json()).conversation).toMatchObject([{ text: 'mine', author: 'customer', cameBy: 'page' }])
  const { id } = await newest()
  expect((await person.call('deleteAccount', { body: { password: PASSWORD } })).status).toBe(204)
  expect(await findConversation(app.ctx.db, id)).toBeNull()

  const visitor = makePerson(app)
  await write(visitor, 'old')
  await sql`update conversations set last_at = now() - interval '366 days' where id = ${(await newest()).id}`.execute(
    app.ctx.db,
  )
  await sql`select graphile_worker.add_job('forget-conversations', '{}')`.execute(app.ctx.db)
  await app.runJobs()
  expect(await texts(visitor)).toEqual([])
})

test('the operator reads and answers on the command line', async () => {
  const visitor = makePerson(app)
  await write(visitor, 'line one\n\u001b[31mline two', { route: '/pricing' })
  const { id } = await newest()
  const say = (...words: string[]) => operate(app.env, 'conversation', ...words)
  const listed = await say('list')
  expect(listed.out).toContain(`${id}\topen\t`)
  expect(listed.out).toContain('line one [31mline two')
  expect((await say('show', id)).out).toMatch(
    /no address \(visitor\).*open[\s\S]*customer · \/pricing\nline one\n\[31mline two/,
  )
  expect(await say('answer', id, 'Done.')).toMatchObject({ code: 0, out: 'Answered.\n' })
  expect(await texts(visitor)).toContain('Done.')
  expect((await say('list')).out).not.toContain(id)
  expect(await say('close', id)).toMatchObject({ code: 0, out: 'Closed.\n' })
  const all = (await say('list', '--all', '--json')).out.split('\n').filter((line) => line.includes(id))
  expect(all.map((line) => JSON.parse(line))).toMatchObject([{ id, state: 'closed', lastBody: 'Done.' }])
  for (const words of [['show'], ['answer', 'x'], ['close']]) {
    const [verb = '', ...rest] = words
    expect(await say(verb, 'nobody', ...rest)).toMatchObject({ code: 1, out: 'There is no conversation nobody.\n' })
  }
})

test('an operator reads, takes over, answers and closes at the desk, and shares answers to insert', async () => {
  const operator = await makeOperator(app)
  const ada = await makeAccount(app, { fullName: 'Ada', company: 'Engines', role: 'pro' })
  await write(ada, 'a question for the desk')
  const { id } = await newest()
  const params = { conversation: id }
  await operator.call('assignConversation', { params, body: { isMine: true } })
  const listed = (await operator.call('listConversations', {})).body.conversations
  expect(listed[0]).toMatchObject({
    _id: id,
    state: 'open',
    fullName: 'Ada',
    company: 'Engines',
    role: 'pro',
    isMine: true,
  })
  expect((await operator.call('answerConversation', { params, body: { text: ' ' } })).body.code).toBe(
    'conversation-text-empty',
  )
  expect((await operator.call('answerConversation', { params, body: { text: 'From the desk.' } })).status).toBe(204)
  expect(await texts(ada)).toEqual(['a question for the desk', 'From the desk.'])
  await operator.call('closeConversation', { params })
  const opened = (await operator.call('openConversation', { params })).body
  expect(opened).toMatchObject({ conversation: { state: 'closed' }, messages: [{ author: 'customer' }, {}] })
  const nobody = { params: { conversation: 'nobody' }, body: { text: 'x' } }
  expect((await operator.call('answerConversation', nobody)).body.code).toBe('conversation-not-found')

  for (const text of ['Hello.', 'Good day.'])
    await operator.call('saveCannedAnswer', { body: { title: 'Greeting', text } })
  const { answers } = (await operator.call('listCannedAnswers')).body
  expect(answers).toMatchObject([{ title: 'Greeting', text: 'Good day.' }])
  const gone = await operator.call('deleteCannedAnswer', { params: { answer: answers[0]._id } })
  expect(gone.body).toEqual({ answers: [] })
  const { rows } = await sql<{ event: string }>`
    select event from security_events where account_id = ${operator.accountId} order by at`.execute(app.ctx.db)
  const acts = ['conversation-assigned', 'conversation-answered', 'conversation-closed', 'canned-answer-changed']
  expect(rows.map(({ event }) => event)).toEqual(expect.arrayContaining(acts))
})
