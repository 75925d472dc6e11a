import { rekeyed } from './item-draft.ts'
import type { RequestDraft } from './request-draft.ts'

const KEY = 'waybill-request-draft'

/**
 * The draft of a request, stored in this tab for its writer: reloading or opening other pages loses nothing. It does
 * not store the password. Where storage is forbidden it stores nothing, and nothing breaks.
 */
export function readKeptDraft(account: string, empty: RequestDraft): RequestDraft | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null')
    if (kept?.account !== account || !Array.isArray(kept.draft?.items)) return null
    return { ...empty, ...kept.draft, items: kept.draft.items.map(rekeyed), password: null }
  } catch {
    return null
  }
}

/** null removes it. */
export function keepDraft(account: string, draft: RequestDraft | null): void {
  try {
    if (draft === null) sessionStorage.removeItem(KEY)
    else sessionStorage.setItem(KEY, JSON.stringify({ account, draft: { ...draft, password: null } }))
  } catch {
    // Nothing is stored then.
  }
}
