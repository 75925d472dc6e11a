import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { ChangelogEntry, readStory } from '@waybill/contract/content/endpoints'
import type { ReplyOf } from '@waybill/contract/core/endpoint'
import { call } from '../../shared/api/client.ts'
import { queryClient } from '../../shared/api/query-provider.tsx'
import { makeStore, useStore } from '../../shared/state/store.ts'
import { keep, onKeptElsewhere, readKept } from '../../shared/storage/kept.ts'
import { useLanguage } from '../../shared/words/language.tsx'

/** What is new, newest first. The account menu is outside the dashboard's own provider. */
export function useChangelog(): UseQueryResult<ChangelogEntry[]> {
  const { language } = useLanguage()
  return useQuery(
    {
      queryKey: ['changelog', language],
      queryFn: async ({ signal }) => (await call('readChangelog', { signal })).entries,
      staleTime: Number.POSITIVE_INFINITY,
    },
    queryClient,
  )
}

export function useStory(name: string): UseQueryResult<ReplyOf<typeof readStory>> {
  const { language } = useLanguage()
  return useQuery(
    { queryKey: ['story', name, language], queryFn: ({ signal }) => call('readStory', { params: { name }, signal }) },
    queryClient,
  )
}

/** The newest entry that this browser has shown. */
const seen = makeStore<string | null>(() => readKept('news'))
onKeptElsewhere('news', seen.set)

/** Whether the newest entry has not been shown yet. */
export function useUnread(): boolean {
  const newest = useChangelog().data?.[0]?.id
  const last = useStore(seen)
  return newest !== undefined && newest !== last
}

export function markSeen(newest: string): void {
  keep('news', newest)
  seen.set(newest)
}
