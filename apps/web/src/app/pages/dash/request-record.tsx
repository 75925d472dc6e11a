import { Link, useParams } from '@tanstack/react-router'
import { RequestRecord } from '../../requests/request-record.tsx'
import { useWords } from '../../words/language.tsx'
import { requestRecordWords } from '../../words/request-record.ts'
import './dash-page.css'
import './transfer.css'

/** One request for files, and everything that came to it. */
export function RequestRecordPage() {
  const { slug = '' } = useParams({ strict: false }) as { slug?: string }
  const words = useWords(requestRecordWords)
  return (
    <>
      <nav className="record-way" aria-label={words.title}>
        <Link to="/dash/requests">{words.title}</Link> / <span className="mono">{slug}</span>
      </nav>
      <RequestRecord key={slug} slug={slug} />
    </>
  )
}
