import { Link, useParams } from '@tanstack/react-router'
import { RequestRecord } from '../../../features/requests/record/request-record.tsx'
import { requestRecordWords } from '../../../features/requests/record/words/request-record-words.ts'
import './dash-page.css'
import './transfer.css'
import { useRequestWords } from '../../../features/requests/request-words.ts'

/** One request for files, and everything that came to it. */
export function RequestRecordPage() {
  const { slug = '' } = useParams({ strict: false }) as { slug?: string }
  const words = useRequestWords(requestRecordWords)
  return (
    <>
      <nav className="record-way" aria-label={words.title}>
        <Link to="/dash/requests">{words.title}</Link> / <span className="mono">{slug}</span>
      </nav>
      <RequestRecord key={slug} slug={slug} />
    </>
  )
}
