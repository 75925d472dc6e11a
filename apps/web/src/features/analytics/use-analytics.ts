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

/** The counts for the days and the people in the parameters. */
export const useAnalytics = (params: AnalyticsParams) =>
  useQuery({
    queryKey: [KEY, params],
    queryFn: ({ signal }) => call('readAnalytics', { query: params, signal }),
    placeholderData: keepPreviousData,
  })

export const invalidateAnalytics = (): Promise<void> => queryClient.invalidateQueries({ queryKey: [KEY] })

/** Passes one complete table to the browser's downloads. */
export async function saveTable(table: AnalyticsTable, params: AnalyticsParams): Promise<void> {
  const csv = await mutate(() => callForFile('exportAnalytics', { query: { ...params, table } }))
  if (csv !== null) saveBlob(csv, analyticsWords[spokenLanguage()].csvNames[table])
}
