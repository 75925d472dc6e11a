/**
 * What a browser works out before a network that tried too many links that lead nowhere may try more: numbers whose
 * SHA-256 behind the server's challenge begins with zeros. Several short searches instead of one long one: the work is
 * that of 18 bits (a second or two on a phone), and how long it takes hardly depends on luck.
 */
export const PROOF_ANSWERS = 8
export const PROOF_BITS = 15

/** Longest challenge: with any answer behind it, it fits into one block of SHA-256. */
export const MAX_CHALLENGE_CHARS = 44
/** Far beyond what 15 bits ever take. */
export const MAX_ANSWER = 9_999_999_999

/** What is hashed for one number. */
export const proofText = (challenge: string, answer: number): string => `${challenge}.${answer}`

/** Whether a hash is one that is looked for, by its first 32 bits (big-endian). */
export const isProofHash = (firstWord: number): boolean => firstWord >>> (32 - PROOF_BITS) === 0
