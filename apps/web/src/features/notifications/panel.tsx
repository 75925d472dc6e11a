import { useRef, useState } from 'react'
import { failureSentence } from '../../shared/api/problem-words.ts'
import { Button } from '../../shared/ui/fields/button.ts'
import { ListMore } from '../../shared/ui/lists/list-more.tsx'
import { Icon } from '../../shared/ui/marks/icons.tsx'
import layoutStyles from '../../shared/ui/styles/layout.module.css'
import partsStyles from '../../shared/ui/styles/parts.module.css'
import textStyles from '../../shared/ui/styles/text.module.css'
import { useLanguage, useWords } from '../../shared/words/language.tsx'
import bellStyles from './bell.module.css'
import { NotificationRow } from './notification-row.tsx'
import styles from './panel.module.css'
import { clearNotifications, type NotificationList, removeNotification, useNotifications } from './use-notifications.ts'
import { notificationsWords } from './words/notifications-words.ts'

/** All notifications of the account, the newest first. `onClose`: where the panel covers the page. */
export function NotificationPanel({ onClose }: { onClose?: () => void }) {
  const words = useWords(notificationsWords)
  const list = useNotifications()
  const [isAsking, setAsking] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const rows = useRef<HTMLUListElement>(null)
  const clear = () => {
    setAsking(false)
    heading.current?.focus()
    void clearNotifications()
  }
  const remove = (index: number) => {
    const buttons = rows.current?.querySelectorAll<HTMLElement>('.notification-remove') ?? []
    const next = buttons[index + 1] ?? buttons[index - 1] ?? heading.current
    next?.focus()
    const gone = list.rows[index]
    if (gone) void removeNotification(gone)
  }
  return (
    <>
      <header className={styles.notificationHead}>
        <h2 ref={heading} tabIndex={-1} data-autofocus>
          {words.title}
        </h2>
        {list.rows.length > 0 && !isAsking && (
          <button type="button" className={textStyles.quietButton} onClick={() => setAsking(true)}>
            {words.clearAll}
          </button>
        )}
        {onClose && (
          <button type="button" className={partsStyles.iconButton} aria-label={words.close} onClick={onClose}>
            <Icon name="remove" />
          </button>
        )}
      </header>
      {isAsking && <ClearQuestion onClear={clear} onKeep={() => setAsking(false)} />}
      <div className={bellStyles.notificationScroll}>
        {list.rows.length > 0 ? (
          <ul ref={rows} className="notification-rows">
            {list.rows.map((notification, index) => (
              <NotificationRow key={notification._id} notification={notification} onRemove={() => remove(index)} />
            ))}
          </ul>
        ) : (
          <Instead list={list} />
        )}
        <ListMore list={list} label={words.loadMore} />
      </div>
    </>
  )
}

/** Asked in the panel itself: a dialog over it would count as leaving it. */
function ClearQuestion({ onClear, onKeep }: { onClear: () => void; onKeep: () => void }) {
  const words = useWords(notificationsWords)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset asks for fields
    <div className={`${layoutStyles.row} ${styles.notificationQuestion}`} role="group" aria-label={words.clearTitle}>
      <p>{words.clearTitle}</p>
      <Button variant="default" size="sm" onClick={onKeep} autoFocus>
        {words.keep}
      </Button>
      <Button size="sm" onClick={onClear}>
        {words.clear}
      </Button>
    </div>
  )
}

function Instead({ list }: { list: NotificationList }) {
  const words = useWords(notificationsWords)
  const { language } = useLanguage()
  if (list.error) {
    return (
      <div className={`${layoutStyles.stackTight} ${layoutStyles.starts} ${styles.notificationInstead}`} role="alert">
        <p>{failureSentence(language, list.error)}</p>
        <Button variant="default" onClick={list.retry}>
          {words.again}
        </Button>
      </div>
    )
  }
  if (list.isLoading) return <div className={partsStyles.waiting} role="status" aria-label={words.loading} />
  return (
    <div className={`${layoutStyles.stackTight} ${layoutStyles.starts} ${styles.notificationInstead}`}>
      <p>
        <strong>{words.emptyTitle}</strong>
      </p>
      <p className={textStyles.soft}>{words.emptyText}</p>
    </div>
  )
}
