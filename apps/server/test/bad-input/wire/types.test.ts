import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '#test/people/people'
import { AttackedApp } from '../attack/attacked-app.ts'
import { codeOf, shown } from '../attack/sound-answer.ts'
import { barredNames, disguised, freeNames, ownFilms, pirateNames, undisguised } from '../cases/type-cases.ts'

let attacked: AttackedApp
let planner: Person
beforeAll(async () => {
  attacked = await AttackedApp.open()
  planner = await attacked.proven()
})
afterAll(() => attacked?.close())

const titled = (names: readonly string[]) => names.map((name) => [shown(name), name] as const)
const plan = (path: string) =>
  attacked.post(
    planner,
    '/quicksend2',
    planner.draft({
      files: [
        { path: 'a.txt', content: Buffer.alloc(0) },
        { path, content: Buffer.alloc(0) },
      ],
    }),
  )

describe('by name', () => {
  test.each(titled(barredNames))('%s is refused', async (_shown, name) => {
    expect(codeOf(await plan(name))).toBe('insecure-file-type')
  })

  test.each(titled(pirateNames))('%s is refused', async (_shown, name) => {
    expect(codeOf(await plan(name))).toBe('piracy-marker')
  })

  test.each(titled([...freeNames, ...ownFilms]))('%s is accepted', async (_shown, name) => {
    expect((await plan(name)).status).toBe(200)
  })
})

describe('by content', () => {
  async function save(sender: Person, content: Buffer) {
    const files = [
      { path: 'notes.txt', content: Buffer.from('notes') },
      { path: 'more.txt', content },
    ]
    const made = await sender.plan({ files })
    await sender.upload(made, files)
    return attacked.post(sender, '/quicksendData', { upload: made.upload, token: made.token })
  }

  test.each(disguised)('%s as .txt is refused when it is saved', async (_name, content) => {
    expect(codeOf(await save(planner, content))).toBe('insecure-file-type')
  })

  test.each(undisguised)('%s is accepted', async (_name, content) => {
    expect((await save(await attacked.proven(), content)).status).toBe(200)
  })

  test('a refused one is nowhere available, and costs no send', async () => {
    const { rows } = await attacked.app.ctx.pool.query('select 1 from transfers where sender_address = $1', [
      planner.address,
    ])
    expect(rows).toEqual([])
    expect((await save(planner, Buffer.from('plain'))).status).toBe(200)
  })
})

test('nothing is lost', () => attacked.expectNothingLost())
