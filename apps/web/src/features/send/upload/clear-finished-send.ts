import { isEmptyDraft } from '../form/draft.ts'
import { beginAnew } from './begin-anew.ts'
import { readQuickSend } from './quick-send-state.ts'

/** Takes away what is over: a finished send, or an empty form. A draft and a running upload stay. */
export function clearFinishedSend(): void {
  const { screen, draft, isPlanning } = readQuickSend()
  if (isPlanning || screen === 'sending' || screen === 'unfinished' || screen === 'form') return
  if (screen === 'done' || isEmptyDraft(draft)) beginAnew()
}
