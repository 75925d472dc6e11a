import { AlertSelect } from '../../../shared/alerts/alert-select.tsx'
import { useAccount } from '../../../shared/api/session.ts'
import { change } from '../../../shared/drafts/change-draft.ts'
import { useQuickSend } from '../../../shared/drafts/quick-send-state.ts'
import { useWords } from '../../../shared/words/language.tsx'
import { optionsWords } from './words/options-words.ts'

/** What the sender gets mails about; for accounts. */
export function AlertsChoice() {
  const words = useWords(optionsWords)
  const account = useAccount()
  const alerts = useQuickSend((state) => state.draft.options.alerts)
  if (!account) return null
  return (
    <AlertSelect
      label={words.alerts}
      mode={alerts}
      ofAccount={account.transferSettings.alerts}
      onChoose={async (mode) => change({ kind: 'choose-options', options: { alerts: mode } })}
    />
  )
}
