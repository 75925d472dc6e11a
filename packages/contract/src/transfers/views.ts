/**
 * What a list may be narrowed to; none but `deleted` holds deleted ones, the last deleted first in every order.
 * `received`: mailed to an address this account has proven. `shared`: empty until teams.
 */
export const transferFilters = ['all', 'active', 'expired', 'downloads', 'received', 'deleted', 'shared'] as const
/** `new`: youngest first; `expiring`: soonest end first; `size`: largest first; `downloads`: most first. */
export const transferSorts = ['new', 'old', 'expiring', 'size', 'downloads'] as const
