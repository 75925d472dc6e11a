import { Link } from '@tanstack/react-router'
import type { Notification } from '@waybill/contract/notifications/endpoints'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useStore } from '../../shared/state/store.ts'
import { useCountdown } from '../../shared/time/use-countdown.ts'
import { Icon } from '../../shared/ui/marks/icons.tsx'
import { dockMessages } from '../../shared/ui/page/docked-messages.ts'
import layoutStyles from '../../shared/ui/styles/layout.module.css'
import partsStyles from '../../shared/ui/styles/parts.module.css'
import { useLanguage, useWords } from '../../shared/words/language.tsx'
import { KindMark } from './kind-mark.tsx'
import notificationRowStyles from './notification-row.module.css'
import { NotificationWhere } from './notification-row.tsx'
import { sentenceOf, wayOf } from './sentence.ts'
import { TOAST_MS, toasts } from './toast-queue.ts'
import styles from './toasts.module.css'
import { notificationsWords } from './words/notifications-words.ts'

/**
 * Events that happen while somebody watches, in the place of all messages; screen readers read them when nothing else is
 * being read.
 */
export function Toasts() {
  const words = useWords(notificationsWords)
  const shown = useStore(toasts.shown)
  const [place, setPlace] = useState<HTMLElement | null>(null)
  useEffect(() => {
    setPlace(document.getElementById('messages'))
    dockMessages()
  }, [])
  useEffect(() => () => toasts.clear(), [])
  if (place === null) return null
  return createPortal(
    <section aria-label={words.live} aria-live="polite">
      {shown.map((notification) => (
        <Toast key={notification._id} notification={notification} />
      ))}
    </section>,
    place,
  )
}

/** Disappears by itself, unless a pointer or the focus is on it. */
function Toast({ notification }: { notification: Notification }) {
  const words = useWords(notificationsWords)
  const { language } = useLanguage()
  const [isPointed, setPointed] = useState(false)
  const [isFocused, setFocused] = useState(false)
  const dismiss = () => toasts.dismiss(notification._id)
  const { pause, goOn } = useCountdown(TOAST_MS, notification._id, dismiss)
  const isHeld = isPointed || isFocused
  // biome-ignore lint/correctness/useExhaustiveDependencies: the two ways are new with each drawing
  useEffect(() => (isHeld ? pause() : goOn()), [isHeld])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointing only keeps the toast longer
    <div
      className={styles.toast}
      onPointerEnter={() => setPointed(true)}
      onPointerLeave={() => setPointed(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      <Link to={wayOf(notification)} className={notificationRowStyles.notificationWay} onClick={dismiss}>
        <KindMark kind={notification.kind} />
        <span className={`${layoutStyles.large} ${notificationRowStyles.notificationText}`}>
          <span className={notificationRowStyles.notificationSentence}>{sentenceOf(notification, language)}</span>
          <NotificationWhere notification={notification} />
        </span>
      </Link>
      <button type="button" className={partsStyles.iconButton} aria-label={words.close} onClick={dismiss}>
        <Icon name="remove" size={16} />
      </button>
    </div>
  )
}
