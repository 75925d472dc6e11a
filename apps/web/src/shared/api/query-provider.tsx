import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { accountNow, watchAccount } from './session.ts'

/** `call` tries again by itself, and knows which failures may pass. */
export const queryClient = new QueryClient({
  defaultOptions: { queries: { retry: false }, mutations: { retry: false } },
})

/** Whose what was read is: nothing of it is shown to whoever signs in next. */
let owner = accountNow()?._id
watchAccount(() => {
  const next = accountNow()?._id
  if (next === owner) return
  owner = next
  queryClient.clear()
})

/** What the dashboard has read stays good across its pages. Loaded with the dashboard, never with the home page. */
export function QueryProvider({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
}
