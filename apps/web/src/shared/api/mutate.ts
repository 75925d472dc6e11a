import type { Language } from '@waybill/contract/core/fields'
import { queryClient } from './query-provider.tsx'

/** The sentence for a failed change, where not only the server can refuse it; null for errors that need none. */
export type TellFailure = (language: Language, failure: unknown) => string | null

/**
 * Makes one change on the server. Its failure shows beside what was pressed (`query-provider.tsx`).
 *
 * @returns the result of the work; null where it failed
 */
export async function mutate<T>(work: () => Promise<T>, tellFailure?: TellFailure): Promise<T | null> {
  const mutation = queryClient
    .getMutationCache()
    .build<T, unknown, void, unknown>(queryClient, { mutationFn: work, meta: { tellFailure } })
  return mutation.execute().catch(() => null)
}

/** Whether a change without a result succeeded. */
export async function mutated(work: () => Promise<unknown>, tellFailure?: TellFailure): Promise<boolean> {
  return (await mutate(() => work().then(() => true), tellFailure)) !== null
}
