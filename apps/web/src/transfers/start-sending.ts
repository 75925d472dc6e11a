import { failureSentence } from '../api/problem-words.ts'
import { notify } from '../ui/notices.ts'
import { spokenLanguage } from '../words/language.tsx'
import { setQuickSend } from './quick-send-state.ts'

/** What sends a draft, loaded when files are first added. */
export const loadSending = () => import('./send-transfer.ts')

/** Sends the draft. While the code for it is still coming the form waits, as it does for the server. */
export async function startSending(): Promise<void> {
  setQuickSend({ isPlanning: true })
  try {
    const { send } = await loadSending()
    await send()
  } catch (error) {
    notify({ title: failureSentence(spokenLanguage(), error), tone: 'error' })
    setQuickSend({ isPlanning: false })
  }
}
