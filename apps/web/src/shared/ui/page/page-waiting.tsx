import { useEffect, useState } from 'react'
import { useLineAway } from '../../loading/line.ts'
import { useWords } from '../../words/language.tsx'
import partsStyles from '../styles/parts.module.css'
import { shellWords } from '../words/shell-words.ts'
import { Page } from './page.tsx'
import styles from './page-waiting.module.css'

const LATE_MS = 3_000

/**
 * The outline of a page that is loading; it says when the page is late, or the server cannot be reached, unless the frame
 * around it says so.
 */
export function PageWaiting({ isLineTold = false }: { isLineTold?: boolean }) {
  const words = useWords(shellWords)
  const isAway = useLineAway()
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), LATE_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className={styles.pageWaiting} aria-busy="true">
      <p role="status">{isAway ? !isLineTold && words.lineAway : isLate && words.pageLate}</p>
      <div className={styles.pageWaitingTitle} />
      <div className={`${partsStyles.frame} ${styles.pageWaitingPaper}`} />
    </div>
  )
}

/** The same before there is any page around it. */
export function WholePageWaiting() {
  return (
    <Page>
      <PageWaiting />
    </Page>
  )
}
