import { useNavigate, useSearch } from '@tanstack/react-router'
import { readPlace } from '../../../features/transfers/list/list-place.ts'
import { TransferList } from '../../../features/transfers/list/transfer-list.tsx'
import { transferListWords } from '../../../features/transfers/list/words/transfer-list-words.ts'
import { usePageTitle } from '../../../shared/ui/page/page-title.ts'
import { useWords } from '../../../shared/words/language.tsx'
import './dash-page.css'

/** Everything that was sent, on a page of its own. */
export function TransfersPage() {
  usePageTitle(useWords(transferListWords).title)
  return <SentTransfers heading="h1" />
}

/** Everything that was sent; its place stands in the address. */
export function SentTransfers({ heading: Heading }: { heading: 'h1' | 'h2' }) {
  const words = useWords(transferListWords)
  const place = readPlace(useSearch({ strict: false }))
  const navigate = useNavigate()
  return (
    <>
      <Heading className="dash-title">{words.title}</Heading>
      <TransferList
        place={place}
        onPlace={(next) =>
          void navigate({ to: '.', search: readPlace({ ...next }) as never, replace: next.q !== place.q })
        }
      />
    </>
  )
}
