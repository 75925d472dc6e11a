import { useNavigate, useSearch } from '@tanstack/react-router'
import { TransferList } from '../../../features/transfers/list/transfer-list.tsx'
import { readTransferListParams } from '../../../features/transfers/list/transfer-list-params.ts'
import { transferListWords } from '../../../features/transfers/list/words/transfer-list-words.ts'
import { useRemembered } from '../../../shared/ui/lists/use-remembered.ts'
import dashPageStyles from '../../../shared/ui/page/dash-page.module.css'
import { usePageTitle } from '../../../shared/ui/page/page-title.ts'
import { useWords } from '../../../shared/words/language.tsx'

/** All sent transfers, on a separate page. */
export function TransfersPage() {
  usePageTitle(useWords(transferListWords).title)
  return <SentTransfers heading="h1" />
}

/** All sent transfers; the parameters are in the address. */
export function SentTransfers({ heading: Heading }: { heading: 'h1' | 'h2' | null }) {
  const words = useWords(transferListWords)
  const params = readTransferListParams(useSearch({ strict: false }))
  const navigate = useNavigate()
  const { view, ...order } = params
  // Who comes back to deleted transfers alone would miss all others.
  const isKept = view !== undefined && view !== 'deleted'
  useRemembered(
    'transfers',
    { ...order, ...(isKept && { view }) },
    (kept) =>
      void navigate({ to: '.', search: readTransferListParams({ ...params, ...kept }) as never, replace: true }),
  )
  return (
    <>
      {Heading && <Heading className={dashPageStyles.dashTitle}>{words.title}</Heading>}
      <TransferList
        params={params}
        onParams={(next) =>
          void navigate({ to: '.', search: readTransferListParams({ ...next }) as never, replace: next.q !== params.q })
        }
      />
    </>
  )
}
