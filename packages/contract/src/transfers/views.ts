/**
 * The filters of a list; only `deleted` shows deleted transfers, the last deleted first in every order. `received`:
 * mailed to an address that this account has proven. `shared`: members of its team share them with this account.
 */
export const transferFilters = ['all', 'active', 'expired', 'downloads', 'received', 'deleted', 'shared'] as const
/** `new`: newest first; `expiring`: soonest expiry first; `size`: largest first; `downloads`: most first. */
export const transferSorts = ['new', 'old', 'expiring', 'size', 'downloads'] as const
/** Instead of a member's id: the transfers of all accounts of the team. */
export const EVERYONE = 'everyone'
