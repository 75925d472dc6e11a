/**
 * How submitted files are named: `{supplier}-{item}-{date}` gives 'Rao Forge-Packing list-2027-03-28.pdf'. A file
 * always keeps its extension; the pattern decides the part before it.
 */
import { cleanName } from '../core/names.ts'

/** The allowed names in braces. */
export const patternWords = ['supplier', 'company', 'item', 'date', 'name', 'number'] as const
export type PatternWord = (typeof patternWords)[number]

export const MAX_PATTERN_CHARS = 120

const WORD = /\{([^{}]*)\}/g

/** What is wrong with a pattern; null where it is valid. An empty one leaves names as they are. */
export function judgePattern(
  pattern: string,
): { because: 'too-long' | 'unknown-word' | 'brace' | 'slash'; word?: string } | null {
  if ([...pattern].length > MAX_PATTERN_CHARS) return { because: 'too-long' }
  const unknown = [...pattern.matchAll(WORD)].find(([, word]) => !patternWords.some((known) => known === word))
  if (unknown) return { because: 'unknown-word', word: unknown[1] ?? '' }
  if (/[{}]/.test(pattern.replace(WORD, ''))) return { because: 'brace' }
  return /[\\/]/.test(pattern) ? { because: 'slash' } : null
}

/** The values for a file's name. */
export interface NameParts {
  supplier: string
  company: string
  item: string
  /** 'YYYY-MM-DD' of the day of submission. */
  date: string
  /** Its number among the item's files from this supplier, from 1. */
  number: number
}

/** The extension with its dot, as `cleanName` keeps it; '' for none. */
function endingOf(name: string): string {
  const dot = name.lastIndexOf('.')
  return dot > 0 && name.length - dot <= 33 ? name.slice(dot) : ''
}

/**
 * The cleaned name of one file. Values cannot leave their folder: `cleanName` treats a slash or a control character in
 * a company's name as in any other name. Two files may get one name; the caller that stores them numbers them.
 */
export function renameFile(pattern: string, parts: NameParts, original: string): string {
  const name = cleanName(original.slice(original.lastIndexOf('/') + 1))
  if (pattern.trim() === '') return name
  const ending = endingOf(name)
  const stem = name.slice(0, name.length - ending.length)
  const values: Record<PatternWord, string> = { ...parts, name: stem, number: String(parts.number) }
  const filled = pattern.replace(WORD, (_all, word: PatternWord) => values[word] ?? '').trim()
  return cleanName((filled === '' ? stem : filled) + ending)
}
