import { Link } from '@tanstack/react-router'
import { Slip } from '../../shared/ui/marks/slip.tsx'
import { Stamp } from '../../shared/ui/marks/stamp.tsx'
import { usePageTitle } from '../../shared/ui/page/page-title.ts'
import { shellWords } from '../../shared/ui/words/shell-words.ts'
import { useWords } from '../../shared/words/language.tsx'
import './not-found.css'

/** For every path that is none of ours; the server answers it with status 404. */
export function NotFoundPage() {
  const words = useWords(shellWords)
  usePageTitle(words.notFoundTitle)
  return (
    <div className="not-found">
      <Slip label={words.notFoundLabel} number="404">
        <Stamp ink="stamp">{words.notFoundStamp}</Stamp>
        <h1>{words.notFoundTitle}</h1>
        <p className="soft">{words.notFoundText}</p>
        <Link to="/" className="quiet-button">
          {words.notFoundHome}
        </Link>
      </Slip>
    </div>
  )
}
