/**
 * The words of a search. Every word must occur, in any part of the searched text; case is ignored, and no character has
 * a special meaning.
 */
const MAX_WORDS = 8
/** More would cost more than they narrow down. */
const MAX_GRAMS = 5

export interface SearchWords {
  /** For LIKE, on the lower-case text. */
  patterns: string[]
  /** The grams for the index; empty where no word is long enough for it. */
  grams: string[]
}

/** Null for an empty search. Only the first eight words count. */
export function searchWords(typed: string | undefined): SearchWords | null {
  const words = (typed ?? '').normalize('NFC').toLowerCase().split(/\s+/).filter(Boolean).slice(0, MAX_WORDS)
  if (words.length === 0) return null
  const grams = [...new Set(words.flatMap(gramsOf))]
  // Digits and non-ASCII letters are rarer than words and endings.
  const telling = grams.filter((gram) => /[^\x20-\x2f\x3a-\x7e]/.test(gram))
  return { patterns: words.map(patternOf), grams: spread(telling.length > 0 ? telling : grams) }
}

const patternOf = (word: string): string => `%${word.replace(/[\\%_]/g, '\\$&')}%`

/** Like the database's `search_grams`: three ASCII characters in a row, or two of which one is not ASCII. */
function gramsOf(word: string): string[] {
  const letters = [...word]
  const isFar = (letter: string | undefined) => letter !== undefined && (letter.codePointAt(0) as number) > 126
  return letters.flatMap((one, nth) => {
    const [two, three] = letters.slice(nth + 1, nth + 3)
    if (two === undefined) return []
    if (isFar(one) || isFar(two)) return [one + two]
    return three === undefined || isFar(three) ? [] : [one + two + three]
  })
}

/** A number of them, evenly spread: neighbours carry nearly the same information. */
function spread(grams: readonly string[]): string[] {
  const most = Math.min(MAX_GRAMS, grams.length)
  return Array.from({ length: most }, (_, nth) => grams[Math.floor((nth * grams.length) / most)] as string)
}
