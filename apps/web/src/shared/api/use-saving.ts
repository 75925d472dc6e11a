import type { Language } from '@waybill/contract/core/fields'
import { useRef, useState } from 'react'
import { notify } from '../ui/page/notices.ts'
import { useLanguage } from '../words/language.tsx'
import { failureSentence } from './problem-words.ts'

export interface Saving {
  isBusy: boolean
  /** What the last try was refused with; '' where it was not. */
  error: string
  forgive: () => void
  /** Runs one change, and says `done` once it is made. Resolves to whether it was. */
  save: (work: () => Promise<void>, done?: string) => Promise<boolean>
}

/**
 * One form's change of the account: the wait, the refusal, and the word that it is done. `tell`: the sentence for what the
 * work has thrown, where more than the server can refuse it.
 */
export function useSaving(tell: (language: Language, failure: unknown) => string | null = failureSentence): Saving {
  const { language } = useLanguage()
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState('')
  // What runs now, whichever rendering its caller remembers.
  const isRunning = useRef(false)
  const save = async (work: () => Promise<void>, done?: string) => {
    if (isRunning.current) return false
    isRunning.current = true
    setBusy(true)
    setError('')
    try {
      await work()
      if (done) notify({ title: done })
      return true
    } catch (failure) {
      setError(tell(language, failure) ?? '')
      return false
    } finally {
      isRunning.current = false
      setBusy(false)
    }
  }
  return { isBusy, error, forgive: () => setError(''), save }
}
