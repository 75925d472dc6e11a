/**
 * How a list of an account's own transfers is put together: from the list status of each transfer, every status
 * ordered by an index of its own.
 */
import type { transferFilters, transferSorts } from '@waybill/contract/transfers/views'

export type TransferFilter = (typeof transferFilters)[number]
export type TransferSort = (typeof transferSorts)[number]
/** Lists of what the account has sent and that stands. */
export type OwnFilter = Exclude<TransferFilter, 'received' | 'shared' | 'deleted'>

/** As the column `list_status` has it: + 1 the end has passed, + 2 somebody has finished a file. */
const listStatuses = {
  all: { standing: [0, 2], ended: [1, 3] },
  active: { standing: [0, 2], ended: [] },
  expired: { standing: [], ended: [1, 3] },
  downloads: { standing: [2], ended: [3] },
} as const satisfies Record<OwnFilter, { standing: readonly number[]; ended: readonly number[] }>

/** List statuses that are read together. */
export interface ListRun {
  listStatuses: readonly number[]
  isAscending: boolean
}

/**
 * The runs of a list, each behind the one before. Ordered by their ends, transfers that still stand come first, the
 * soonest on top, then those that have ended, the latest on top; in every other order there is one run.
 */
export function listRuns(filter: OwnFilter, sort: TransferSort): ListRun[] {
  const { standing, ended } = listStatuses[filter]
  if (sort !== 'expiring') return [{ listStatuses: [...standing, ...ended], isAscending: sort === 'old' }]
  const runs = [
    { listStatuses: standing, isAscending: true },
    { listStatuses: ended, isAscending: false },
  ]
  return runs.filter((run) => run.listStatuses.length > 0)
}
