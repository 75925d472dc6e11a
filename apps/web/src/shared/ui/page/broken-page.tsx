import { useWords } from '../../words/language.tsx'
import { MainButton } from '../fields/main-button.tsx'
import { Slip } from '../marks/slip.tsx'
import textStyles from '../styles/text.module.css'
import { shellWords } from '../words/shell-words.ts'
import styles from './broken-page.module.css'

/** Replaces a page that has failed, because of our bug or of code that did not load. */
export function BrokenPage() {
  const words = useWords(shellWords)
  return (
    <div className={styles.brokenPage} role="alert">
      <Slip label="Waybill">
        <h1>{words.brokenTitle}</h1>
        <p className={textStyles.soft}>{words.brokenText}</p>
        <MainButton onPress={() => location.reload()}>{words.brokenAgain}</MainButton>
      </Slip>
    </div>
  )
}
