import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { noise, type OpenGrant, type Recipient, sendTo } from '#test/people/recipient'
import { AttackedApp } from '../attack/attacked-app.ts'
import { sampled } from '../attack/sampled.ts'
import { codeOf, faultOf, shown, toldBy } from '../attack/sound-answer.ts'
import { conditionCases, type RangeVerdict, rangeCases } from '../cases/range-cases.ts'

const LARGE_BYTES = 150_001
const files = [
  { path: 'r/large.bin', content: noise(LARGE_BYTES, 21) },
  { path: 'r/one.bin', content: Buffer.from([7]) },
  { path: 'r/empty.bin', content: Buffer.alloc(0) },
]
const FILES_BYTES = files.map(({ content }) => content.length)

// A busy machine is slow, not wrong.
vi.setConfig({ testTimeout: 90_000, hookTimeout: 60_000 })

let attacked: AttackedApp
let recipient: Recipient
let granted: OpenGrant
let zip: Buffer
beforeAll(async () => {
  attacked = await AttackedApp.open()
  recipient = await sendTo(attacked.app, files)
  granted = await recipient.grant()
  zip = Buffer.from(await (await recipient.get(granted.zip.url)).bytes())
})
afterAll(() => attacked?.close())

async function judge(
  url: string,
  content: Buffer,
  headers: Record<string, string>,
  verdict: RangeVerdict,
): Promise<void> {
  const answer = await recipient.get(url, headers)
  if (verdict === 'none') {
    const told = await toldBy(answer)
    expect([faultOf(told), told.status, codeOf(told)]).toEqual([null, 416, 'range-unsatisfiable'])
    expect(answer.headers.get('content-range')).toBe(`bytes */${content.length}`)
    return
  }
  const [from, to] = verdict === 'whole' ? [0, content.length] : verdict
  expect(answer.status).toBe(verdict === 'whole' ? 200 : 206)
  expect(answer.headers.get('content-range')).toBe(
    verdict === 'whole' ? null : `bytes ${from}-${to - 1}/${content.length}`,
  )
  expect(answer.headers.get('content-length')).toBe(String(to - from))
  expect(Buffer.from(await answer.bytes()).equals(content.subarray(from, to))).toBe(true)
}

const linkOf = (nth: number) => granted.links[nth]?.url ?? ''

describe.each([...FILES_BYTES.keys()])('file %i', (nth) => {
  const content = files[nth]?.content ?? Buffer.alloc(0)
  const all = rangeCases(content.length).map(({ header, verdict }) => [shown(header), header, verdict] as const)
  const cases = sampled(all, 2, nth)
  test.each(cases)('%s', (_shown, range, verdict) => judge(linkOf(nth), content, { range }, verdict))
})

test('the zip, every range', async () => {
  for (const { header, verdict } of rangeCases(zip.length)) {
    await judge(granted.zip.url, zip, { range: header }, verdict)
  }
})

test('any two numbers, against an independent reading of the standard', async () => {
  const edge = fc.oneof(fc.nat(LARGE_BYTES + 20), fc.constantFrom(0, LARGE_BYTES - 1, LARGE_BYTES))
  const digits = fc.option(edge, { nil: null })
  await fc.assert(
    fc.asyncProperty(digits, digits, async (first, last) => {
      await judge(
        linkOf(0),
        files[0]?.content as Buffer,
        { range: `bytes=${first ?? ''}-${last ?? ''}` },
        read(first, last),
      )
    }),
    { numRuns: 60 },
  )
})

function read(first: number | null, last: number | null): RangeVerdict {
  if (first === null && last === null) return 'whole'
  if (first === null) return last === 0 ? 'none' : [Math.max(0, LARGE_BYTES - (last as number)), LARGE_BYTES]
  if (last !== null && last < first) return 'whole'
  if (first >= LARGE_BYTES) return 'none'
  return [first, Math.min(LARGE_BYTES, (last ?? LARGE_BYTES) + 1)]
}

describe('conditions', () => {
  test('match or fail as the standard says, for a file and for the zip', async () => {
    for (const [url, content] of [
      [linkOf(0), files[0]?.content as Buffer],
      [granted.zip.url, zip],
    ] as const) {
      const head = await recipient.get(url, {}, 'HEAD')
      const sentAt = new Date(head.headers.get('last-modified') ?? '')
      for (const [headers, outcome] of conditionCases(head.headers.get('etag') ?? '', sentAt)) {
        const asked = { range: 'bytes=3-8', ...headers }
        if (outcome === 'part') await judge(url, content, asked, [3, 9])
        else if (outcome === 'whole') await judge(url, content, asked, 'whole')
        else {
          const answer = await recipient.get(url, asked)
          expect([headers, answer.status, (await answer.bytes()).length]).toEqual([headers, outcome, 0])
        }
      }
    }
  })

  test('a range in HEAD is not served', async () => {
    const answer = await recipient.get(linkOf(0), { range: 'bytes=0-4' }, 'HEAD')
    expect([answer.status, answer.headers.get('content-length')]).toEqual([200, String(LARGE_BYTES)])
  })
})

test('nothing is lost', () => attacked.expectNothingLost())
