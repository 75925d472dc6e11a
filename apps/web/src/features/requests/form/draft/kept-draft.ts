import { rekeyed } from './item-draft.ts'
import { isSameDraft, type RequestDraft } from './request-draft.ts'

const KEY = 'waybill-request-draft'

export interface KeptDraft {
  draft: RequestDraft
  /** It is a template that nobody has changed: another template may replace it. */
  isTemplate: boolean
}

/**
 * The draft of a request, stored in this tab for its writer: reloading or opening other pages loses nothing. It does
 * not store the password. Where storage is forbidden it stores nothing, and nothing breaks.
 */
export function readKeptDraft(account: string, empty: RequestDraft): KeptDraft | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null')
    if (kept?.account !== account || !Array.isArray(kept.draft?.items)) return null
    const draft = { ...empty, ...kept.draft, items: kept.draft.items.map(rekeyed), password: null }
    return { draft, isTemplate: kept.isTemplate === true }
  } catch {
    return null
  }
}

/** null removes it. */
export function keepDraft(account: string, kept: KeptDraft | null): void {
  try {
    const stored = kept && { account, draft: { ...kept.draft, password: null }, isTemplate: kept.isTemplate }
    if (stored === null) sessionStorage.removeItem(KEY)
    else sessionStorage.setItem(KEY, JSON.stringify(stored))
  } catch {
    // Nothing is stored then.
  }
}

interface Begun {
  initial: RequestDraft
  /** The template waits: it would replace what somebody wrote. */
  isOffered: boolean
  /** The template that the draft is, as long as nobody changes it. */
  template: RequestDraft | null
}

/** What the form begins with: what was written before stays, also where a template is opened. */
export function beginDraft(empty: RequestDraft, kept: KeptDraft | null, opened: RequestDraft | null): Begun {
  if (opened === null) {
    return { initial: kept?.draft ?? empty, isOffered: false, template: kept?.isTemplate ? kept.draft : null }
  }
  const isWritten = kept !== null && !kept.isTemplate && !isSameDraft(kept.draft, opened)
  return { initial: isWritten ? kept.draft : opened, isOffered: isWritten, template: opened }
}
