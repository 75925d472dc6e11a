import { AgoTime } from '../ui/ago-time.tsx'
import { useWords } from '../words/language.tsx'
import { trackingWords } from '../words/tracking.ts'
import { stalledSince } from './standing-still.ts'
import { useNewestEntries } from './use-ledger.ts'

export interface Conduct {
  /** By the recipient's id, the instant. */
  stalled: ReadonlyMap<string, string>
  forwarded: ReadonlySet<string>
}

/** What the ledger knows of recipients beside how far each has come. */
export function useConduct(transfer: string): Conduct {
  const newest = useNewestEntries(transfer)
  const forwarded = useNewestEntries(transfer, 'forwarded')
  return {
    stalled: stalledSince(newest),
    forwarded: new Set(forwarded.flatMap(({ recipient }) => recipient?._id ?? [])),
  }
}

interface PersonNoteProps {
  recipientId: string
  conduct: Conduct
  isFinished: boolean
}

/** ' · stalled 14 minutes ago · probably forwarded', or nothing. */
export function PersonNote({ recipientId, conduct, isFinished }: PersonNoteProps) {
  const words = useWords(trackingWords)
  const stalledAt = isFinished ? undefined : conduct.stalled.get(recipientId)
  return (
    <>
      {stalledAt && (
        <span className="person-note">
          {' · '}
          {words.stalled[0]}
          <AgoTime at={stalledAt} />
          {words.stalled[1]}
        </span>
      )}
      {conduct.forwarded.has(recipientId) && <span className="person-note"> · {words.forwarded}</span>}
    </>
  )
}
