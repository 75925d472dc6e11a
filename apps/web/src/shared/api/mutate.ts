import type { Language } from '@waybill/contract/core/fields'
import { queryClient } from './query-provider.tsx'

/** The sentence for what a change has thrown, where more than the server can refuse it; null for what needs none. */
export type TellFailure = (language: Language, failure: unknown) => string | null

/**
 * Makes one change on the server. Its failure is told in a notice (`query-provider.tsx`).
 *
 * @returns what the work answered; null where it failed
 */
export async function mutate<T>(work: () => Promise<T>, tellFailure?: TellFailure): Promise<T | null> {
  const mutation = queryClient
    .getMutationCache()
    .build<T, unknown, void, unknown>(queryClient, { mutationFn: work, meta: { tellFailure } })
  return mutation.execute().catch(() => null)
}

/** Whether a change that answers nothing was made. */
export async function mutated(work: () => Promise<unknown>, tellFailure?: TellFailure): Promise<boolean> {
  return (await mutate(() => work().then(() => true), tellFailure)) !== null
}
