import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { framingCases } from './framing-cases.ts'
import { Ground } from './ground.ts'
import { headerCases } from './header-cases.ts'
import { lineCases } from './line-cases.ts'
import { faultOf } from './sound-answer.ts'
import { headerOf, speak, type WireAnswer } from './wire.ts'
import type { WireCase } from './wire-request.ts'

let ground: Ground
beforeAll(async () => {
  ground = await Ground.open()
})
afterAll(() => ground?.close())

const told = ({ status, headers, body }: WireAnswer) => ({
  status,
  type: headerOf(headers, 'content-type') ?? '',
  text: body.toString(),
})

/** What a reader of an unknown link gets. */
const isNotFoundPage = ({ status, headers, body }: WireAnswer) =>
  status === 404 && headerOf(headers, 'content-type')?.startsWith('text/html') && body.includes('</html>')

async function judge({ bytes, answers = 1, methods = [], statuses, ends = false }: WireCase): Promise<void> {
  const { port } = ground.world.config
  const spoken = await speak(port, bytes(port), { answers: Math.max(answers, 1), methods, ends })
  expect(spoken.answers.length).toBeGreaterThanOrEqual(answers)
  if (answers === 0) expect(spoken.isClosed || spoken.answers.length > 0).toBe(true)
  for (const [nth, answer] of spoken.answers.entries()) {
    if (methods[nth] !== 'HEAD' && !isNotFoundPage(answer)) expect(faultOf(told(answer))).toBeNull()
    if (statuses) expect(statuses).toContain(answer.status)
    expect(answer.body.includes('evil.example')).toBe(false)
  }
}

describe('request lines', () => {
  test.each(lineCases.map((one) => [one.name, one] as const))('%s', (_name, one) => judge(one))
})

describe('header blocks', () => {
  test.each(headerCases.map((one) => [one.name, one] as const))('%s', (_name, one) => judge(one))
})

describe('framing', () => {
  test.each(framingCases.map((one) => [one.name, one] as const))('%s', (_name, one) => judge(one))
})

test('nothing is lost', () => ground.expectNothingLost())
