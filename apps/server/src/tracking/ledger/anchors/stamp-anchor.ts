import { randomBytes } from 'node:crypto'
import type { Context } from '../../../context.ts'
import { findAnchor, keepTimeStamp } from './anchor-store.ts'
import { readStampResponse, stampRequest } from './time-stamp.ts'

const NONCE_BYTES = 8

/**
 * Gets a time stamp for an anchor's hash and stores the token, once. Throws where the authority fails, so that the job
 * retries.
 */
export async function stampAnchor(
  { db, outbound, config, log }: Pick<Context, 'db' | 'outbound' | 'config' | 'log'>,
  { number }: { number: number },
): Promise<void> {
  const { tsaUrl } = config
  const anchor = await findAnchor(db, number)
  if (tsaUrl === null || !anchor || anchor.time_stamp !== null) return
  const nonce = randomBytes(NONCE_BYTES)
  const headers = { 'content-type': 'application/timestamp-query', accept: 'application/timestamp-reply' }
  const answer = await outbound.ask(tsaUrl, { headers, body: stampRequest(anchor.hash, nonce) })
  if (answer.status !== 200) throw new Error(`The time stamping authority: ${answer.failure ?? answer.status}`)
  const { token, at } = readStampResponse(answer.body, anchor.hash, nonce)
  await keepTimeStamp(db, number, token, at)
  log.info({ number, at }, 'an anchor was stamped')
}
