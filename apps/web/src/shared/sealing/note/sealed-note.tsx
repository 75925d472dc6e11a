import { Icon } from '../../ui/marks/icons.tsx'
import { useWords } from '../../words/language.tsx'
import { KeyFingerprint } from '../key-fingerprint.tsx'
import { sealedNoteWords } from './words/sealed-note-words.ts'
import '../sealing.css'

/** Tells a supplier that what they send is sealed, for whom, and what stays readable. Whole without scripts but for the key. */
export function SealedNote({ publicKey, requester }: { publicKey: string; requester: string }) {
  const words = useWords(sealedNoteWords)
  return (
    <aside className="sealing-box sealing-note" aria-label={words.title}>
      <p className="sealing-box-title">
        <Icon name="lock" size={18} />
        {words.title}
      </p>
      <p>{words.text(requester)}</p>
      <p className="soft">{words.readable}</p>
      <noscript>
        <p className="sealing-warning">{words.noScripts}</p>
      </noscript>
      <p className="soft sealing-note-key">
        {words.key(requester)} <KeyFingerprint publicKey={publicKey} />
        {words.keyText}
      </p>
    </aside>
  )
}
