import type { Problem } from '@waybill/contract/core/problems'
import { makeStore, useStore } from '../../state/store.ts'

/** A problem, and what the way on is called where that is not 'See plans'. */
export interface Refusal extends Pick<Problem, 'code' | 'facts'> {
  label?: string | undefined
}

/**
 * Toasts: short messages that come and go by themselves, from anywhere in the app. Outside React, so that a running
 * upload can report while pages change.
 */
export interface Notice {
  id: number
  tone: 'plain' | 'warning' | 'error'
  title: string
  text?: string | undefined
  /** A link inside the app, or an action. */
  action?: { label: string; to: '/pricing' | '/login' } | { label: string; press: () => void } | undefined
  /** What was refused: where a plan lifts the limit, the notice leads to it. */
  refusal?: Refusal | undefined
  /** How long it stays without a pointer on it. */
  durationMs: number
}

const NOTICE_MS = 8_000
export const OVER_LIMIT_NOTICE_MS = 15_500
export const SLOW_NETWORK_NOTICE_MS = 8_500

const MOST_AT_ONCE = 4

const notices = makeStore<readonly Notice[]>([])
let nextId = 1

/** Shows a notice; it replaces one with the same text, and the oldest of too many. */
export function notify(
  notice: Pick<Notice, 'title' | 'text' | 'action' | 'refusal'> & Partial<Pick<Notice, 'tone' | 'durationMs'>>,
): void {
  const others = notices.read().filter(({ title, text }) => title !== notice.title || text !== notice.text)
  const shown: Notice = { tone: 'plain', durationMs: NOTICE_MS, ...notice, id: nextId++ }
  notices.set([...others, shown].slice(-MOST_AT_ONCE))
}

export function dismissNotice(id: number): void {
  notices.set(notices.read().filter((notice) => notice.id !== id))
}

export const useNotices = (): readonly Notice[] => useStore(notices)
