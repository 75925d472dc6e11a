import type { Context } from '../../context.ts'
import { newId } from '../../platform/ids.ts'
import { addJob } from '../../platform/jobs/add-job.ts'
import { mapConcurrently } from '../map-concurrently.ts'
import { dropUnfinished, extendCopies } from './copy-store.ts'
import { moveBlob, StoreAway } from './move-blob.ts'
import {
  beginPass,
  countOpenElsewhere,
  finishMove,
  keepCursor,
  type Lease,
  listElsewhere,
  listIdleMoves,
  type MoveRow,
  releaseLease,
  renewLease,
  takeLease,
} from './move-store.ts'

/**
 * After the page in which this time ends, the job makes room for the moves of other workspaces, and goes on after them.
 * A page of large blobs takes longer than this.
 */
const TURN_MS = 20_000
const RENEW_MS = 15_000
const BLOBS_PER_PAGE = 30
/** Each may hold a part of up to 64 MiB in memory. */
const AT_ONCE = 3
const STORE_WAIT_SECONDS = 30
const UPLOADS_WAIT_SECONDS = 60

type Needs = Pick<Context, 'db' | 'stores' | 'log' | 'clock'>

/** Why a turn ended. */
type End = 'turn' | 'done' | 'lost' | 'uploads' | StoreAway

/**
 * Moves files of a workspace for one turn, and adds the job for the next. One process at a time holds the lease of a
 * move: any other returns at once, and one that lost the lease changes nothing more. While a store does not answer, the
 * move waits for it; while uploads to another store are in progress, it waits for them.
 */
export async function moveFiles(ctx: Needs, moveId: string): Promise<void> {
  const lease: Lease = { moveId, token: newId() }
  const move = await takeLease(ctx.db, moveId, lease.token)
  if (move === null) return
  await dropUnfinished(ctx.db, moveId)
  let isLost = false
  const renewing = setInterval(() => {
    const renew = async () => {
      if (await renewLease(ctx.db, lease)) await extendCopies(ctx.db, moveId)
      else isLost = true
    }
    // The database may be away for a moment: the lease itself decides.
    renew().catch((error) => ctx.log.warn({ error, move: moveId }, 'the lease of a move was not renewed'))
  }, RENEW_MS)
  try {
    await endTurn(ctx, lease, await takeTurn(ctx, lease, move, () => isLost))
  } catch (error) {
    await releaseLease(ctx.db, lease, null)
    throw error
  } finally {
    clearInterval(renewing)
  }
}

async function takeTurn(ctx: Needs, lease: Lease, move: MoveRow, isLost: () => boolean): Promise<End> {
  const until = ctx.clock.nowMs() + TURN_MS
  const target = ctx.stores.ids.includes(move.to_store) ? ctx.stores.of(move.to_store) : null
  if (target === null) return new StoreAway(move.to_store, null)
  for (let after = move.after_id; ; ) {
    if (isLost()) return 'lost'
    if (ctx.clock.nowMs() >= until) return 'turn'
    const page = await listElsewhere(ctx.db, move, after, BLOBS_PER_PAGE)
    if (page.length === 0) {
      after = ''
      if ((await beginPass(ctx.db, lease)) > 0) continue
      return (await countOpenElsewhere(ctx.db, move)) > 0 ? 'uploads' : 'done'
    }
    let kept = 0
    try {
      await mapConcurrently(
        page,
        async (blob) => {
          const { outcome, files } = await moveBlob(ctx, lease, blob, target)
          if (outcome === 'kept') kept += files
        },
        AT_ONCE,
      )
    } catch (error) {
      if (error instanceof StoreAway) return error
      throw error
    }
    after = page.at(-1)?.id ?? ''
    await keepCursor(ctx.db, lease, after, kept)
  }
}

async function endTurn(ctx: Needs, lease: Lease, end: End): Promise<void> {
  if (end === 'lost') return
  if (end === 'done') {
    await finishMove(ctx.db, lease)
    return
  }
  const wait = end instanceof StoreAway ? ({ for: 'store', store: end.store } as const) : null
  if (wait !== null) ctx.log.warn({ error: end, move: lease.moveId, store: wait.store }, 'a move waits for a store')
  const delaySeconds = wait !== null ? STORE_WAIT_SECONDS : end === 'uploads' ? UPLOADS_WAIT_SECONDS : 0
  await ctx.db.transaction().execute(async (tx) => {
    if (!(await releaseLease(tx, lease, wait ?? (end === 'uploads' ? { for: 'uploads' } : null)))) return
    await addJob(tx, 'move-files', { moveId: lease.moveId }, { key: moveKey(lease.moveId), delaySeconds })
  })
}

const moveKey = (moveId: string) => `move-files:${moveId}`

/** Adds the job of a move that begins, or of one whose process died. A job that waits for its time keeps it. */
export const addMoveJob = (tx: Context['db'], moveId: string): Promise<void> =>
  addJob(tx, 'move-files', { moveId }, { key: moveKey(moveId), keepsTime: true })

/** Goes on with every running move that no process works at. */
export async function resumeMoves({ db }: Pick<Context, 'db'>): Promise<void> {
  for (const id of await listIdleMoves(db)) await addMoveJob(db, id)
}
