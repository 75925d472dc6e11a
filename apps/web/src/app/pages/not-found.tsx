import { Link } from '@tanstack/react-router'
import { usePageTitle } from '../ui/page-title.ts'
import { Slip } from '../ui/slip.tsx'
import { Stamp } from '../ui/stamp.tsx'
import { useWords } from '../words/language.tsx'
import { shellWords } from '../words/shell.ts'
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
