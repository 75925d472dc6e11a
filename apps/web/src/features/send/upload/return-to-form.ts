import { setQuickSend } from '../../../shared/drafts/quick-send-state.ts'

/** Back to the form. What was sent is off the draft since it was saved; what has come onto it meanwhile stays. */
export function returnToForm(): void {
  setQuickSend({ screen: 'form', saved: null, progress: null, envelope: null, limit: null })
}
