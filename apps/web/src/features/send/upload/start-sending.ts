import { failureSentence } from '../../../shared/api/problem-words.ts'
import { setQuickSend } from '../../../shared/drafts/quick-send-state.ts'
import { patiently } from '../../../shared/loading/line.ts'
import { notify } from '../../../shared/ui/page/notices.ts'
import { spokenLanguage } from '../../../shared/words/language.tsx'

/** The code that sends a draft, loaded when files are first added. */
export const loadSending = () => import('./send-transfer.ts')

let waiting = new AbortController()

/** Sends the draft. While its code loads the form waits, as it does for the server and for a connection. */
export async function startSending(): Promise<void> {
  waiting = new AbortController()
  const { signal } = waiting
  setQuickSend({ isPlanning: true, failure: null })
  try {
    const { send } = await patiently(loadSending, signal)
    await send(signal)
  } catch (error) {
    const failure = signal.aborted ? null : { title: failureSentence(spokenLanguage(), error) }
    if (failure) notify({ ...failure, tone: 'error' })
    setQuickSend({ isPlanning: false, failure })
  }
}

/** The draft stays as it is. */
export const stopWaiting = () => waiting.abort()
