import { Link } from '@tanstack/react-router'
import { Slip } from '../../shared/ui/marks/slip.tsx'
import { Stamp } from '../../shared/ui/marks/stamp.tsx'
import { usePageTitle } from '../../shared/ui/page/page-title.ts'
import textStyles from '../../shared/ui/styles/text.module.css'
import { shellWords } from '../../shared/ui/words/shell-words.ts'
import { useWords } from '../../shared/words/language.tsx'
import styles from './not-found.module.css'

/** For every unknown path; the server answers it with status 404. */
export function NotFoundPage() {
  const words = useWords(shellWords)
  usePageTitle(words.notFoundTitle)
  return (
    <div className={styles.notFound}>
      <Slip label={words.notFoundLabel} number="404">
        <Stamp ink="stamp">{words.notFoundStamp}</Stamp>
        <h1>{words.notFoundTitle}</h1>
        <p className={textStyles.soft}>{words.notFoundText}</p>
        <Link to="/" className={textStyles.quietButton}>
          {words.notFoundHome}
        </Link>
      </Slip>
    </div>
  )
}
