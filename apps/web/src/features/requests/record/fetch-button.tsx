import type { RequestRecord } from '@waybill/contract/requests/shapes'
import { useMutation } from '../../../shared/api/use-mutation.ts'
import { Button } from '../../../shared/ui/fields/button.ts'
import { Icon } from '../../../shared/ui/marks/icons.tsx'
import { useWords } from '../../../shared/words/language.tsx'
import { useRequestWords } from '../request-words.ts'
import { gatherSealed } from '../sealed/gather-sealed.ts'
import { useSealed } from '../sealed/sealed-context.tsx'
import { sealedRequestsWords } from '../sealed/words/sealed-requests-words.ts'
import { fetchArchive } from './record-calls.ts'
import { requestRecordWords } from './words/request-record-words.ts'

interface FetchButtonProps {
  record: RequestRecord
  /** Whose files; everybody's where none is named. */
  suppliers?: readonly string[]
  /** Only these submissions. */
  submissions?: readonly string[]
  isDisabled?: boolean
}

/** Downloads submissions as archives; sealed files are opened file by file. */
export function FetchButton({ record, suppliers, submissions, isDisabled = false }: FetchButtonProps) {
  const words = useRequestWords(requestRecordWords)
  const { openAll, openSome } = useWords(sealedRequestsWords)
  const sealed = useSealed()
  const { isBusy, save } = useMutation()
  const fetch = () => fetchArchive(record, { suppliers, submissions })
  const open = () =>
    sealed?.ask({
      is: 'save',
      key: (submissions ?? suppliers)?.join() ?? 'all',
      gather: () => gatherSealed(record, { suppliers, submissions }),
      // Answers belong to suppliers, not to one of their submissions.
      ...(submissions ? {} : { answersOf: { suppliers } }),
      fetchArchive: fetch,
    })
  const [all, some] = sealed ? [openAll, openSome] : [words.fetchAll, words.fetchSome]
  return (
    <Button
      variant="default"
      leftSection={<Icon name="download" />}
      loading={isBusy}
      disabled={isDisabled}
      onClick={() => (sealed ? open() : void save(fetch))}
    >
      {suppliers || submissions ? some : all}
    </Button>
  )
}
