import { useMutation as useQueryMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { notify } from '../ui/page/notices.ts'
import { useLanguage } from '../words/language.tsx'
import type { TellFailure } from './mutate.ts'
import { failureSentence } from './problem-words.ts'
import { queryClient } from './query-provider.tsx'

export interface Mutation {
  isBusy: boolean
  /** What the last try was refused with; '' where it was not. */
  error: string
  forgive: () => void
  /**
   * Makes one change, and says `done` once it is made. Whatever is pressed meanwhile does nothing. Resolves to whether
   * it was made.
   */
  save: (work: () => Promise<unknown>, done?: string) => Promise<boolean>
}

/** One form's or one button's change: the wait, the refusal to be shown beside it, and the word that it is done. */
export function useMutation(tellFailure: TellFailure = failureSentence): Mutation {
  const { language } = useLanguage()
  const { isPending, error, mutateAsync, reset } = useQueryMutation<unknown, unknown, () => Promise<unknown>>(
    { mutationFn: (work) => work(), meta: { isShownInline: true } },
    queryClient,
  )
  // What runs now, whichever rendering its caller remembers.
  const isRunning = useRef(false)
  const save = async (work: () => Promise<unknown>, done?: string) => {
    if (isRunning.current) return false
    isRunning.current = true
    try {
      await mutateAsync(work)
      if (done) notify({ title: done })
      return true
    } catch {
      return false
    } finally {
      isRunning.current = false
    }
  }
  return { isBusy: isPending, error: error === null ? '' : (tellFailure(language, error) ?? ''), forgive: reset, save }
}
