import { expect, test } from 'vitest'
import { openThreads } from '../platform/threads/index.ts'
import { importContacts } from './import-contacts.ts'
import { MAX_CONTACTS } from './max-contacts.ts'
import { sortOutContacts } from './sort-out-contacts.ts'

const listOf = (lines: number, lineOf: (nth: number) => string) =>
  ['email,name', ...Array.from({ length: lines }, (_none, nth) => lineOf(nth))].join('\n')
const keeper = { id: 'a', memberRole: 'admin' } as const
/** Fails on every access. */
const never = new Proxy({}, { get: () => expect.unreachable() }) as never

test('refuses a list of far too many lines by counting them, before it reads any', async () => {
  const csv = listOf(60_000, (nth) => `a-${nth}@list.example`)
  const asked = importContacts({ db: never, threads: never }, { keeper, book: 'own', csv })
  await expect(asked).rejects.toMatchObject({ code: 'too-many-contacts', facts: { limit: MAX_CONTACTS } })
})

test('refuses one contact too many at its line, and counts a repeated address once', () => {
  const twice = listOf(2 * MAX_CONTACTS - 1, (nth) => `a-${nth >> 1}@list.example,Asha`)
  expect(sortOutContacts(twice).contacts).toHaveLength(MAX_CONTACTS)
  expect(() => sortOutContacts(listOf(MAX_CONTACTS + 1, (nth) => `a-${nth}@list.example`))).toThrow(/too-many-contacts/)
})

test('refuses an endless line instead of reading it', () => {
  expect(() => sortOutContacts(`email\n${'x'.repeat(100_000)}`)).toThrow(/csv-unreadable/)
})

test('reads a long list in a thread, and throws its refusal here unchanged', async () => {
  const threads = openThreads()
  const csv = listOf(5_000, (nth) => `a-${nth},no address`).replace('email', 'nothing')
  const asked = importContacts({ db: never, threads }, { keeper, book: 'own', csv })
  expect(threads.counts().running + threads.counts().waiting).toBe(1)
  await expect(asked).rejects.toMatchObject({ code: 'csv-unreadable', facts: { reason: 'no-email-column' } })
  expect(threads.counts()).toEqual({ running: 0, waiting: 0 })
  await threads.close()
})
