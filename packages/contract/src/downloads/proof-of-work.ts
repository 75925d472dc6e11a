/**
 * What a browser computes after too many tries from its network: numbers whose SHA-256 after the server's challenge
 * begins with zeros. Several short searches instead of one long one: the least work is that of 18 bits (a second or two
 * on a phone), and its time hardly depends on luck. More tries raise the number of bits: each bit doubles the work.
 */
export const PROOF_ANSWERS = 8
export const PROOF_BITS = 15
/** Sixteen times the least work. */
export const MAX_PROOF_BITS = 19

/** Longest challenge: with any answer behind it, it fits into one block of SHA-256. */
export const MAX_CHALLENGE_CHARS = 44
/** Far more than 19 bits ever take. */
export const MAX_ANSWER = 9_999_999_999

/** The hashed text for one number. */
export const proofText = (challenge: string, answer: number): string => `${challenge}.${answer}`

/** The zero bits with which each answer's hash must begin: the challenge states them itself, after its first dot. */
export const proofBits = (challenge: string): number => Number.parseInt(/\.(\w)/.exec(challenge)?.[1] ?? '', 36)

/** Whether a hash is a solution, by its first 32 bits (big-endian). */
export const isProofHash = (firstWord: number, bits: number): boolean => firstWord >>> (32 - bits) === 0
