import { describe, expect, test } from 'vitest'
import { isMadeOfOwnWords } from './owner-words.ts'

const owner = { email: 'asha.rao+files@rao-forge.example', fullName: 'Asha Rao', company: 'Rao Forge Ltd.' }
const judge = (password: string, of: typeof owner | null = owner) =>
  isMadeOfOwnWords(password, 'send.rao-forge.example', of)

describe("a password made of its owner's words is found", () => {
  const own = [
    'waybill',
    'WayBill2026!',
    'asha.rao+files@rao-forge.example',
    'asharao1985',
    'Rao-Forge',
    'ＲａｏForge',
    'forgeAsha12041985',
    'send.rao-forge',
  ]
  test.each(own)('%s', (password) => expect(judge(password)).toBe(true))
})

describe('any other is not', () => {
  const others = ['a waybill travels with it', 'asha of the copper gantry', '8274 1190', 'asha 4711 0815 23', '!!!!!!']
  test.each(others)('%s', (password) => expect(judge(password)).toBe(false))

  test("another owner's words", () => {
    expect(judge('asharao1985', null)).toBe(false)
    expect(judge('waybill99', null)).toBe(true)
  })

  test('the longest password beside a name designed for endless matching takes no time', () => {
    const hostile = { ...owner, fullName: 'aaa aaaa aaaaa aaaaaa aaaaaaa' }
    expect(judge(`${'a'.repeat(255)}b`, hostile)).toBe(false)
  })
})
