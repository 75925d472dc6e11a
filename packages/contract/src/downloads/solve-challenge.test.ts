import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { isProofHash, MAX_ANSWER, MAX_CHALLENGE_CHARS, PROOF_ANSWERS, proofBits, proofText } from './proof-of-work.ts'
import { sha256Head } from './sha-256-head.ts'
import { solveChallenge } from './solve-challenge.ts'

/** Requires 16 bits. */
const CHALLENGE = 'end.grandom.mac'

test('finds as many numbers as required, each a solution and greater than the one before', async () => {
  expect(proofBits(CHALLENGE)).toBe(16)
  const found: number[] = []
  const answers = await solveChallenge(CHALLENGE, { onFound: (count) => found.push(count) })
  expect(answers).toHaveLength(PROOF_ANSWERS)
  expect(answers).toEqual([...new Set(answers)].sort((a, b) => a - b))
  expect(found).toEqual(answers.map((_answer, i) => i + 1))
  for (const answer of answers) {
    const hash = createHash('sha256').update(proofText(CHALLENGE, answer)).digest()
    expect(isProofHash(hash.readUInt32BE(0), 16)).toBe(true)
  }
})

test('stops on a signal, and lets other work run meanwhile', async () => {
  const stop = new AbortController()
  setTimeout(() => stop.abort(), 1)
  await expect(solveChallenge(CHALLENGE, { signal: stop.signal })).rejects.toThrow('aborted')
})

test('the longest challenge with the greatest number still fits into one block', () => {
  expect(() => sha256Head(proofText('x'.repeat(MAX_CHALLENGE_CHARS), MAX_ANSWER))).not.toThrow()
})
