import { useMutation as useQueryMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { notify } from '../ui/page/notices.ts'
import { useLanguage } from '../words/language.tsx'
import type { TellFailure } from './mutate.ts'
import { failureSentence } from './problem-words.ts'
import { queryClient } from './query-provider.tsx'

export interface Mutation {
  isBusy: boolean
  /** The refusal of the last try; '' where there is none. Who reads it shows it. */
  error: string
  forgive: () => void
  /**
   * Makes one change, and says `done` once it succeeds. Clicks meanwhile do nothing. Resolves to whether it succeeded.
   */
  save: (work: () => Promise<unknown>, done?: string) => Promise<boolean>
}

/** One change of a form or a button: the wait, the refusal beside it, and the message of success. */
export function useMutation(tellFailure: TellFailure = failureSentence): Mutation {
  const { language } = useLanguage()
  // A caller that does not take the refusal does not show it either: then it shows beside what was pressed.
  const isShown = useRef(false)
  const meta = {
    get isShownInline() {
      return isShown.current
    },
    tellFailure,
  }
  const { isPending, error, mutateAsync, reset } = useQueryMutation<unknown, unknown, () => Promise<unknown>>(
    { mutationFn: (work) => work(), meta },
    queryClient,
  )
  // The running change, for any earlier rendering of its caller.
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
  return {
    isBusy: isPending,
    get error() {
      isShown.current = true
      return error === null ? '' : (tellFailure(language, error) ?? '')
    },
    forgive: reset,
    save,
  }
}
