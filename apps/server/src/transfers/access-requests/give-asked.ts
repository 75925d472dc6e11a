import { Problem } from '@waybill/contract/core/problems'
import { EXTENSION_SECONDS } from '@waybill/contract/transfers/expiry'
import type { Kysely } from 'kysely'
import type { Context } from '../../context.ts'
import type { Database } from '../../platform/database/schema.ts'
import { recordOwnEvent, type Whence } from '../../tracking/ledger/index.ts'
import { type Ask, addAsked, findAsk, giveLife, holdAsked, readNewLife, settleAccess, settleTime } from '../index.ts'
import { tellGiven } from './tell-askers.ts'

export type GiveNeeds = Pick<Context, 'db' | 'masterKey' | 'config' | 'geo' | 'signer'>

interface GivenReply {
  receiverEmail: string
  /** Epoch ms; null: never. */
  expiryDate: number | null
}

type Tx = Kysely<Database>

/**
 * Gives what somebody asks for, once: presses at the same time follow each other at the transfer's row, and those that come
 * later are told what was given.
 *
 * @throws Problem 'extension-expired'; for access also 'too-many-recipients', 'sending-paused', 'subscription-due'
 */
export async function giveAsked(ctx: GiveNeeds, named: Parameters<typeof findAsk>[1], by: Whence): Promise<GivenReply> {
  return ctx.db.transaction().execute(async (tx) => {
    const ask = await requireAsk(tx, named)
    if (ask.givenAt !== null) return presentGiven(ask)
    return ask.wish === 'time' ? giveTime(ctx, tx, named, { ask, by }) : giveAccess(ctx, tx, named, { ask, by })
  })
}

type Named = Parameters<typeof findAsk>[1]

async function requireAsk(tx: Tx, named: Named): Promise<Ask> {
  const ask = await findAsk(tx, named)
  if (ask === null || (ask.givenAt === null && !ask.isOpen)) throw new Problem('extension-expired')
  return ask
}

const presentGiven = ({ address, givenUntil }: Pick<Ask, 'address' | 'givenUntil'>): GivenReply => ({
  receiverEmail: address,
  expiryDate: givenUntil?.getTime() ?? null,
})

interface Press {
  ask: Ask
  by: Whence
}

async function giveTime(ctx: GiveNeeds, tx: Tx, named: Named, { ask, by }: Press): Promise<GivenReply> {
  await holdAsked(tx, ask.transferId)
  const held = await requireAsk(tx, named)
  if (held.givenAt !== null) return presentGiven(held)
  return presentGiven({ ...held, givenUntil: await extend(ctx, tx, ask.transferId, by) })
}

/** Two days more for everybody who asks for time; answers until when. */
async function extend(ctx: GiveNeeds, tx: Tx, transferId: string, by: Whence): Promise<Date | null> {
  const life = await giveLife(tx, transferId, EXTENSION_SECONDS)
  if (life === null) throw new Problem('extension-expired')
  await tellGiven(ctx, tx, { transferId, until: life.until, given: await settleTime(tx, transferId, life.until) })
  if (life.isLonger)
    await recordOwnEvent(tx, ctx, by, { transferId, kind: 'extended', detail: String(EXTENSION_SECONDS) })
  return life.until
}

/** Somebody more is mailed a link of their own; one that has ended lives on for them. */
async function giveAccess(ctx: GiveNeeds, tx: Tx, named: Named, { ask, by }: Press): Promise<GivenReply> {
  const { transferId, askerId, address, language } = ask
  const { isExpired, added } = await addAsked(ctx, tx, ask, { address, language })
  const held = await requireAsk(tx, named)
  if (held.givenAt !== null) return presentGiven(held)
  const until = isExpired ? await extend(ctx, tx, transferId, by) : ((await readNewLife(tx, transferId))?.until ?? null)
  await settleAccess(tx, askerId, until)
  if (added > 0) await recordOwnEvent(tx, ctx, by, { transferId, kind: 'edited', detail: `recipients +${added}` })
  return presentGiven({ address, givenUntil: until })
}
