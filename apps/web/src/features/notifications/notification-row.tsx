import { Link } from '@tanstack/react-router'
import type { Notification } from '@waybill/contract/notifications/endpoints'
import { AgoTime } from '../../shared/time/ago-time.tsx'
import { Icon } from '../../shared/ui/marks/icons.tsx'
import layoutStyles from '../../shared/ui/styles/layout.module.css'
import linesStyles from '../../shared/ui/styles/lines.module.css'
import partsStyles from '../../shared/ui/styles/parts.module.css'
import textStyles from '../../shared/ui/styles/text.module.css'
import { useLanguage, useWords } from '../../shared/words/language.tsx'
import { KindMark } from './kind-mark.tsx'
import styles from './notification-row.module.css'
import { closePanel } from './panel-state.ts'
import { placeOf, sentenceOf, wayOf } from './sentence.ts'
import { notificationsWords } from './words/notifications-words.ts'

interface NotificationRowProps {
  notification: Notification
  onRemove: () => void
}

/** One event: the link to its transfer or request, and a button that removes it. */
export function NotificationRow({ notification, onRemove }: NotificationRowProps) {
  const words = useWords(notificationsWords)
  const { language } = useLanguage()
  const { kind, read } = notification
  const sentence = sentenceOf(notification, language)
  return (
    <li className={`${layoutStyles.ruled} ${styles.notification}`} data-unread={!read || undefined}>
      <Link to={wayOf(notification)} className={styles.notificationWay} onClick={closePanel}>
        <KindMark kind={kind} />
        <span className={`${layoutStyles.large} ${styles.notificationText}`}>
          <span className={styles.notificationSentence}>
            {sentence}
            {!read && <span className={textStyles.unseen}> ({words.unread})</span>}
          </span>
          <NotificationWhere notification={notification} />
        </span>
      </Link>
      <button type="button" className={partsStyles.iconButton} title={words.remove} onClick={onRemove}>
        <span className={textStyles.unseen}>{words.removeOf(sentence)}</span>
        <Icon name="remove" size={16} />
      </button>
    </li>
  )
}

/** When, where, and for which transfer or request. */
export function NotificationWhere({ notification }: { notification: Notification }) {
  const { language } = useLanguage()
  const place = placeOf(notification, language)
  const title = notification.title ?? notification.transferTitle
  return (
    <span className={`${textStyles.soft} ${layoutStyles.small} ${layoutStyles.wrap} ${styles.notificationWhere}`}>
      <AgoTime at={notification.dlDate} />
      {place && <span>{place}</span>}
      {title === null ? (
        <span className={textStyles.mono}>{notification.slug}</span>
      ) : (
        <span className={`${layoutStyles.cut} ${linesStyles.shrinks}`}>{title}</span>
      )}
    </span>
  )
}
