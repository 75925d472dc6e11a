import { createHash } from 'node:crypto'
import { isProofHash, MAX_ANSWER, MAX_CHALLENGE_CHARS, PROOF_ANSWERS, proofText } from '@waybill/contract/proof-of-work'
import { expect, test } from 'vitest'
import { sha256Head } from './sha-256-head.ts'
import { solveChallenge } from './solve-challenge.ts'

test('finds as many numbers as are asked for, each a solution and greater than the one before', async () => {
  const found: number[] = []
  const answers = await solveChallenge('challenge', { onFound: (count) => found.push(count) })
  expect(answers).toHaveLength(PROOF_ANSWERS)
  expect(answers).toEqual([...new Set(answers)].sort((a, b) => a - b))
  expect(found).toEqual(answers.map((_answer, i) => i + 1))
  for (const answer of answers) {
    const hash = createHash('sha256').update(proofText('challenge', answer)).digest()
    expect(isProofHash(hash.readUInt32BE(0))).toBe(true)
  }
})

test('stops when it is told to, and lets others work meanwhile', async () => {
  const stop = new AbortController()
  setTimeout(() => stop.abort(), 1)
  await expect(solveChallenge('challenge', { signal: stop.signal })).rejects.toThrow('aborted')
})

test('the longest challenge with the greatest number still fits into one block', () => {
  expect(() => sha256Head(proofText('x'.repeat(MAX_CHALLENGE_CHARS), MAX_ANSWER))).not.toThrow()
})
