import type { RequestSupplier } from '@waybill/contract/requests/shapes'

/** The server mails nobody twice within this time. */
const HOUR_MS = 3_600_000

/** Suppliers who have not sent everything, and have an address of their own. */
export const isWaiting = ({
  completedAt,
  email,
  kind,
}: Pick<RequestSupplier, 'completedAt' | 'email' | 'kind'>): boolean =>
  completedAt === null && email !== null && kind !== 'claimed'

export const wasJustReminded = ({ remindedAt }: Pick<RequestSupplier, 'remindedAt'>, nowMs: number): boolean =>
  remindedAt !== null && nowMs - Date.parse(remindedAt) < HOUR_MS

/** The suppliers whom a reminder would reach now. */
export const mayRemind = (supplier: RequestSupplier, nowMs: number): boolean =>
  isWaiting(supplier) && !wasJustReminded(supplier, nowMs)
