import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReplyOf } from '@waybill/contract/core/endpoint'
import type { AnalyticsTable, readAnalytics } from '@waybill/contract/tracking/analytics-endpoints'
import { call, callForFile } from '../../shared/api/client.ts'
import { mutate } from '../../shared/api/mutate.ts'
import { queryClient } from '../../shared/api/query-provider.tsx'
import { saveBlob } from '../../shared/ui/files/save-blob.ts'
import { spokenLanguage } from '../../shared/words/language.tsx'
import type { AnalyticsParams } from './analytics-params.ts'
import { analyticsWords } from './words/analytics-words.ts'

const KEY = 'analytics'

export type Analytics = ReplyOf<typeof readAnalytics>

/** What the server is asked: whose counts, not what the address calls them; absent: the caller's. */
export function askedOf({ member: _member, ...params }: AnalyticsParams, whose: string | undefined): AnalyticsParams {
  return whose === undefined ? params : { ...params, member: whose }
}

/** The counts for the days and the people that are asked for. */
export const useAnalytics = (asked: AnalyticsParams) =>
  useQuery({
    queryKey: [KEY, asked],
    queryFn: ({ signal }) => call('readAnalytics', { query: asked, signal }),
    placeholderData: keepPreviousData,
  })

export const invalidateAnalytics = (): Promise<void> => queryClient.invalidateQueries({ queryKey: [KEY] })

/** Passes one complete table to the browser's downloads. */
export async function saveTable(table: AnalyticsTable, asked: AnalyticsParams): Promise<void> {
  const csv = await mutate(() => callForFile('exportAnalytics', { query: { ...asked, table } }))
  if (csv !== null) saveBlob(csv, analyticsWords[spokenLanguage()].csvNames[table])
}
