import { foldCode } from '../identity/codes.ts'
import { MAX_LIFETIME_CODES } from './plans.ts'

/** A lifetime code has 16 of the 32 symbols, 80 random bits. */
export const LIFETIME_CODE_LENGTH = 16
/** Codes that the operator's desk makes at once; the command line makes more. */
export const LIFETIME_CODES_AT_ONCE = 100
/** Longest text that is read as one: a code with blanks and hyphens in it. */
export const LIFETIME_CODE_MAX_CHARS = 100

const GROUP = /.{4}(?=.)/g

/** A folded code as people read it: four groups of four. */
export const showLifetimeCode = (folded: string): string => folded.replace(GROUP, '$&-')

/**
 * The new codes of what was typed, folded. Blank entries and codes that are active already are left out.
 *
 * @param active the codes of the workspace, in any form
 * @returns null where no new code remains, where two of the new ones are the same, and where they are more than the
 * workspace can still hold
 */
export function newLifetimeCodes(typed: readonly string[], active: readonly string[]): string[] | null {
  const known = new Set(active.map(foldCode))
  const fresh = typed.map(foldCode).filter((code) => code !== '' && !known.has(code))
  const isSound = fresh.length > 0 && new Set(fresh).size === fresh.length
  return isSound && known.size + fresh.length <= MAX_LIFETIME_CODES ? fresh : null
}
