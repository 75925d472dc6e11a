/**
 * May this account send now? Both ends share one rule: the server refuses, and the page shows the limit screen in place
 * of the form. Downloading and deleting are always allowed.
 */
import { plans, type Role } from './plans.ts'

export interface Standing {
  role: Role
  subscription: 'trialing' | 'active' | 'past_due' | 'unpaid'
  isSuspended: boolean
  /** Joined after the last seat of its team's plan, whose time for that is over. */
  hasLostSeat: boolean
  usedBytes: number
  monthTransfers: number
}

/** Codes of the problems that close the form, worst first. */
export const standingCodes = [
  'account-suspended',
  'subscription-due',
  'seat-lost',
  'storage-full',
  'month-full',
] as const
export type StandingCode = (typeof standingCodes)[number]

/** The page warns from 90 %; sending stops at 100 %. */
const STORAGE_WARNING_SHARE = 0.9

/** Whether a payment of the subscription is overdue; one that is over or not paid yet owes nothing. */
export const isOverdue = (status: Standing['subscription'] | 'ended' | null): boolean =>
  status === 'past_due' || status === 'unpaid'

/** What keeps the account from sending, worst first; null when it may send. */
export function judgeStanding({
  role,
  subscription,
  isSuspended,
  hasLostSeat,
  usedBytes,
  monthTransfers,
}: Standing): StandingCode | null {
  const { storageBytes, monthlyTransfers } = plans[role]
  if (isSuspended) return 'account-suspended'
  if (isOverdue(subscription)) return 'subscription-due'
  if (hasLostSeat) return 'seat-lost'
  if (usedBytes >= storageBytes) return 'storage-full'
  return monthlyTransfers !== null && monthTransfers >= monthlyTransfers ? 'month-full' : null
}

/** 'almost-full' from 90 % of the plan's storage, 'full' from 100 %. */
export function storageState(role: Role, usedBytes: number): 'fine' | 'almost-full' | 'full' {
  const share = usedBytes / plans[role].storageBytes
  if (share >= 1) return 'full'
  return share >= STORAGE_WARNING_SHARE ? 'almost-full' : 'fine'
}
