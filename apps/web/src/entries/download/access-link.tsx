import downloadStyles from '../../shared/served-page/download.module.css'
import { useLanguage, useWords } from '../../shared/words/language.tsx'
import { downloadWords } from './words/download-words.ts'

/** Whoever a recipient's link was sent on to can have one of their own. */
export function AccessLink() {
  const { language } = useLanguage()
  const words = useWords(downloadWords)
  return (
    <a className={downloadStyles.accessLink} href={`?step=access&lang=${language}`}>
      {words.accessLink}
    </a>
  )
}
