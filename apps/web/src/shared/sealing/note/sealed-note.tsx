import { Icon } from '../../ui/marks/icons.tsx'
import textStyles from '../../ui/styles/text.module.css'
import { useWords } from '../../words/language.tsx'
import { KeyFingerprint } from '../key-fingerprint.tsx'
import sealingStyles from '../sealing.module.css'
import { sealedNoteWords } from './words/sealed-note-words.ts'

/**
 * Tells a supplier that their files are sealed, for whom, and what stays readable. Complete without scripts, except for
 * the key.
 */
export function SealedNote({ publicKey, requester }: { publicKey: string; requester: string }) {
  const words = useWords(sealedNoteWords)
  return (
    <aside className={`${sealingStyles.sealingBox} ${sealingStyles.sealingNote}`} aria-label={words.title}>
      <p className={sealingStyles.sealingBoxTitle}>
        <Icon name="lock" size={18} />
        {words.title}
      </p>
      <p>{words.text(requester)}</p>
      <p className={textStyles.soft}>{words.readable}</p>
      <noscript>
        <p className={sealingStyles.sealingWarning}>{words.noScripts}</p>
      </noscript>
      <p className={`${textStyles.soft} ${sealingStyles.sealingNoteKey}`}>
        {words.key(requester)} <KeyFingerprint publicKey={publicKey} />
        {words.keyText}
      </p>
    </aside>
  )
}
