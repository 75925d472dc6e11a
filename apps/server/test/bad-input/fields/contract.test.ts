/**
 * Every field of every call with every hostile value: refused or accepted, never failed, and a refusal changes nothing.
 */
import { endpoints } from '@waybill/contract'
import type { RouteName } from '@waybill/contract/core/routes'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { makeOwner, type Owner } from '../../authorisation/owner.ts'
import { snapshot } from '../../authorisation/snapshot.ts'
import { nameOperator } from '../../people/operator.ts'
import { AttackedApp } from '../attack/attacked-app.ts'
import { fieldsOf } from '../attack/contract-fields.ts'
import { breachOf, callNames, EveryCall, type Wrong } from '../attack/every-call.ts'
import { sampled } from '../attack/sampled.ts'
import { codeOf, shown } from '../attack/sound-answer.ts'
import type { Path } from '../cases/field-cases.ts'
import { hostileJson, hostileParts, textWith } from '../cases/hostile-json.ts'

// A busy machine is slow, not wrong.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

const LANES = 4

/** They answer that nothing was done where there is no such job, mail or code. */
const SAY_FALSE: readonly RouteName[] = ['retryJob', 'retryMail', 'endLifetimeAtDesk']

/** One value in this many, different ones for each field. */
const ONE_IN = { barred: 160, taken: 14, parts: 14 }

let attacked: AttackedApp
let owner: Owner
let calls: EveryCall
beforeAll(async () => {
  attacked = await AttackedApp.open()
  owner = await makeOwner(attacked.app)
  // So that the calls of the operator's desk are attacked, too.
  await nameOperator(attacked.app, owner.person)
  calls = new EveryCall(attacked.app, owner)
})
afterAll(() => attacked?.close())

interface Case {
  title: string
  wrong: Wrong
  /** Whether the contract's own schema accepts it. */
  isTaken: boolean
}

const withBodies = callNames.filter((name) => fieldsOf(endpoints[name].body).length > 0)
const withParts = callNames.filter((name) => endpoints[name].query || endpoints[name].params)

/** The verdict of the JSON parser and the schema on a text. */
function isTaken(name: RouteName, text: string): boolean {
  if (text.length > endpoints[name].maxBodyBytes || /"__proto__"\s*:|"constructor"\s*:/.test(text)) return false
  try {
    return endpoints[name].body?.safeParse(JSON.parse(text)).success === true
  } catch {
    return false
  }
}

function bodyCases(name: RouteName): Case[] {
  const base = calls.bodyOf(name)
  return fieldsOf(endpoints[name].body).flatMap((path: Path) =>
    hostileJson.map((value) => {
      const body = textWith(base, path, value)
      return { title: `${path.join('.')} ${shown(value)}`, wrong: { body }, isTaken: isTaken(name, body) }
    }),
  )
}

function partCases(name: RouteName): Case[] {
  const keysOf = (part: 'params' | 'query') => fieldsOf(endpoints[name][part]).map(([key]) => String(key))
  const inPath = keysOf('params').flatMap((key) => hostileParts.map((text) => ({ params: { [key]: text } })))
  const inQuery = keysOf('query').flatMap((key) =>
    [...hostileParts, `x&${key}=y`, ''].map((text) => ({ query: `?${key}=${text}` })),
  )
  const odd = ['?', '?__proto__=x', '?constructor=x', '?a[b]=c', '?%00=x', `?${'a=1&'.repeat(500)}`, '?=', '?&&']
  return [...inPath, ...inQuery, ...odd.map((query) => ({ query }))].map((wrong) => {
    return { title: shown(wrong), wrong, isTaken: true }
  })
}

/** Makes the calls, a few at a time; returns those that were refused. */
async function judgeAll(name: RouteName, cases: readonly Case[]): Promise<Case[]> {
  const refused: Case[] = []
  const breaches: string[] = []
  const rest = cases.values()
  const run = async () => {
    for (const one of rest) {
      const told = await calls.ask(name, one.wrong)
      const breach = breachOf(name, told)
      if (breach !== null) breaches.push(`${one.title}: ${breach}`)
      if (told.status >= 400) refused.push(one)
      else if (!one.isTaken) breaches.push(`${one.title}: taken with ${told.status}`)
    }
  }
  await Promise.all(Array.from({ length: LANES }, run))
  expect(breaches).toEqual([])
  return refused
}

async function expectUnchanged(act: () => Promise<unknown>): Promise<void> {
  const before = await standing()
  await act()
  expect(await standing()).toEqual(before)
}

/** What the owner has, once the jobs of earlier calls are done. */
async function standing(): Promise<Record<string, string>> {
  await attacked.app.runJobs()
  return snapshot(attacked.app, owner)
}

describe.each(withBodies)('the body of %s', (name) => {
  test('with one hostile value', async () => {
    const { taken = [], barred = [] } = Object.groupBy(bodyCases(name), (one) => (one.isTaken ? 'taken' : 'barred'))
    // Everything that the schema refuses takes the same path, whatever the value.
    await expectUnchanged(() => judgeAll(name, sampled(barred, ONE_IN.barred)))
    const before = await standing()
    const tried = sampled(taken, ONE_IN.taken)
    const refused = await judgeAll(name, tried)
    // A later rule may refuse what the schema accepts: that must not change anything either.
    if (refused.length === tried.length) expect(await standing()).toEqual(before)
    else await expectUnchanged(() => judgeAll(name, refused))
  })
})

describe.each(withParts)('the path and the query of %s', (name) => {
  test('with one hostile text', async () => {
    const { method } = endpoints[name]
    const cases = sampled(partCases(name), ONE_IN.parts)
    if (method === 'GET') return expectUnchanged(() => judgeAll(name, cases))
    const inPath = cases.filter(({ wrong }) => wrong.params)
    await expectUnchanged(async () => {
      const refused = await judgeAll(name, inPath)
      if (!SAY_FALSE.includes(name)) expect(refused).toHaveLength(inPath.length)
    })
  })
})

test('bodies with bytes that contradict their type', async () => {
  const ofBytes = callNames.filter((name) => endpoints[name].auth === 'session' && endpoints[name].bodyTypes.length > 0)
  expect(ofBytes).toEqual(['putPicture', 'putBrandPicture'])
  const begun = [
    '\u0089PNG\r\n\u001a\n',
    '\u0089PNG\r\n\u001a\n\0\0\0\rIHDR\uffff',
    'RIFF\0\0\0\0WEBPVP8 ',
    'GIF89a',
    '<svg/>',
    '%PDF-1.7',
  ]
  await expectUnchanged(async () => {
    for (const name of ['putPicture', 'putBrandPicture'] as const) {
      const params = name === 'putBrandPicture' ? { slot: 'logo' } : {}
      for (const body of [...hostileJson, ...begun]) {
        for (const type of endpoints[name].bodyTypes) {
          const told = await calls.ask(name, { params, body, headers: { 'content-type': type } })
          expect([shown(body), codeOf(told), breachOf(name, told)]).toEqual([shown(body), 'picture-unreadable', null])
        }
      }
    }
  })
})

test('headers that the wire format names', async () => {
  const deep = '['.repeat(1_500)
  const lists = [
    '[',
    '[]',
    '[[]]',
    '{}',
    '[1]',
    '["a"]',
    '[null]',
    'null',
    '"x"',
    deep,
    deep + deep.replaceAll('[', ']'),
  ]
  const bodies = { listTransfers: '', sendTransferEmail: '{"slug":"AAAAAAA"}', checkReturning: '' }
  await expectUnchanged(async () => {
    for (const text of [...hostileParts, ...lists]) {
      for (const [name, body] of Object.entries(bodies) as Array<[RouteName, string]>) {
        const headers = {
          isTeam: text,
          'idempotency-key': text,
          lastVisit: text,
          'accept-language': text.slice(0, 2_000),
        }
        const told = await calls.ask(name, { headers, body, query: '' })
        expect([name, shown(text), breachOf(name, told)]).toEqual([name, shown(text), null])
      }
    }
  })
})

test('all in all', async () => {
  process.stdout.write(
    `${calls.asked} calls with one hostile value, in ${withBodies.length + withParts.length} places\n`,
  )
  expect(calls.asked).toBeGreaterThan(2_000)
  expect(codeOf(await calls.ask('listTransfers', { query: '' }))).toBeUndefined()
  await attacked.expectNothingLost()
})
