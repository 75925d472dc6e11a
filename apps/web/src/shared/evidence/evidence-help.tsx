import { Explain } from '../ui/dialogs/explain.tsx'
import { useLanguage } from '../words/language.tsx'
import { explanationOf, type Known, statementOf } from './evidence-words.ts'
import { evidenceWords } from './words/evidence-words.ts'

/** The evidence that somebody has something, behind a question mark. `of`: its subject. */
export function EvidenceHelp({ known, of = null }: { known: Known; of?: string | null }) {
  const { language } = useLanguage()
  const words = evidenceWords[language]
  const label = words.help(statementOf(known, language))
  return (
    <Explain label={of === null ? label : `${label} (${of})`} closeLabel={words.close}>
      {explanationOf(known, language).map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </Explain>
  )
}

/** The statement itself with its question mark. */
export function EvidenceNote({ known, of = null }: { known: Known; of?: string | null }) {
  const { language } = useLanguage()
  return (
    <>
      {statementOf(known, language)}
      <EvidenceHelp known={known} of={of} />
    </>
  )
}
