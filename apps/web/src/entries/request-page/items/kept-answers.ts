import type { SubmissionSession } from '../submission-session.tsx'

/**
 * Typed answers, kept in this tab until they are sent: a reload loses nothing. Where storage is forbidden they live as
 * long as the page.
 */
const keyOf = ({ link }: SubmissionSession) => `waybill-answers/${link.slug}/${link.user ?? ''}`

function readKept(session: SubmissionSession): Record<string, unknown> {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(session)) ?? '{}') ?? {}
  } catch {
    return {}
  }
}

export function keptAnswer(session: SubmissionSession, item: string): string[] | null {
  const kept = readKept(session)[item]
  return Array.isArray(kept) && kept.every((text) => typeof text === 'string') ? kept : null
}

export function keepAnswer(session: SubmissionSession, item: string, answer: readonly string[]): void {
  const answers = { ...session.read().answers, [item]: answer }
  session.set({ answers, ...(session.read().complaint === 'files' ? { complaint: null } : {}) })
  try {
    sessionStorage.setItem(keyOf(session), JSON.stringify({ ...readKept(session), ...answers }))
  } catch {
    // They stay on the page.
  }
}

/** Sent answers are no longer drafts. */
export function forgetAnswers(session: SubmissionSession, items: readonly string[]): void {
  const drop = <T>(of: Record<string, T>) =>
    Object.fromEntries(Object.entries(of).filter(([id]) => !items.includes(id)))
  session.set({ answers: drop({ ...session.read().answers }) })
  try {
    sessionStorage.setItem(keyOf(session), JSON.stringify(drop(readKept(session))))
  } catch {
    // There was none.
  }
}
