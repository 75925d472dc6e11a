import { change } from './change-draft.ts'
import { setQuickSend } from './quick-send-state.ts'

/** Back to an empty form. */
export function beginAnew(): void {
  change({ kind: 'begin-anew' })
  setQuickSend({ screen: 'form', saved: null, progress: null, envelope: null, limit: null })
}
