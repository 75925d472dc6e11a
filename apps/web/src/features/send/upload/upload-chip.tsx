import { useNavigate } from '@tanstack/react-router'
import { useAccount } from '../../../shared/api/session.ts'
import { useQuickSend } from '../../../shared/drafts/quick-send-state.ts'
import { showSendSheet } from '../../../shared/drafts/send-sheet-state.ts'
import { Icon } from '../../../shared/ui/marks/icons.tsx'
import { useBeforeTitle } from '../../../shared/ui/page/before-title.ts'
import { shellWords } from '../../../shared/ui/words/shell-words.ts'
import { partSent } from '../../../shared/upload/upload-figures.tsx'
import { useWords } from '../../../shared/words/language.tsx'
import styles from './upload-chip.module.css'

/** At the bottom of the page; a click leads back to the form. */
export function UploadChip() {
  const words = useWords(shellWords)
  const progress = useQuickSend((state) => state.progress)
  const account = useAccount()
  const navigate = useNavigate()
  const percent = Math.floor(partSent(progress) * 100)
  const isOffline = progress?.status === 'paused-offline'
  useBeforeTitle(`${percent}% · `)
  const goBack = async () => {
    if (!account) return navigate({ to: '/' })
    if (!location.pathname.startsWith('/dash')) await navigate({ to: '/dash' })
    showSendSheet(true)
  }
  return (
    <button
      type="button"
      className={styles.uploadChip}
      data-offline={isOffline || undefined}
      onClick={() => void goBack()}
    >
      <span className={styles.uploadChipBar} style={{ width: `${percent}%` }} />
      <Icon name={isOffline ? 'warning' : 'add'} size={16} />
      {isOffline ? words.uploadOffline(percent) : words.uploadRunning(percent)}
    </button>
  )
}
