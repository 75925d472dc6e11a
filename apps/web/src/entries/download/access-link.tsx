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

/** Anybody who opened the link can report it to the operator. */
export function ReportLink({ slug, user }: { slug: string; user: string | null }) {
  const { language } = useLanguage()
  const words = useWords(downloadWords)
  return (
    <a
      className={downloadStyles.accessLink}
      href={`/report/${slug}${user === null ? '' : `/${user}`}?lang=${language}`}
      rel="nofollow"
    >
      {words.reportLink}
    </a>
  )
}
