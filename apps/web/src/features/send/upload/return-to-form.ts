import { isEmptyDraft } from '../../../shared/drafts/draft.ts'
import { readQuickSend, setQuickSend } from '../../../shared/drafts/quick-send-state.ts'

/** Back to the form. What was sent is off the draft since it was saved; what has come onto it meanwhile stays. */
export function returnToForm(): void {
  setQuickSend({ screen: 'form', saved: null, progress: null, envelope: null, limit: null })
}

/** Takes away what is over: a finished send, or an empty form. A draft and a running upload stay. */
export function clearFinishedSend(): void {
  const { screen, draft, isPlanning } = readQuickSend()
  if (isPlanning || screen === 'sending' || screen === 'unfinished' || screen === 'form') return
  if (screen === 'done' || isEmptyDraft(draft)) returnToForm()
}
