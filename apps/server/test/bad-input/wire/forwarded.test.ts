import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type AccountPerson, makeAccount } from '#test/people/account-person'
import { AttackedApp } from '../attack/attacked-app.ts'
import { codeOf } from '../attack/sound-answer.ts'
import { dangerOf } from '../cases/danger-of.ts'
import { hostileValues } from '../cases/field-cases.ts'
import { fileNames } from '../cases/file-names.ts'
import { oddIds } from '../cases/id-cases.ts'

// A busy machine is slow, not wrong.
vi.setConfig({ testTimeout: 90_000, hookTimeout: 60_000 })

/** The wire format accepts no name with NUL, a lone surrogate or more than 1,000 characters. */
const names = fileNames.filter((name) => name.isWellFormed() && !name.includes('\0') && name.length <= 1_000)

let attacked: AttackedApp
let sender: AccountPerson
let own: string[]
beforeAll(async () => {
  attacked = await AttackedApp.open()
  sender = await makeAccount(attacked.app, { role: 'business', subscription: 'active' })
  const files = names.map((_name, nth) => ({ path: `${nth}.txt`, content: Buffer.from(`file ${nth}`) }))
  const sent = await sender.send({ files, emailTo: ['kim@rao-forge.example'] })
  own = (await filesOf(sent.id)).map(({ file_id }) => file_id)
})
afterAll(() => attacked?.close())

const filesOf = (transferId: string) =>
  attacked.app.ctx.db
    .selectFrom('transfer_files')
    .selectAll()
    .where('transfer_id', '=', transferId)
    .orderBy('position')
    .execute()
const plan = (forwarded: unknown, person = sender) =>
  attacked.post(person, '/quicksend2', { ...person.draft({ files: [] }), forwarded })

test(`${names.length} names, requested in one forward, are harmless and distinct`, async () => {
  const told = await plan(names.map((fileName, nth) => ({ fileName, newPath: own[nth] })))
  expect([told.status, names.length > 200]).toEqual([200, true])
  const { upload, token } = JSON.parse(told.text).plan
  const saved = await attacked.post(sender, '/quicksendData', { upload, token })
  const paths = (await filesOf(JSON.parse(saved.text).data.ops[0]._id)).map(({ path }) => path)
  expect(paths.map(dangerOf).filter(Boolean)).toEqual([])
  expect(new Set(paths.map((path) => path.normalize('NFD').toLowerCase())).size).toBe(names.length)
})

test('every unknown id, and one of somebody else’s, is the same missing file', async () => {
  const foreign = (await filesOf(attacked.kept.transferId)).map(({ file_id }) => file_id)
  const isId = /^[0-9a-zA-Z_-]{1,64}$/
  for (const newPath of [...oddIds, ...foreign]) {
    const told = await plan([{ fileName: 'x', newPath }])
    expect([newPath, codeOf(told)]).toEqual([newPath, isId.test(newPath) ? 'file-not-found' : 'invalid-input'])
    const mixed = await plan([
      { fileName: '', newPath: own[0] },
      { fileName: 'x', newPath },
    ])
    expect(codeOf(mixed)).toBe(codeOf(told))
    if (isId.test(newPath)) expect(JSON.parse(mixed.text).facts).toEqual({})
  }
})

test('nothing is forwarded without an account', async () => {
  const visitor = await attacked.proven()
  expect(codeOf(await plan([{ fileName: '', newPath: own[0] }], visitor as AccountPerson))).toBe('file-not-found')
})

test('any value in any place is refused or harmless', async () => {
  const item = { fileName: 'x', newPath: own[0], size: 1 }
  for (const value of hostileValues) {
    await plan(value)
    await plan([value])
    for (const field of ['fileName', 'newPath', 'size', 'itemPath']) await plan([{ ...item, [field]: value }])
  }
  const many = await plan(Array.from({ length: 1_501 }, () => item))
  expect(codeOf(many)).toBe('invalid-input')
})

test('nothing is lost', () => attacked.expectNothingLost())
