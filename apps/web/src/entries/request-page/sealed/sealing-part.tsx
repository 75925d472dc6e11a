import { SealedNote } from '../../../shared/sealing/note/sealed-note.tsx'
import { sealedNoteWords } from '../../../shared/sealing/note/words/sealed-note-words.ts'
import { useLanguage, useWords } from '../../../shared/words/language.tsx'
import { requesterNameOf } from '../requester-line.tsx'
import { Note } from '../state-notes.tsx'
import { useSessionState } from '../submission-session.tsx'
import { useTaking } from './use-taking.ts'

/**
 * What a supplier must know before files are sealed here, or why this browser cannot seal; nothing where the page takes
 * no files.
 */
export function SealingPart() {
  const words = useWords(sealedNoteWords)
  const { language } = useLanguage()
  const taking = useTaking()
  const { sealing, state, hasRoom, pending, requester } = useSessionState(({ request }) => request)
  const isWanted = (state === 'open' && hasRoom) || pending.length > 0
  if (sealing === null || !isWanted) return null
  if (taking !== 'never')
    return <SealedNote publicKey={sealing.publicKey} requester={requesterNameOf(requester, language)} />
  return (
    <Note icon="warning" email={requester.email}>
      {words.insecure}
    </Note>
  )
}
