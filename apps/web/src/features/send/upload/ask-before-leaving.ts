import { readQuickSend } from '../../../shared/drafts/quick-send-state.ts'

/** Asks before leaving the site while a draft has files or an upload runs. Returns a function that stops it. */
export function askBeforeLeaving(): () => void {
  const ask = (event: BeforeUnloadEvent) => {
    const { screen, draft } = readQuickSend()
    const hasDraft = draft.files.length > 0 && screen !== 'done'
    if (hasDraft || screen === 'sending') event.preventDefault()
  }
  addEventListener('beforeunload', ask)
  return () => removeEventListener('beforeunload', ask)
}
