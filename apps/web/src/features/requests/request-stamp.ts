import type { ListedRequest, RequestState } from '@waybill/contract/requests/shapes'
import type { StampInk } from '../../shared/ui/marks/stamp.tsx'

const SOON_MS = 3 * 86_400_000

export type RequestMark = RequestState | 'late' | 'complete' | 'due'

const inks: Record<RequestMark, StampInk> = {
  late: 'stamp',
  complete: 'delivered',
  due: 'waiting',
  open: 'quiet',
  paused: 'waiting',
  closed: 'quiet',
  expired: 'stamp',
}

/** The most important word about a request, and the colour of its stamp: red is what needs a hand. */
export function requestStampOf(
  { state, counts, dueAt }: Pick<ListedRequest, 'state' | 'counts' | 'dueAt'>,
  nowMs: number,
): { mark: RequestMark; ink: StampInk } {
  const mark = markOf(state, counts, dueAt === null ? null : Date.parse(dueAt) - nowMs)
  return { mark, ink: inks[mark] }
}

/** A request that accepts nothing says so first; an open one says what is most urgent. */
function markOf(state: RequestState, { suppliers, complete, late }: ListedRequest['counts'], leftMs: number | null) {
  if (state !== 'open') return state
  if (late > 0) return 'late'
  if (suppliers > 0 && complete === suppliers) return 'complete'
  return leftMs !== null && leftMs > 0 && leftMs < SOON_MS ? 'due' : 'open'
}

/** All invited or answering suppliers: who has sent everything, who is late, and who still has time. */
export function requestTallyOf({ suppliers, complete, late }: ListedRequest['counts']): {
  complete: number
  late: number
  missing: number
} {
  return { complete, late, missing: Math.max(0, suppliers - complete - late) }
}
