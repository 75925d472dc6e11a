import { useNavigate, useSearch } from '@tanstack/react-router'
import { readPlace } from '../../transfers/list-place.ts'
import { TransferList } from '../../transfers/transfer-list.tsx'
import { usePageTitle } from '../../ui/page-title.ts'
import { useWords } from '../../words/language.tsx'
import { transferListWords } from '../../words/transfer-list.ts'
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
