import { Button } from '@mantine/core'
import type { RequestRecord } from '@waybill/contract/requests/shapes'
import { Icon } from '../ui/icons.tsx'
import { useWords } from '../words/language.tsx'
import { requestRecordWords } from '../words/request-record.ts'
import { sealedRequestsWords } from '../words/sealed-requests.ts'
import { gatherSealed } from './gather-sealed.ts'
import { fetchArchive } from './record-calls.ts'
import { useSealed } from './sealed-context.tsx'
import { useBusy } from './use-busy.ts'

interface FetchButtonProps {
  record: RequestRecord
  /** Whose files; of all where nobody is named. */
  people?: readonly string[]
  isDisabled?: boolean
}

/** Fetches what came as archives; what is sealed is opened file by file. */
export function FetchButton({ record, people, isDisabled = false }: FetchButtonProps) {
  const words = useWords(requestRecordWords)
  const { openAll, openSome } = useWords(sealedRequestsWords)
  const sealed = useSealed()
  const [isBusy, run] = useBusy()
  const fetch = () => fetchArchive(record, people)
  const open = () =>
    sealed?.ask({
      is: 'save',
      key: people?.join() ?? 'all',
      gather: () => gatherSealed(record, people),
      fetchArchive: fetch,
    })
  const [all, some] = sealed ? [openAll, openSome] : [words.fetchAll, words.fetchSome]
  return (
    <Button
      variant="default"
      leftSection={<Icon name="download" />}
      loading={isBusy}
      disabled={isDisabled}
      onClick={() => (sealed ? open() : run(fetch))}
    >
      {people ? some : all}
    </Button>
  )
}
