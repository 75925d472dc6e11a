import { Link, useParams } from '@tanstack/react-router'
import { RequestRecord } from '../../../features/requests/record/request-record.tsx'
import { requestRecordWords } from '../../../features/requests/record/words/request-record-words.ts'
import { useRequestWords } from '../../../features/requests/request-words.ts'
import { HelpLinks } from '../../../shared/help/help-links.tsx'
import recordStyles from '../../../shared/ui/record/record.module.css'
import layoutStyles from '../../../shared/ui/styles/layout.module.css'
import textStyles from '../../../shared/ui/styles/text.module.css'

/** One file request, and all its submissions. */
export function RequestRecordPage() {
  const { slug = '' } = useParams({ strict: false }) as { slug?: string }
  const words = useRequestWords(requestRecordWords)
  return (
    <>
      <nav className={`${textStyles.soft} ${layoutStyles.large} ${recordStyles.recordWay}`} aria-label={words.title}>
        <Link to="/dash/requests">{words.title}</Link> / <span className={textStyles.mono}>{slug}</span>
      </nav>
      <RequestRecord key={slug} slug={slug} />
      <HelpLinks articles={['review-submissions', 'answer-a-request']} />
    </>
  )
}
