import { useNavigate, useSearch } from '@tanstack/react-router'
import { readPlace } from '../../transfers/list-place.ts'
import { TransferList } from '../../transfers/transfer-list.tsx'
import { usePageTitle } from '../../ui/page-title.ts'
import { useWords } from '../../words/language.tsx'
import { transferListWords } from '../../words/transfer-list.ts'
import './dash-page.css'

/** The dashboard's first page: everything that was sent. */
export function TransfersPage() {
  const words = useWords(transferListWords)
  usePageTitle(words.title)
  const place = readPlace(useSearch({ strict: false }))
  const navigate = useNavigate()
  return (
    <>
      <h1 className="dash-title">{words.title}</h1>
      <TransferList
        place={place}
        onPlace={(next) =>
          void navigate({ to: '.', search: readPlace({ ...next }) as never, replace: next.q !== place.q })
        }
      />
    </>
  )
}
