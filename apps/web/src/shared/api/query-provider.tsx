import { MutationCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { Problem } from '@waybill/contract/core/problems'
import type { ReactNode } from 'react'
import { FailureLines } from '../ui/page/failure-lines.tsx'
import { spokenLanguage } from '../words/language.tsx'
import { beginChange, sayFailure } from './failures.ts'
import type { TellFailure } from './mutate.ts'
import { failureSentence } from './problem-words.ts'
import { accountNow, watchAccount } from './session.ts'

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** The form shows the failure itself. */
      isShownInline?: boolean
      tellFailure?: TellFailure | undefined
    }
  }
}

/** What was pressed for each running change. */
const presses = new WeakMap<object, readonly Element[]>()

/**
 * Reports every failed change where it was asked for, unless its form does so; in a notice where that part of the page
 * is gone.
 */
const mutationCache = new MutationCache({
  onMutate: (_variables, mutation) => void presses.set(mutation, beginChange()),
  onError: (failure, _variables, _result, mutation) => {
    const { meta } = mutation
    if (meta?.isShownInline) return
    const title = (meta?.tellFailure ?? failureSentence)(spokenLanguage(), failure)
    if (title === null) return
    const refusal = failure instanceof Problem ? failure : undefined
    sayFailure(presses.get(mutation) ?? [], { title, refusal })
  },
})

/**
 * `call` retries by itself, and knows which failures may be temporary; it finds out by itself whether the browser is
 * online.
 */
export const queryClient = new QueryClient({
  mutationCache,
  defaultOptions: { queries: { retry: false }, mutations: { retry: false, networkMode: 'always', gcTime: 0 } },
})

/** The account whose data is cached: another account's sign-in clears the cache. */
let owner = accountNow()?._id
watchAccount(() => {
  const next = accountNow()?._id
  if (next === owner) return
  owner = next
  queryClient.clear()
})

/** The dashboard's data stays valid across its pages. Loaded with the dashboard, never with the home page. */
export function QueryProvider({ children }: { children: ReactNode }) {
  return (
    <QueryClientProvider client={queryClient}>
      {children}
      <FailureLines />
    </QueryClientProvider>
  )
}
