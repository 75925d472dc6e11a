import { rekeyed } from './item-draft.ts'
import type { RequestDraft } from './request-draft.ts'

const KEY = 'waybill-request-draft'

/**
 * What this tab keeps of a request that is being written, for whoever wrote it: reloading or looking elsewhere loses
 * nothing. A password is not kept. Where storage is forbidden nothing is, and nothing breaks.
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

/** null forgets it. */
export function keepDraft(account: string, draft: RequestDraft | null): void {
  try {
    if (draft === null) sessionStorage.removeItem(KEY)
    else sessionStorage.setItem(KEY, JSON.stringify({ account, draft: { ...draft, password: null } }))
  } catch {
    // Nothing is kept, then.
  }
}
