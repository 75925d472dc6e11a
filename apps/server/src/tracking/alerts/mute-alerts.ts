import { Problem } from '@waybill/contract/core/problems'
import type { Kysely } from 'kysely'
import type { Context } from '../../context.ts'
import type { Database } from '../../platform/database/schema.ts'
import { muteDigest, muteTransferAlerts, silenceRequester } from '../../transfers/index.ts'
import { notifyChanged } from '../ledger/index.ts'
import { stopReminding } from '../tracking-store.ts'
import { findSlug } from './alert-store.ts'
import { type Muted, mutedBy } from './mute-token.ts'

type Needs = Pick<Context, 'db' | 'masterKey'>

const mutes: Record<Muted, (tx: Kysely<Database>, id: string) => Promise<boolean>> = {
  transfer: muteTransferAlerts,
  digest: muteDigest,
  reminders: stopReminding,
  // A forgotten requester is silent already.
  requester: (tx, id) => silenceRequester(tx, id).then(() => true),
}

/** What a token mutes, as the page shows it: the slug of the transfer, or nothing for an account or a person. */
export interface MuteOffer {
  kind: Muted
  slug: string | null
}

/** @throws Problem 'not-found' */
export async function readOffer({ db, ...ctx }: Needs, token: string): Promise<MuteOffer> {
  const muted = mutedBy(ctx, token)
  const slug = muted?.kind === 'transfer' ? await findSlug(db, muted.id) : null
  if (muted === null || (muted.kind === 'transfer' && slug === null)) throw new Problem('not-found')
  return { kind: muted.kind, slug }
}

/**
 * Stops the mails that carried the token: those of one transfer, the account's digest, all reminders to an address, or
 * a person's requests. The token is the only permission; a repetition has no effect.
 *
 * @throws Problem 'not-found'
 */
export async function muteAlerts({ db, ...ctx }: Needs, token: string): Promise<void> {
  const muted = mutedBy(ctx, token)
  if (muted === null) throw new Problem('not-found')
  await db.transaction().execute(async (tx) => {
    const isFound = await mutes[muted.kind](tx, muted.id)
    if (!isFound) throw new Problem('not-found')
    if (muted.kind === 'transfer') await notifyChanged(tx, muted.id)
  })
}
