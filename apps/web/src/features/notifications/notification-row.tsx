import { Link } from '@tanstack/react-router'
import type { Notification } from '@waybill/contract/notifications/endpoints'
import { AgoTime } from '../../shared/time/ago-time.tsx'
import { Icon } from '../../shared/ui/marks/icons.tsx'
import { useLanguage, useWords } from '../../shared/words/language.tsx'
import { KindMark } from './kind-mark.tsx'
import { notificationsWords } from './words/notifications-words.ts'
import './notification-row.css'
import { closePanel } from './panel-state.ts'
import { placeOf, sentenceOf, wayOf } from './sentence.ts'

interface NotificationRowProps {
  notification: Notification
  onRemove: () => void
}

/** One thing that happened: the way to its transfer or request, and a way to be rid of it. */
export function NotificationRow({ notification, onRemove }: NotificationRowProps) {
  const words = useWords(notificationsWords)
  const { language } = useLanguage()
  const { kind, read } = notification
  const sentence = sentenceOf(notification, language)
  return (
    <li className="notification" data-unread={!read || undefined}>
      <Link to={wayOf(notification)} className="notification-way" onClick={closePanel}>
        <KindMark kind={kind} />
        <span className="notification-text">
          <span className="notification-sentence">
            {sentence}
            {!read && <span className="unseen"> ({words.unread})</span>}
          </span>
          <NotificationWhere notification={notification} />
        </span>
      </Link>
      <button type="button" className="notification-remove" title={words.remove} onClick={onRemove}>
        <span className="unseen">{words.removeOf(sentence)}</span>
        <Icon name="remove" size={16} />
      </button>
    </li>
  )
}

/** When, where, and of which transfer or request. */
export function NotificationWhere({ notification }: { notification: Notification }) {
  const { language } = useLanguage()
  const place = placeOf(notification, language)
  return (
    <span className="notification-where">
      <AgoTime at={notification.dlDate} />
      {place && <span>{place}</span>}
      {notification.title === null ? (
        <span className="mono">{notification.slug}</span>
      ) : (
        <span className="notification-title">{notification.title}</span>
      )}
    </span>
  )
}
