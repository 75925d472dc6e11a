import { Problem } from '@waybill/contract/core/problems'
import { mailboxOf } from '@waybill/contract/identity/mailbox-of'
import type { FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { Context } from '../../context.ts'
import type { Database } from '../../platform/database/schema.ts'
import { admitTry, type Toll } from '../../platform/http/limits/admit-try.ts'
import { proofNetwork } from './proof-network.ts'
import { type MailShare, secondsToWait, workLevel } from './sender-code-limits.ts'
import { hasProvenBefore, insertCodeMail, lockMailbox, readMailAges } from './sender-code-store.ts'

/** For one network, to any addresses. */
const networkToll = (network: string): Toll => ({
  name: `code-mails/${network}`,
  free: 20,
  seconds: 3_600,
  perDoubling: 20,
  most: 100,
  refusal: (retryAfterSeconds) => new Problem('too-many-requests', { retryAfterSeconds }),
})

/**
 * Admits one mail with a code or a link to an address, and counts it in the caller's transaction. Callers who have
 * proven the address before have a separate share, which no stranger can use up; strangers work for mails beyond the
 * free ones, and the mailbox gets a limited number in all (decision 0031).
 *
 * @throws Problem 'too-many-codes' {retryAfterSeconds}, 'too-many-requests', 'proof-required'
 */
export async function admitCodeMail(
  ctx: Pick<Context, 'masterKey' | 'config'>,
  tx: Kysely<Database>,
  request: FastifyRequest,
  address: string,
): Promise<void> {
  const mailbox = mailboxOf(address)
  const { deviceId, network } = request.actor
  await lockMailbox(tx, mailbox)
  const isKnown =
    (await hasProvenBefore(tx, address, { deviceId, networkHash: proofNetwork(ctx.masterKey, network) })) &&
    (await waitOf(tx, mailbox, 'known')) === 0
  if (!isKnown) {
    const retryAfterSeconds = await waitOf(tx, mailbox, 'strangers')
    if (retryAfterSeconds > 0) throw new Problem('too-many-codes', { retryAfterSeconds })
    const level = workLevel(await readMailAges(tx, mailbox, false))
    await admitTry({ ...ctx, db: tx }, request, [networkToll(network)], level)
  }
  await insertCodeMail(tx, mailbox, isKnown)
}

const waitOf = async (tx: Kysely<Database>, mailbox: string, share: MailShare): Promise<number> =>
  secondsToWait(await readMailAges(tx, mailbox, share === 'known'), share)
