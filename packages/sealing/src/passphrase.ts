/** What a passphrase has to be. Nothing but its length is judged: it meets one wrapped key, and no list of guesses. */
import { type Bytes, utf8 } from './bytes.ts'

export const MIN_PASSPHRASE_CHARS = 12

/** How good it is, by its length alone. 'short' is not taken. */
export function judgePassphrase(typed: string): 'short' | 'fair' | 'good' | 'strong' {
  const chars = [...plain(typed)].length
  if (chars < MIN_PASSPHRASE_CHARS) return 'short'
  if (chars < 16) return 'fair'
  return chars < 24 ? 'good' : 'strong'
}

/** The same sentence typed on another keyboard, or pasted with a blank, is the same passphrase. */
const plain = (typed: string): string => typed.normalize('NFKC').trim()

export const passphraseBytes = (typed: string): Bytes => utf8(plain(typed))
