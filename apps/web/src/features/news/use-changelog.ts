import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { readChangelog, readStory } from '@waybill/contract/content/endpoints'
import type { ReplyOf } from '@waybill/contract/core/endpoint'
import { call } from '../../shared/api/client.ts'
import { queryClient } from '../../shared/api/query-provider.tsx'
import { useLanguage } from '../../shared/words/language.tsx'

type Changelog = ReplyOf<typeof readChangelog>

/** Another device may have read it meanwhile, so a page that is looked at again asks again after so long. */
const FRESH_MS = 60_000

/** What is new, newest first, and what the account has read. The account menu is outside the dashboard's own provider. */
export function useChangelog(): UseQueryResult<Changelog> {
  const { language } = useLanguage()
  return useQuery(
    {
      queryKey: ['changelog', language],
      queryFn: ({ signal }) => call('readChangelog', { signal }),
      staleTime: FRESH_MS,
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

/** Whether the account has not read the newest entry, on any of its devices. */
export function useUnread(): boolean {
  const { data } = useChangelog()
  const newest = data?.entries[0]?.id
  return newest !== undefined && newest !== data?.lastRead
}

/** The dot goes at once. Where the server could not be told, it is back when the page asks again. */
export async function markRead(entry: string): Promise<void> {
  await queryClient.cancelQueries({ queryKey: ['changelog'] })
  queryClient.setQueriesData<Changelog>({ queryKey: ['changelog'] }, (known) => known && { ...known, lastRead: entry })
  await call('markNewsRead', { body: { entry } }).catch(() => undefined)
}
