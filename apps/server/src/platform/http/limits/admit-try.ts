import type { Problem } from '@waybill/contract/core/problems'
import { MAX_PROOF_BITS, PROOF_BITS } from '@waybill/contract/downloads/proof-of-work'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../../../context.ts'
import { clearTally, countBelow, readTally, uncount } from '../call-store.ts'
import { requireWork } from './require-proof.ts'

/** The price of tries under one name: some are free in a window, each further one needs a proof of work. */
export interface Toll {
  name: string
  free: number
  seconds: number
  /** So many more tries double the work, up to sixteen times the minimum. */
  perDoubling: number
  /** The number of tries judged at most, whatever work is shown. Absent: only work limits them. */
  most?: number
  /** The problem beyond `most`. */
  refusal?: (secondsLeft: number) => Problem
  /** A right try resets the count of wrong ones. */
  isClearedByRight?: boolean
}

export interface Admitted {
  /** The try could not be judged: it counts under no toll. */
  giveBack(): Promise<void>
  /** The try was right: it does not count, and clears the tolls that say so. */
  settle(): Promise<void>
}

type Needs = Pick<Context, 'db' | 'masterKey' | 'config'>

const UNLIMITED = 2_000_000_000
const MAX_LEVEL = MAX_PROOF_BITS - PROOF_BITS

/**
 * Admits one try, and counts it before it is judged. Only admitted tries count: a refused one makes it dearer for
 * nobody. `leastLevel`: the work required even where tries are free.
 *
 * @throws Problem 'proof-required'; the toll's `refusal` beyond the maximum
 */
export async function admitTry(
  ctx: Needs,
  request: FastifyRequest,
  tolls: readonly Toll[],
  leastLevel: number | null = null,
): Promise<Admitted> {
  let tries = leastLevel === null ? await countAll(ctx, tolls, ({ free }) => free) : null
  if (tries?.over !== null) {
    await requireWork(ctx, request, await levelOf(ctx, tolls, leastLevel ?? 0))
    tries = await countAll(ctx, tolls, ({ most }) => most ?? UNLIMITED)
    if (tries.over?.toll.refusal) throw tries.over.toll.refusal(tries.over.secondsLeft)
  }
  const { counted } = tries
  const giveBack = () => uncountAll(ctx, counted)
  const settle = async () => {
    for (const { isClearedByRight, name } of tolls) if (isClearedByRight) await clearTally(ctx.db, name)
    await uncountAll(
      ctx,
      counted.filter(({ toll }) => !toll.isClearedByRight),
    )
  }
  return { giveBack, settle }
}

/** A try that is counted under a toll, in one of its windows. */
interface CountedTry {
  toll: Toll
  window: string | null
}

/** Counts one try under every toll; where one has reached its maximum, `over` says which, and nothing is counted. */
async function countAll(
  { db }: Needs,
  tolls: readonly Toll[],
  mostOf: (toll: Toll) => number,
): Promise<{ counted: CountedTry[]; over: { toll: Toll; secondsLeft: number } | null }> {
  const counted: CountedTry[] = []
  for (const toll of tolls) {
    const limit = { most: mostOf(toll), seconds: toll.seconds }
    const { isCounted, secondsLeft, window } = await countBelow(db, toll.name, limit)
    if (!isCounted) {
      await uncountAll({ db }, counted)
      return { counted: [], over: { toll, secondsLeft } }
    }
    counted.push({ toll, window })
  }
  return { counted, over: null }
}

async function uncountAll({ db }: Pick<Needs, 'db'>, counted: readonly CountedTry[]): Promise<void> {
  for (const { toll, window } of counted) await uncount(db, toll.name, window)
}

/** The work for a try now: that of the dearest toll. @throws the refusal of a toll */
async function levelOf({ db }: Needs, tolls: readonly Toll[], leastLevel: number): Promise<number> {
  let level = leastLevel
  for (const { name, free, perDoubling, most = UNLIMITED, refusal } of tolls) {
    const { count, secondsLeft } = await readTally(db, name)
    if (count >= most && refusal) throw refusal(secondsLeft)
    level = Math.max(level, Math.floor((count - free) / perDoubling))
  }
  return Math.min(level, MAX_LEVEL)
}
