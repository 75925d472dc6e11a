import { useWords } from '../../words/language.tsx'
import { MainButton } from '../fields/main-button.tsx'
import { Slip } from '../marks/slip.tsx'
import textStyles from '../styles/text.module.css'
import { shellWords } from '../words/shell-words.ts'
import styles from './broken-page.module.css'

/** Stands where a page has failed, be it a fault of ours or code that did not arrive. */
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
