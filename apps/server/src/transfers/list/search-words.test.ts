import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestContext, type TestContext } from '#test/app/test-context'
import { searchWords } from './search-words.ts'

let ctx: TestContext
let close: () => Promise<void>
beforeAll(async () => {
  ;({ ctx, close } = await openTestContext())
})
afterAll(() => close())

/** Whether the index would find a text for the typed words. */
async function isFound(text: string, typed: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select search_grams('a', ${text}) @> array(select gram_key('a', gram) from unnest(${searchWords(typed)?.grams}::text[]) gram)
      as found`.execute(ctx.db)
  return rows[0]?.found ?? false
}

describe('words of a search', () => {
  test.each([
    ['', null],
    ['  \t', null],
    ['Plan', ['%plan%']],
    ['50% _a\\b', ['%50\\%%', '%\\_a\\\\b%']],
    ['a b c d e f g h i j', ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((word) => `%${word}%`)],
    ['cafe\u0301', ['%caf\u00e9%']],
  ])('%j', (typed, patterns) => {
    expect(searchWords(typed)?.patterns ?? null).toEqual(patterns)
  })

  test('query the index for few grams, the rarer ones, and for none where it has none', () => {
    expect(searchWords('ab')?.grams).toEqual([])
    expect(searchWords('价')?.grams).toEqual([])
    expect(searchWords('价格')?.grams).toEqual(['价格'])
    expect(searchWords('drawing-77.dwg')?.grams).toEqual(['g-7', '-77', '77.', '7.d'])
    expect(searchWords('documentation')?.grams).toHaveLength(5)
  })
})

test('find what contains the words, in any script', async () => {
  const texts = [
    'a7kq2xp\nplans/drawing-77 (final).dwg\nasha@rao-forge.example',
    '报价单 №7 价格.xlsx',
    '🚚 to köln_50%',
    'ｆｕｌｌ width',
  ]
  for (const text of texts) {
    const letters = [...text]
    for (let from = 0; from < letters.length; from += 1) {
      for (const length of [2, 3, 5, 9]) {
        const part = letters.slice(from, from + length).join('')
        if (searchWords(part) !== null) expect([part, await isFound(text, part)]).toEqual([part, true])
      }
    }
  }
  expect(await isFound(texts[0] as string, 'drawing-78')).toBe(false)
  expect(await isFound(texts[1] as string, '格价')).toBe(false)
})
