import { downloadWords } from '../words/download.ts'
import { useLanguage, useWords } from '../words/language.tsx'

/** Whoever a recipient's link was sent on to can have one of their own. */
export function AccessLink() {
  const { language } = useLanguage()
  const words = useWords(downloadWords)
  return (
    <a className="access-link" href={`?step=access&lang=${language}`}>
      {words.accessLink}
    </a>
  )
}
