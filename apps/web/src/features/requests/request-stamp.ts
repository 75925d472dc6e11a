import type { ListedRequest, RequestState } from '@waybill/contract/requests/shapes'
import type { StampInk } from '../../shared/ui/marks/stamp.tsx'

const SOON_MS = 3 * 86_400_000

export type RequestMark = RequestState | 'late' | 'complete' | 'due'

const inks: Record<RequestMark, StampInk> = {
  late: 'stamp',
  complete: 'delivered',
  due: 'waiting',
  open: 'ink',
  paused: 'waiting',
  closed: 'ink',
  expired: 'ink',
}

/** The one word that matters most of a request, and the colour it is stamped in. */
export function requestStampOf(
  { state, counts, dueAt }: Pick<ListedRequest, 'state' | 'counts' | 'dueAt'>,
  nowMs: number,
): { mark: RequestMark; ink: StampInk } {
  const mark = markOf(state, counts, dueAt === null ? null : Date.parse(dueAt) - nowMs)
  return { mark, ink: inks[mark] }
}

/** A request that takes nothing says so first; of one that does, what presses most. */
function markOf(state: RequestState, { suppliers, complete, late }: ListedRequest['counts'], leftMs: number | null) {
  if (state !== 'open') return state
  if (late > 0) return 'late'
  if (suppliers > 0 && complete === suppliers) return 'complete'
  return leftMs !== null && leftMs > 0 && leftMs < SOON_MS ? 'due' : 'open'
}

/** Of everybody who is asked or has answered: who has sent all, who is late, and whose time is not over. */
export function requestTallyOf({ suppliers, complete, late }: ListedRequest['counts']): {
  complete: number
  late: number
  missing: number
} {
  return { complete, late, missing: Math.max(0, suppliers - complete - late) }
}
