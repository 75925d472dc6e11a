/**
 * Passwords made of what is known of their owner and of this server: the product's name, the server's host, the
 * account's address, name and company, alone or together, with a few digits and signs. Whoever guesses at one account
 * begins with these. Pure.
 */
const PRODUCT = 'Waybill'

/** A shorter word stands in too many others. */
const LEAST_LETTERS = 3
/** More than a date's, beside those of the address, are no longer guessed with it. */
const MOST_DIGITS = 8

export interface Owner {
  email: string
  fullName: string
  company: string
}

/** Whether the letters of `password` are these words and nothing else. Host: of the server's own address. */
export function isMadeOfOwnWords(password: string, host: string, owner: Owner | null): boolean {
  const letters = lettersOf(password)
  const ownDigits = owner === null ? 0 : digitsOf(owner.email)
  if (letters === '' || digitsOf(password) > MOST_DIGITS + ownDigits) return false
  return isJoinedOf(letters, ownWords(host, owner))
}

/** The words, in lower case and of letters alone. */
function ownWords(host: string, owner: Owner | null): ReadonlySet<string> {
  const texts = [PRODUCT, host, ...(owner === null ? [] : [owner.email, owner.fullName, owner.company])]
  const parts = texts.flatMap((text) => [text, ...text.split('@'), ...text.split(/[^\p{L}]+/u)])
  return new Set(parts.map(lettersOf).filter((word) => word.length >= LEAST_LETTERS))
}

const digitsOf = (text: string): number => text.replace(/\P{N}/gu, '').length
const lettersOf = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/\P{L}/gu, '')

/** Place by place: which ends can words reach. A pattern of the words could be made to look at them for ever. */
function isJoinedOf(letters: string, words: ReadonlySet<string>): boolean {
  const reached = [true]
  for (let end = 1; end <= letters.length; end++) {
    reached[end] = [...words].some((word) => reached[end - word.length] === true && letters.endsWith(word, end))
  }
  return reached[letters.length] === true
}
