import { useRef, useState } from 'react'
import { failureSentence } from '../../shared/api/problem-words.ts'
import { useAccount } from '../../shared/api/session.ts'
import { Button } from '../../shared/ui/fields/button.ts'
import fieldStyles from '../../shared/ui/fields/field.module.css'
import { ListMore } from '../../shared/ui/lists/list-more.tsx'
import { Icon } from '../../shared/ui/marks/icons.tsx'
import layoutStyles from '../../shared/ui/styles/layout.module.css'
import linesStyles from '../../shared/ui/styles/lines.module.css'
import partsStyles from '../../shared/ui/styles/parts.module.css'
import textStyles from '../../shared/ui/styles/text.module.css'
import { useLanguage, useWords } from '../../shared/words/language.tsx'
import bellStyles from './bell.module.css'
import { NotificationRow } from './notification-row.tsx'
import styles from './panel.module.css'
import {
  clearNotifications,
  type NewsAbout,
  type NotificationList,
  removeNotification,
  useNotifications,
} from './use-notifications.ts'
import { notificationsWords } from './words/notifications-words.ts'

/** All notifications of the account, the newest first. `onClose`: where the panel covers the page. */
export function NotificationPanel({ onClose }: { onClose?: () => void }) {
  const words = useWords(notificationsWords)
  const [about, setAbout] = useState<NewsAbout>('all')
  const list = useNotifications(about)
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
      <header className={`${linesStyles.lineTight} ${styles.notificationHead}`}>
        <h2 ref={heading} tabIndex={-1} data-autofocus>
          {words.title}
        </h2>
        {list.rows.length > 0 && about === 'all' && !isAsking && (
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
      <AboutFilter about={about} onChoose={setAbout} />
      <div className={bellStyles.notificationScroll}>
        {list.rows.length > 0 ? (
          <ul ref={rows} className="notification-rows">
            {list.rows.map((notification, index) => (
              <NotificationRow key={notification._id} notification={notification} onRemove={() => remove(index)} />
            ))}
          </ul>
        ) : (
          <Instead list={list} isAll={about === 'all'} />
        )}
        <ListMore list={list} label={words.loadMore} />
      </div>
    </>
  )
}

/** In a team: everything, what others share, or what is about the things of one of them. */
function AboutFilter({ about, onChoose }: { about: NewsAbout; onChoose: (about: NewsAbout) => void }) {
  const words = useWords(notificationsWords)
  const account = useAccount()
  const others = (account?.team ?? []).filter(({ _id }) => _id !== account?._id)
  if (others.length === 0) return null
  return (
    <div className={styles.notificationFilter}>
      <select
        className={fieldStyles.textField}
        aria-label={words.aboutLabel}
        value={typeof about === 'string' ? about : about.member}
        onChange={({ currentTarget: { value } }) =>
          onChoose(value === 'all' || value === 'shared' ? value : { member: value })
        }
      >
        <option value="all">{words.aboutAll}</option>
        <option value="shared">{words.aboutShared}</option>
        {others.map(({ _id, fullName, email }) => (
          <option key={_id} value={_id}>
            {words.aboutMember(fullName || email)}
          </option>
        ))}
      </select>
    </div>
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

function Instead({ list, isAll }: { list: NotificationList; isAll: boolean }) {
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
  if (!isAll) return <p className={`${textStyles.soft} ${styles.notificationInstead}`}>{words.noneOfThese}</p>
  return (
    <div className={`${layoutStyles.stackTight} ${layoutStyles.starts} ${styles.notificationInstead}`}>
      <p>
        <strong>{words.emptyTitle}</strong>
      </p>
      <p className={textStyles.soft}>{words.emptyText}</p>
    </div>
  )
}
