import { useWords } from '../../words/language.tsx'
import { Dialog, DialogCloseButton, DialogContent } from '../dialogs/dialog.tsx'
import layoutStyles from '../styles/layout.module.css'
import textStyles from '../styles/text.module.css'
import styles from './keys.module.css'
import { keysWords } from './words/keys-words.ts'

/** The list of the keys, over the page. */
export function KeysSheet({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const words = useWords(keysWords)
  return (
    <Dialog opened={isOpen} onClose={onClose} size={480}>
      <DialogContent label={words.title} isPadded>
        <div className={`${layoutStyles.ends} ${layoutStyles.below}`}>
          <h2>{words.title}</h2>
          <DialogCloseButton aria-label={words.close} />
        </div>
        <dl className={styles.keys}>
          {words.list.map(([key, does]) => (
            <div key={key}>
              <dt>
                <kbd className={textStyles.mono}>{key}</kbd>
              </dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
      </DialogContent>
    </Dialog>
  )
}
