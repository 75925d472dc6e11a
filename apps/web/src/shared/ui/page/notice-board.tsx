import { Link } from '@tanstack/react-router'
import { LaterRefusalWay } from '../../billing/upgrade/later-refusal-way.tsx'
import { useCountdown } from '../../time/use-countdown.ts'
import { useWords } from '../../words/language.tsx'
import { Icon } from '../marks/icons.tsx'
import textStyles from '../styles/text.module.css'
import { shellWords } from '../words/shell-words.ts'
import styles from './notice-board.module.css'
import { dismissNotice, type Notice, useNotices } from './notices.ts'

/**
 * Where messages show: those of `notify`, and those that other parts put into the same place. Reads them aloud; a notice
 * waits while the pointer is on it.
 */
export function NoticeBoard() {
  const words = useWords(shellWords)
  const notices = useNotices()
  return (
    <div id="messages" className={styles.messages}>
      <section aria-label={words.notices} aria-live="polite">
        {notices.map((notice) => (
          <NoticeSlip key={notice.id} notice={notice} closeLabel={words.close} />
        ))}
      </section>
    </div>
  )
}

function NoticeSlip({ notice, closeLabel }: { notice: Notice; closeLabel: string }) {
  const { pause, goOn } = useCountdown(notice.durationMs, notice.id, () => dismissNotice(notice.id))
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointing only keeps the notice longer
    <div
      className={styles.notice}
      data-tone={notice.tone}
      onPointerEnter={pause}
      onPointerLeave={goOn}
      onFocus={pause}
      onBlur={goOn}
    >
      <Icon name={notice.tone === 'plain' ? 'info' : 'warning'} />
      <p>
        <strong>{notice.title}</strong>
        {notice.text && <span>{notice.text}</span>}
        {notice.action && <WayOn action={notice.action} onDone={() => dismissNotice(notice.id)} />}
        {notice.refusal && <LaterRefusalWay {...notice.refusal} onLeave={() => dismissNotice(notice.id)} />}
      </p>
      <button type="button" aria-label={closeLabel} onClick={() => dismissNotice(notice.id)}>
        <Icon name="remove" size={16} />
      </button>
    </div>
  )
}

function WayOn({ action, onDone }: { action: NonNullable<Notice['action']>; onDone: () => void }) {
  if ('to' in action)
    return (
      <Link to={action.to} className={textStyles.quietButton} onClick={onDone}>
        {action.label}
      </Link>
    )
  const press = () => {
    onDone()
    action.press()
  }
  return (
    <button type="button" className={textStyles.quietButton} onClick={press}>
      {action.label}
    </button>
  )
}
