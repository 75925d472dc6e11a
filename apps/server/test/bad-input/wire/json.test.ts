import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { makePerson, type Person } from '#test/people/people'
import { AttackedApp } from '../attack/attacked-app.ts'
import { type GoodCall, goodCalls } from '../attack/bodies.ts'
import { sampled } from '../attack/sampled.ts'
import { codeOf, faultOf, shown, type Told, toldBy } from '../attack/sound-answer.ts'
import {
  hostileValues,
  type Json,
  objectsOf,
  type Path,
  pathsOf,
  serverOwnedFields,
  valueAt,
  withValue,
} from '../cases/field-cases.ts'
import { brokenBytes, jsonTexts } from '../cases/json-texts.ts'

/** In the order of `goodCalls`. */
const NAMES = [
  'requestSenderCode',
  'confirmSenderCode',
  'planTransfer',
  'completeTransfer',
  'resumeTransfer',
  'signParts',
  'reportOpened',
  'grantDownload',
  'describeDownload',
  'planZip',
  'planFastDownload',
]

// A busy machine is slow, not wrong.
vi.setConfig({ testTimeout: 90_000, hookTimeout: 60_000 })

let attacked: AttackedApp
let sender: Person
let calls: GoodCall[]
let asked = 0
beforeAll(async () => {
  attacked = await AttackedApp.open()
  sender = await attacked.proven()
  calls = await goodCalls(attacked, sender)
})
afterAll(() => attacked?.close())

const callOf = (name: string): GoodCall => calls.find((one) => one.name === name) as GoodCall

/** Three of the calls, different ones for the next text. */
const turnOf = (nth: number) => [0, 1, 2].map((more) => calls[(nth * 3 + more) % calls.length] as GoodCall)

/** From a separate network, so that no budget answers before the field is checked. */
async function send({ path, headers }: GoodCall, body: BodyInit): Promise<Told> {
  asked += 1
  const stranger = makePerson(attacked.app)
  const own = { 'content-type': 'application/json', ...headers, ...sender.headers(), 'x-forwarded-for': stranger.ip }
  return toldBy(await attacked.app.fetch(path, { method: 'POST', headers: own, body }))
}

describe('invalid JSON texts', () => {
  test('covers all calls', () => expect(calls.map(({ name }) => name)).toEqual(NAMES))

  test.each(jsonTexts.map((text, nth) => [shown(text), text, nth] as const))('%s', async (_shown, text, nth) => {
    for (const call of turnOf(nth)) {
      const told = await send(call, text)
      expect([call.name, faultOf(told)]).toEqual([call.name, null])
      expect([400, 413]).toContain(told.status)
    }
  })

  test.each(brokenBytes.map((bytes) => [bytes.toString('hex'), bytes] as const))('bytes %s', async (_hex, bytes) => {
    for (const call of calls) {
      const told = await send(call, new Uint8Array(bytes))
      expect([call.name, faultOf(told), told.status]).toEqual([call.name, null, 400])
    }
  })
})

describe.each(NAMES)('%s, field by field', (name) => {
  test('refuses or accepts every hostile value, and never fails', async () => {
    const call = callOf(name)
    for (const [turn, path] of pathsOf(call.body).entries()) {
      for (const value of sampled([...hostileValues, undefined], 6, turn)) {
        if (name === 'completeTransfer' && isStillGood(path, value)) continue
        const told = await send(call, JSON.stringify(withValue(call.body, path, value)))
        expect([path.join('.'), shown(value), faultOf(told)]).toEqual([path.join('.'), shown(value), null])
        if (holdsNul(value) && !isFilePath(path))
          expect([path.join('.'), shown(value), told.status]).toEqual([path.join('.'), shown(value), 400])
      }
    }
  })

  test('refuses an extra field in every object, by name', async () => {
    const call = callOf(name)
    for (const path of objectsOf(call.body)) {
      for (const field of serverOwnedFields) {
        if (field in (valueAt(call.body, path) as object)) continue
        // The specification names this field of a transfer: it is accepted and ignored.
        if (path.length === 0 && field === 'senderId') continue
        const told = await send(call, JSON.stringify(withField(call.body, path, field)))
        expect([field, faultOf(told), codeOf(told)]).toEqual([field, null, 'unknown-field'])
      }
    }
  })
})

/** A save without one of its optional fields is still valid. */
const isStillGood = (path: Path, value: Json | undefined) =>
  value === undefined && path[0] !== 'upload' && path[0] !== 'token'

/** A file's path is cleaned of NUL like of every control character; nothing else in storage may hold one. */
const isFilePath = (path: Path) => path[0] === 'files' && path[2] === 'path'
const holdsNul = (value: Json | undefined) => typeof value === 'string' && value.includes('\0')

function withField(body: Json, path: Path, field: string): Json {
  const inner = { ...(valueAt(body, path) as object), [field]: 'mine' } as Json
  return path.length === 0 ? inner : withValue(body, path, inner)
}

test('any value in any field, at random', async () => {
  const places = calls.flatMap((call) => pathsOf(call.body).map((path) => ({ call, path })))
  const draw = fc.tuple(
    fc.constantFrom(...places.filter(({ call }) => call.name !== 'completeTransfer')),
    fc.jsonValue({ maxDepth: 3 }),
  )
  await fc.assert(
    fc.asyncProperty(draw, async ([{ call, path }, value]) => {
      expect(faultOf(await send(call, JSON.stringify(withValue(call.body, path, value as Json))))).toBeNull()
    }),
    { numRuns: 150 },
  )
})

test('all in all', () => expect(asked).toBeGreaterThan(800))

test('nothing is lost', () => attacked.expectNothingLost())
