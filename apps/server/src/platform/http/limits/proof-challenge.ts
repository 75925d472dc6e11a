import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { isProofHash, PROOF_BITS, proofBits, proofText } from '@waybill/contract/downloads/proof-of-work'
import type { MasterKey } from '../../config/master-key.ts'

/**
 * Challenges of a proof of work: `{end}.{bits}{random}.{mac}`. The server stores nothing about one until its answer
 * comes; the mac proves that we made it, and covers its expiry, its amount of work and its network.
 */
const PURPOSE = 'proof-challenge'
const FORM = /^([0-9a-z]{6,7})\.[f-j][\w-]{12}\.([\w-]{22})$/

/** `endsAtSeconds`: since 1970, by the database's clock. `bits` for each answer. */
export function makeChallenge(masterKey: MasterKey, network: string, endsAtSeconds: number, bits = PROOF_BITS): string {
  const told = `${endsAtSeconds.toString(36)}.${bits.toString(36)}${randomBytes(9).toString('base64url')}`
  return `${told}.${macOf(masterKey, network, told)}`
}

/** When our challenge for this network expires, in seconds since 1970; null for anything else. */
export function endOfChallenge(masterKey: MasterKey, network: string, challenge: string): number | null {
  const [, end = '', mac = ''] = FORM.exec(challenge) ?? []
  if (mac === '') return null
  const expected = macOf(masterKey, network, challenge.slice(0, -mac.length - 1))
  return timingSafeEqual(Buffer.from(mac), Buffer.from(expected)) ? Number.parseInt(end, 36) : null
}

/** Whether the numbers, each greater than the one before, all solve the challenge. */
export function isSolved(challenge: string, answers: readonly number[]): boolean {
  const bits = proofBits(challenge)
  return answers.every((answer, i) => {
    const hash = createHash('sha256').update(proofText(challenge, answer)).digest()
    return answer > (answers[i - 1] ?? -1) && isProofHash(hash.readUInt32BE(0), bits)
  })
}

const macOf = (masterKey: MasterKey, network: string, told: string): string =>
  Buffer.from(masterKey.mac(PURPOSE, `${network} ${told}`))
    .subarray(0, 16)
    .toString('base64url')
