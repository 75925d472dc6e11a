import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import type { ActivityEntry } from '@waybill/contract/workspaces/activity-endpoints'
import { type ActivityPart, activityParts } from '@waybill/contract/workspaces/activity-kinds'
import { call, callForFile } from '../../../shared/api/client.ts'
import { mutate } from '../../../shared/api/mutate.ts'
import { queryClient } from '../../../shared/api/query-provider.tsx'
import { saveBlob } from '../../../shared/ui/files/save-blob.ts'
import { type More, moreOf } from '../../../shared/ui/lists/more-of.ts'
import { spokenLanguage } from '../../../shared/words/language.tsx'
import { activityWords } from './words/activity-words.ts'

const KEY = 'activity'

/** As in the address: reloading and going back restore it. Absent: everybody, and everything. */
export interface ActivityFilter {
  member?: string
  part?: ActivityPart
}

/** The known queries of an address; others are ignored. */
export function readActivityFilter({ member, part }: Record<string, unknown>): ActivityFilter {
  const known = activityParts.find((one) => one === part)
  return {
    ...(typeof member === 'string' && /^[\w-]{1,64}$/.test(member) ? { member } : {}),
    ...(known ? { part: known } : {}),
  }
}

export interface ActivityReading extends More {
  entries: readonly ActivityEntry[]
  /** Null before the first answer. */
  timeZone: string | null
  error: Error | null
  retry: () => void
}

/** What the team did, page after page. */
export function useActivity(filter: ActivityFilter): ActivityReading {
  const list = useInfiniteQuery({
    queryKey: [KEY, filter],
    queryFn: ({ pageParam, signal }) =>
      call('listActivity', { query: { ...filter, ...(pageParam ? { after: pageParam } : {}) }, signal }),
    initialPageParam: '',
    getNextPageParam: (last) => last.next,
    placeholderData: keepPreviousData,
  })
  const pages = list.data?.pages ?? []
  return {
    entries: pages.flatMap(({ entries }) => entries),
    timeZone: pages[0]?.timeZone ?? null,
    error: list.error,
    ...moreOf(list),
    retry: () => void list.refetch(),
  }
}

export const invalidateActivity = (): Promise<void> => queryClient.invalidateQueries({ queryKey: [KEY] })

export async function saveActivity(filter: ActivityFilter): Promise<void> {
  const csv = await mutate(() => callForFile('exportActivity', { query: filter }))
  if (csv !== null) saveBlob(csv, activityWords[spokenLanguage()].exportName)
}
