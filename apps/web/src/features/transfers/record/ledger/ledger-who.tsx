import type { LedgerEntry } from '@waybill/contract/tracking/endpoints'
import { trackingWords } from '../../../../shared/tracking/words/tracking-words.ts'
import { Address } from '../../../../shared/ui/marks/address.tsx'
import { useWords } from '../../../../shared/words/language.tsx'
import { bySender } from './fold-visits.ts'

export interface WhoProps {
  entry: LedgerEntry
  nameOf: (recipientId: string) => string | null
  /** The name of a sender who is somebody else of the team; null for one's own. */
  sender: string | null
}

/** Who did it; nothing where the server did. */
export function Who({ entry: { kind, actorKind, reason, recipient }, nameOf, sender }: WhoProps) {
  const words = useWords(trackingWords)
  if (recipient === null) {
    if (!bySender.includes(kind)) return null
    return <strong>{reason === 'admin' ? words.admin : (sender ?? words.you)}</strong>
  }
  const name = nameOf(recipient._id) ?? recipient.label
  if (actorKind === 'owner') {
    if (reason === 'team') return <strong>{words.teamAsVisitor}</strong>
    return <strong>{sender === null ? words.youAsVisitor : words.senderAsVisitor(sender)}</strong>
  }
  if (actorKind === 'bot') return <strong>{words.machineAt(name ?? words.linkHolder)}</strong>
  return <strong>{name === null ? words.linkHolder : <Address of={name} />}</strong>
}
