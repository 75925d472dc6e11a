import { readQuickSend } from '../../../shared/drafts/quick-send-state.ts'

/** While a draft holds files or bytes are on their way, leaving the site asks first. Returns the way to stop asking. */
export function askBeforeLeaving(): () => void {
  const ask = (event: BeforeUnloadEvent) => {
    const { screen, draft } = readQuickSend()
    const hasDraft = draft.files.length > 0 && screen !== 'done'
    if (hasDraft || screen === 'sending') event.preventDefault()
  }
  addEventListener('beforeunload', ask)
  return () => removeEventListener('beforeunload', ask)
}
