/**
 * The rules for a passphrase. Only its length counts: it protects one wrapped key, and is not checked against a list of
 * guesses.
 */
import { type Bytes, utf8 } from './bytes.ts'

export const MIN_PASSPHRASE_CHARS = 12

/** Its strength, by its length alone. 'short' is refused. */
export function judgePassphrase(typed: string): 'short' | 'fair' | 'good' | 'strong' {
  const chars = [...plain(typed)].length
  if (chars < MIN_PASSPHRASE_CHARS) return 'short'
  if (chars < 16) return 'fair'
  return chars < 24 ? 'good' : 'strong'
}

/** The same sentence from another keyboard, or pasted with a space, is the same passphrase. */
const plain = (typed: string): string => typed.normalize('NFKC').trim()

export const passphraseBytes = (typed: string): Bytes => utf8(plain(typed))
