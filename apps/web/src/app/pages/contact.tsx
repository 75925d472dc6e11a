import styles from '../../features/conversation/conversation.module.css'
import { ConversationPart } from '../../features/conversation/conversation-part.tsx'
import { conversationWords } from '../../features/conversation/words/conversation-words.ts'
import { usePageTitle } from '../../shared/ui/page/page-title.ts'
import layoutStyles from '../../shared/ui/styles/layout.module.css'
import partsStyles from '../../shared/ui/styles/parts.module.css'
import { useWords } from '../../shared/words/language.tsx'

/** The conversation as a page: for mails, and for links that are followed before the panel's code is there. */
export function ContactPage() {
  const words = useWords(conversationWords)
  usePageTitle(words.title)
  return (
    <div className={`${styles.contactPage} ${layoutStyles.stack}`}>
      <h1>{words.title}</h1>
      <div className={partsStyles.paper}>
        <ConversationPart />
      </div>
    </div>
  )
}
