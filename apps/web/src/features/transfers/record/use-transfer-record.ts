import { useQuery } from '@tanstack/react-query'
import { Problem } from '@waybill/contract/core/problems'
import type { TransferRecord } from '@waybill/contract/transfers/list-endpoints'
import { call } from '../../../shared/api/client.ts'
import { mutate } from '../../../shared/api/mutate.ts'
import { queryClient } from '../../../shared/api/query-provider.tsx'
import { notify } from '../../../shared/ui/page/notices.ts'
import { spokenLanguage } from '../../../shared/words/language.tsx'
import { invalidateTransfers } from '../list/use-transfer-list.ts'
import { invalidateLedgers } from './ledger/use-ledger.ts'
import { transferRecordWords } from './words/transfer-record-words.ts'

/** While the page is visible, it shows what recipients do. */
const REREAD_MS = 10_000
const keyOf = (slug: string) => ['transfers', 'record', slug]

export interface TransferRecordReading {
  record: TransferRecord | null
  isUnknown: boolean
  error: Error | null
  retry: () => void
}

/** One transfer of the account by its number. */
export function useTransferRecord(slug: string): TransferRecordReading {
  const reading = useQuery({
    queryKey: keyOf(slug),
    queryFn: async ({ signal }) => {
      const { allDocs } = await call('listTransfers', { query: { slug }, signal })
      return allDocs[0] as TransferRecord
    },
    refetchInterval: REREAD_MS,
  })
  return {
    record: reading.data ?? null,
    isUnknown: reading.error instanceof Problem && reading.error.code === 'transfer-not-found',
    error: reading.data ? null : reading.error,
    retry: () => void reading.refetch(),
  }
}

/** Takes the answer of a change, and reloads the lists and its ledger: the live stream may be late, or away. */
export function showTransferRecord(record: TransferRecord): void {
  queryClient.setQueryData(keyOf(record.slug), record)
  void invalidateTransfers()
  void invalidateLedgers(new Set([record._id]))
}

/** Makes one change, shows the result, and reports a failure. Resolves to whether it succeeded. */
export async function changeRecord(work: () => Promise<{ transfer: TransferRecord }>, said?: string): Promise<boolean> {
  const answer = await mutate(work)
  if (answer === null) return false
  showTransferRecord(answer.transfer)
  notify({ title: said ?? transferRecordWords[spokenLanguage()].saved })
  return true
}

/** Reloads those transfers whose records are visible. */
export const invalidateRecords = (ids: ReadonlySet<string>): Promise<void> =>
  queryClient.invalidateQueries({
    queryKey: keyOf('').slice(0, 2),
    predicate: ({ state }) => ids.has((state.data as TransferRecord | undefined)?._id ?? ''),
  })
