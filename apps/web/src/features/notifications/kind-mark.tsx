import type { Notification } from '@waybill/contract/notifications/endpoints'
import { Drawing, Icon, type IconName } from '../../shared/ui/marks/icons.tsx'
import textStyles from '../../shared/ui/styles/text.module.css'
import notificationRowStyles from './notification-row.module.css'

/** Separate from ui/icons.tsx, which the home page loads. */
export const drawings = {
  bell: 'M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 2h-15L6 16.5ZM10 20.5a2.2 2.2 0 0 0 4 0',
  eye: 'M2.5 12s3.5-6 9.5-6 9.5 6 9.5 6-3.5 6-9.5 6-9.5-6-9.5-6ZM12 9.3a2.7 2.7 0 1 0 0 5.4 2.7 2.7 0 0 0 0-5.4Z',
  pause: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17ZM10 9v6M14 9v6',
} as const

const icons: Partial<Record<Notification['kind'], IconName>> = {
  finished: 'done',
  bounced: 'warning',
  forwarded: 'people',
  expired: 'clock',
  broke_off: 'warning',
  arrived: 'done',
  dropped: 'warning',
  extension_requested: 'clock',
  access_requested: 'people',
  answered: 'download',
  completed: 'done',
  shared: 'people',
  assigned: 'people',
}

/** The kind of news, with its colour. Decorative: the sentence says it. */
export function KindMark({ kind }: { kind: Notification['kind'] }) {
  const icon = icons[kind]
  return (
    <span
      className={`${textStyles.soft} ${notificationRowStyles.notificationMark}`}
      data-kind={kind}
      aria-hidden="true"
    >
      {icon ? (
        <Icon name={icon} size={18} />
      ) : (
        <Drawing path={drawings[kind === 'opened' ? 'eye' : 'pause']} size={18} />
      )}
    </span>
  )
}
