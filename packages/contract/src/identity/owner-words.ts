/**
 * Passwords made of facts about their owner and this server: the product's name, the server's host, the account's
 * address, name and company, alone or together, with a few digits and signs. A guesser who targets one account begins
 * with these. Pure.
 */
const PRODUCT = 'Waybill'

/** A shorter word occurs in too many others. */
const LEAST_LETTERS = 3
/** More digits than a date has, besides those of the address, are no longer guessed with it. */
const MOST_DIGITS = 8

export interface Owner {
  email: string
  fullName: string
  company: string
}

/** Whether the letters of `password` consist of these words and nothing else. Host: of the server's own address. */
export function isMadeOfOwnWords(password: string, host: string, owner: Owner | null): boolean {
  const letters = lettersOf(password)
  const ownDigits = owner === null ? 0 : digitsOf(owner.email)
  if (letters === '' || digitsOf(password) > MOST_DIGITS + ownDigits) return false
  return isJoinedOf(letters, ownWords(host, owner))
}

/** The words, in lower case and letters only. */
function ownWords(host: string, owner: Owner | null): ReadonlySet<string> {
  const texts = [PRODUCT, host, ...(owner === null ? [] : [owner.email, owner.fullName, owner.company])]
  const parts = texts.flatMap((text) => [text, ...text.split('@'), ...text.split(/[^\p{L}]+/u)])
  return new Set(parts.map(lettersOf).filter((word) => word.length >= LEAST_LETTERS))
}

const digitsOf = (text: string): number => text.replace(/\P{N}/gu, '').length
const lettersOf = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/\P{L}/gu, '')

/**
 * Position by position, which ends words can reach. A regular expression of the words could be made to run for ever.
 */
function isJoinedOf(letters: string, words: ReadonlySet<string>): boolean {
  const reached = [true]
  for (let end = 1; end <= letters.length; end++) {
    reached[end] = [...words].some((word) => reached[end - word.length] === true && letters.endsWith(word, end))
  }
  return reached[letters.length] === true
}
