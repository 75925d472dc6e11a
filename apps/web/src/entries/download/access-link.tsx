import downloadStyles from '../../shared/served-page/download.module.css'
import { useLanguage, useWords } from '../../shared/words/language.tsx'
import { downloadWords } from './words/download-words.ts'

/** A person with a forwarded recipient's link can ask for a separate one. */
export function AccessLink() {
  const { language } = useLanguage()
  const words = useWords(downloadWords)
  return (
    <a className={downloadStyles.accessLink} href={`?step=access&lang=${language}`}>
      {words.accessLink}
    </a>
  )
}
