/**
 * The filters of a list; only `deleted` shows deleted transfers, the last deleted first in every order. `received`:
 * mailed to an address that this account has proven. `shared`: empty until teams exist.
 */
export const transferFilters = ['all', 'active', 'expired', 'downloads', 'received', 'deleted', 'shared'] as const
/** `new`: newest first; `expiring`: soonest expiry first; `size`: largest first; `downloads`: most first. */
export const transferSorts = ['new', 'old', 'expiring', 'size', 'downloads'] as const
