import type { ListedConversation } from '@waybill/contract/conversations/desk-endpoints'
import { AgoTime } from '../../../shared/time/ago-time.tsx'
import { Address } from '../../../shared/ui/marks/address.tsx'
import layoutStyles from '../../../shared/ui/styles/layout.module.css'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { useWords } from '../../../shared/words/language.tsx'
import { conversationDeskWords } from './words/conversation-desk-words.ts'

/** Who is asking, since when, and who looks after it. */
export function Who({ of: one }: { of: ListedConversation }) {
  const words = useWords(conversationDeskWords)
  const name = one.fullName || one.email || words.visitor
  const also = [
    one.fullName === '' ? null : one.email,
    one.company,
    one.role ?? (one.email === null ? words.noEmail : words.visitor),
    one.language,
    one.rating === null ? null : words.rated(one.rating),
    one.isMine ? words.mine : one.assignee && words.assigned(one.assignee),
  ].filter((fact): fact is string => Boolean(fact))
  return (
    <span className={layoutStyles.row}>
      <strong>
        <Address of={name} />
      </strong>
      <span className={`${textStyles.soft} ${layoutStyles.small}`}>
        <Address of={also.join(' · ')} /> · <AgoTime at={one.waitingSince ?? one.lastAt} />
      </span>
    </span>
  )
}
