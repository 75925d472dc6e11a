import { Problem } from '@waybill/contract/problems'
import type { Context } from '../context.ts'
import type { Actor } from '../http/actor.ts'
import { type FoundTransfer, findRecipient } from '../transfers/index.ts'
import { type Ask, asksOf } from './link-bars.ts'
import { hasOpenCode } from './link-code-store.ts'
import { readPasses } from './link-pass-store.ts'

/** Who asks, as far as links are concerned. */
type Opener = Pick<Actor, 'deviceId' | 'account'>

/** What a link still asks of whoever opens it, and as which recipient they have proven themselves. */
export async function readAsks(
  { db }: Pick<Context, 'db'>,
  { transfer, recipient }: FoundTransfer,
  { deviceId, account }: Opener,
): Promise<{ asks: Ask[]; provenId: string | null }> {
  if (transfer.password_hash === null && !transfer.only_proven) return { asks: [], provenId: null }
  const passes = await readPasses(db, recipient.id, { deviceId, accountId: account?.id ?? null })
  const isUnderWay = transfer.only_proven && deviceId !== null && (await hasOpenCode(db, recipient.id, deviceId))
  return { asks: asksOf(transfer, passes, isUnderWay), provenId: transfer.only_proven ? passes.provenId : null }
}

/**
 * The transfer as it opens for this browser: whoever has proven an address of a link transfer is that recipient from
 * here on.
 *
 * @throws Problem 'transfer-paused'; 'link-locked' {asks}
 */
export async function requireOpen(
  ctx: Pick<Context, 'db'>,
  found: FoundTransfer,
  opener: Opener,
): Promise<FoundTransfer> {
  if (found.transfer.paused_at !== null) throw new Problem('transfer-paused')
  const { asks, provenId } = await readAsks(ctx, found, opener)
  if (asks.length > 0) throw new Problem('link-locked', { asks })
  if (provenId === null || provenId === found.recipient.id) return found
  return { ...found, recipient: (await findRecipient(ctx.db, provenId)) ?? found.recipient }
}
