/** The contacts of one account, written by 64 concurrent calls in two processes, in every possible way. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { inLanes } from '#test/app/in-lanes'
import { rounds } from '#test/app/rounds'
import { makeTestEnvironment, type TestEnvironment } from '#test/app/test-environment'
import { makeSendingAccount } from '#test/people/sending-account'
import type { Context } from '../context.ts'
import { addContact } from './add-contact.ts'
import { countContacts } from './contact-store.ts'
import { editContact } from './edit-contact.ts'
import { importContacts } from './import-contacts.ts'
import { MAX_CONTACTS } from './max-contacts.ts'
import { deleteContacts } from './move-contacts.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

const AT_ONCE = 64
const ROUNDS = rounds(5, 20)
let environment: TestEnvironment
let nodes: Array<{ ctx: Context; close(): Promise<void> }>
beforeAll(async () => {
  environment = await makeTestEnvironment()
  nodes = await Promise.all([environment.open(), environment.open()])
})
afterAll(async () => {
  for (const { close } of nodes) await close()
  await environment.drop()
})

const book = 'own'
const on = (nth: number): Context => (nodes[nth % 2] as (typeof nodes)[0]).ctx
const newBook = async () => (await makeSendingAccount(on(0))).actor.account
const rowsOf = (accountId: string) =>
  on(0).db.selectFrom('contacts').selectAll().where('account_id', '=', accountId).orderBy('email').execute()
const outcome = (asked: Promise<unknown>) =>
  asked.then(
    () => 'done',
    (error) => error.code as string,
  )

/** The nth spelling: each letter upper or lower case. */
const cased = (address: string, nth: number) =>
  [...address].map((sign, at) => ((nth >> (at % 6)) & 1 ? sign.toUpperCase() : sign)).join('')

test(`makes one row of an address added and imported at once in ${AT_ONCE} spellings, ${ROUNDS} times`, async () => {
  const keeper = await newBook()
  const accountId = keeper.id
  for (let round = 0; round < ROUNDS; round++) {
    const address = `asha${round}@rao-forge.example`
    await inLanes<unknown>(AT_ONCE, (nth) => {
      const email = cased(address, nth)
      if (nth % 4 === 3)
        return importContacts(on(nth), { keeper, book, csv: `email,name\n${email},Asha ${nth}\n ${email} ,` })
      return addContact(on(nth), keeper, { book, email, name: nth % 3 ? '' : `Asha ${nth}`, company: 'Rao Forge' })
    })
    const rows = await rowsOf(accountId)
    expect(rows).toHaveLength(round + 1)
    expect(rows.find(({ email }) => email === address)).toMatchObject({
      name: expect.stringMatching(/^Asha \d+$/),
      company: 'Rao Forge',
    })
  }
})

test('gives an address to one of 64 contacts that change to it at once', async () => {
  const keeper = await newBook()
  const made = await inLanes(AT_ONCE, (nth) =>
    addContact(on(nth), keeper, { book, email: `p${nth}@x.example`, name: '', company: '' }),
  )
  const told = await inLanes(AT_ONCE, (nth) =>
    outcome(editContact(on(nth), keeper, made[nth]?.contact._id ?? '', { email: cased('one@x.example', nth) })),
  )
  expect(told.filter((one) => one === 'done')).toHaveLength(1)
  expect(told.filter((one) => one === 'contact-exists')).toHaveLength(AT_ONCE - 1)
  const rows = await rowsOf(keeper.id)
  expect([rows.length, rows.filter(({ email }) => email === 'one@x.example').length]).toEqual([AT_ONCE, 1])
})

test('fills the contacts to their limit with concurrent lists and single contacts, and never exceeds it', async () => {
  const keeper = await newBook()
  const accountId = keeper.id
  const room = 100
  await sql`insert into contacts (id, account_id, workspace_id, email, name)
    select ${accountId} || n, ${accountId}, workspace_of(${accountId}), 'filler' || n || '@x.example', ''
    from generate_series(1, ${MAX_CONTACTS - room}::int) n`.execute(on(0).db)
  const told = await inLanes(AT_ONCE, (nth) => {
    if (nth % 2)
      return outcome(addContact(on(nth), keeper, { book, email: `one${nth}@x.example`, name: '', company: '' }))
    const lines = Array.from({ length: 15 }, (_, line) => `list${nth}-${line}@x.example`)
    return outcome(importContacts(on(nth >> 1), { keeper, book, csv: ['email', ...lines].join('\n') }))
  })
  expect(new Set(told)).toEqual(new Set(['done', 'too-many-contacts']))
  const lists = told.filter((one, nth) => one === 'done' && nth % 2 === 0).length
  const singles = told.filter((one, nth) => one === 'done' && nth % 2 === 1).length
  const count = await countContacts(on(0).db, accountId)
  expect(count).toBe(MAX_CONTACTS - room + lists * 15 + singles)
  expect(count).toBeLessThanOrEqual(MAX_CONTACTS)
  expect(count).toBeGreaterThan(MAX_CONTACTS - 15)
})

test('leaves every contact once or not at all after concurrent deletions and additions', async () => {
  const keeper = await newBook()
  const accountId = keeper.id
  for (let round = 0; round < 5; round++) {
    const ids = (await rowsOf(accountId)).map(({ id }) => id)
    await inLanes(AT_ONCE, async (nth) => {
      if (nth % 2 && ids.length > 0) return deleteContacts(on(nth), keeper, { ids })
      return addContact(on(nth), keeper, { book, email: cased(`p${nth % 8}@x.example`, nth), name: '', company: '' })
    })
    const emails = (await rowsOf(accountId)).map(({ email }) => email)
    expect(new Set(emails).size).toBe(emails.length)
    expect(emails.length).toBeLessThanOrEqual(8)
  }
})
