/** How a list of an account's own transfers is composed: by list status, each of which has an index for every order. */
import type { transferFilters, transferSorts } from '@waybill/contract/transfers/views'

export type TransferFilter = (typeof transferFilters)[number]
export type TransferSort = (typeof transferSorts)[number]
/** Lists of the account's sent, undeleted transfers. */
export type OwnFilter = Exclude<TransferFilter, 'received' | 'shared' | 'deleted'>

/** As in the column `list_status`: + 1 it has expired, + 2 somebody has finished a file. */
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
 * The runs of a list, one after the other. By expiry, open transfers come first, the soonest on top, then expired ones,
 * the latest on top; every other order has one run.
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
