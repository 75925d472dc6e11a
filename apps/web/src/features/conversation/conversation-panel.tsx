import { Drawer, SidePanel } from '../../shared/ui/dialogs/side-panel.tsx'
import { useWiderThan } from '../../shared/ui/page/use-wider-than.ts'
import layoutStyles from '../../shared/ui/styles/layout.module.css'
import { useWords } from '../../shared/words/language.tsx'
import styles from './conversation.module.css'
import { ConversationPart } from './conversation-part.tsx'
import { conversationWords } from './words/conversation-words.ts'

/** The conversation beside the page; on a phone a sheet over it. */
export function ConversationPanel({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const words = useWords(conversationWords)
  const hasRoom = useWiderThan(600)
  return (
    <SidePanel
      opened={isOpen}
      onClose={onClose}
      position={hasRoom ? 'right' : 'bottom'}
      size={hasRoom ? 440 : '92%'}
      transitionProps={{ duration: 160 }}
    >
      <Drawer.Overlay />
      <Drawer.Content aria-label={words.title}>
        <Drawer.Body className={styles.conversationPanel}>
          <header className={layoutStyles.ends}>
            <h2>{words.title}</h2>
            <Drawer.CloseButton aria-label={words.close} iconSize={20} />
          </header>
          <ConversationPart />
        </Drawer.Body>
      </Drawer.Content>
    </SidePanel>
  )
}
