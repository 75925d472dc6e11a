import { Problem } from '@waybill/contract/core/problems'
import type { Context } from '../../context.ts'
import { hasOpenLinkCode } from '../../identity/mailed-codes/index.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { type FoundTransfer, findRecipient } from '../../transfers/index.ts'
import { type Proof, readPasses } from '../grant/grant-store.ts'
import { challengesOf, type LinkChallenge } from './link-challenges.ts'

/** The caller, as far as links need it. */
type Opener = Pick<Actor, 'deviceId' | 'account'>

/** A transfer that opens; `provenBy`: how its visitor has proven to be its recipient, where that is required. */
export interface OpenedTransfer extends FoundTransfer {
  provenBy: Proof | null
}

/** The remaining challenges of a link for its visitor, and as which recipient they have proven themselves, and how. */
export async function readChallenges(
  { db }: Pick<Context, 'db'>,
  { transfer, recipient }: FoundTransfer,
  { deviceId, account }: Opener,
): Promise<{ challenges: LinkChallenge[]; provenId: string | null; provenBy: Proof | null }> {
  if (transfer.password_hash === null && !transfer.only_proven)
    return { challenges: [], provenId: null, provenBy: null }
  const passes = await readPasses(db, recipient.id, { deviceId, accountId: account?.id ?? null })
  const isUnderWay = transfer.only_proven && deviceId !== null && (await hasOpenLinkCode(db, recipient.id, deviceId))
  const { provenId, provenBy } = transfer.only_proven ? passes : { provenId: null, provenBy: null }
  return { challenges: challengesOf(transfer, passes, isUnderWay), provenId, provenBy }
}

/**
 * The transfer as this browser may see it: a visitor with a proven address of a link transfer becomes that recipient
 * here.
 *
 * @throws Problem 'transfer-paused'; 'link-locked' {challenges}
 */
export async function requireOpen(
  ctx: Pick<Context, 'db'>,
  found: FoundTransfer,
  opener: Opener,
): Promise<OpenedTransfer> {
  if (found.transfer.paused_at !== null) throw new Problem('transfer-paused')
  const { challenges, provenId, provenBy } = await readChallenges(ctx, found, opener)
  if (challenges.length > 0) throw new Problem('link-locked', { challenges })
  if (provenId === null || provenId === found.recipient.id) return { ...found, provenBy }
  return { ...found, provenBy, recipient: (await findRecipient(ctx.db, provenId)) ?? found.recipient }
}
