import type { DraftForm } from './draft-context.ts'
import { judgeDraft } from './judge-draft.ts'
import type { RequestDraft } from './request-draft.ts'
import { withAddresses } from './suppliers-draft.ts'

/** Sends a valid draft, including the text in the address field; else shows where it is invalid. */
export function sendDraft(form: DraftForm, send: (draft: RequestDraft) => unknown): void {
  const { draft, role, isEdit, passphrase, change, setTried } = form
  const whole = draft.suppliersText.trim() === '' ? draft : { ...draft, ...withAddresses(draft, draft.suppliersText) }
  const [first] = judgeDraft(whole, { role, isEdit, hasPassphrase: passphrase !== null })
  if (whole !== draft) change(whole)
  if (first === undefined) return void send(whole)
  setTried(true)
  // Folded parts unfold with the next rendering.
  setTimeout(() => document.getElementById(first.field)?.focus())
}
