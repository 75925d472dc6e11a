import { isEmptyDraft } from '../../../shared/drafts/draft.ts'
import { readQuickSend } from '../../../shared/drafts/quick-send-state.ts'
import { returnToForm } from './return-to-form.ts'

/** Takes away what is over: a finished send, or an empty form. A draft and a running upload stay. */
export function clearFinishedSend(): void {
  const { screen, draft, isPlanning } = readQuickSend()
  if (isPlanning || screen === 'sending' || screen === 'unfinished' || screen === 'form') return
  if (screen === 'done' || isEmptyDraft(draft)) returnToForm()
}
