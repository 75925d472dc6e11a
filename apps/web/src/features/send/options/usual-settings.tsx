import type { User } from '@waybill/contract/identity/profile-endpoints'
import { DEFAULT_EXPIRY_SECONDS } from '@waybill/contract/transfers/expiry'
import { call } from '../../../shared/api/client.ts'
import { mutate } from '../../../shared/api/mutate.ts'
import { setAccount, useAccount } from '../../../shared/api/session.ts'
import { change } from '../../../shared/drafts/change-draft.ts'
import { useQuickSend } from '../../../shared/drafts/quick-send-state.ts'
import { notify } from '../../../shared/ui/page/notices.ts'
import layoutStyles from '../../../shared/ui/styles/layout.module.css'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { useWords } from '../../../shared/words/language.tsx'
import { senderOf } from '../upload/follow-account.ts'
import { optionsWords } from './words/options-words.ts'

type Settings = Omit<User['transferSettings'], 'language'>

/** Of an account that has chosen nothing. */
const standard: Settings = {
  expirySeconds: DEFAULT_EXPIRY_SECONDS,
  sendAs: 'email',
  alerts: 'finished',
  remindRecipients: false,
  onlyProven: false,
  downloadLimit: null,
}

/** Keeps the chosen options as the account's defaults, on every device; never the password or the time. */
export function UsualSettings() {
  const words = useWords(optionsWords)
  const account = useAccount()
  const { expirySeconds, sendAs, remindRecipients, shareWith, options } = useQuickSend((state) => state.draft)
  if (!account) return null
  const { onlyProven, downloadLimit, alerts } = options
  const usual = account.transferSettings
  const chosen = { expirySeconds, sendAs, remindRecipients, onlyProven, downloadLimit, alerts: alerts ?? usual.alerts }
  const save = async (transferSettings: Settings, said: string) => {
    const answer = await mutate(() => call('updateProfile', { body: { transferSettings } }))
    if (answer === null) return
    setAccount(answer.user)
    change({ kind: 'become', sender: senderOf(answer.user) })
    change({ kind: 'choose-expiry', seconds: senderOf(answer.user).expirySeconds })
    change({ kind: 'choose-way', sendAs: transferSettings.sendAs })
    change({ kind: 'choose-reminder', remindRecipients: transferSettings.remindRecipients })
    const { onlyProven, downloadLimit } = transferSettings
    // A form without files begins anew with the sender, but what is no default was chosen for this transfer.
    change({ kind: 'choose-options', options: { ...options, onlyProven, downloadLimit, alerts: null } })
    change({ kind: 'share-with', shareWith })
    notify({ title: said, text: transferSettings.alerts === usual.alerts ? undefined : words.alertsOfAll })
  }
  return (
    <div className={`${layoutStyles.row} ${layoutStyles.gapLines}`}>
      {differs(chosen, usual) && (
        <button type="button" className={textStyles.quietButton} onClick={() => void save(chosen, words.usualSaved)}>
          {words.makeUsual}
        </button>
      )}
      {differs(standard, usual) && (
        <button type="button" className={textStyles.quietButton} onClick={() => void save(standard, words.usualReset)}>
          {words.resetUsual}
        </button>
      )}
    </div>
  )
}

const differs = (some: Settings, others: Settings) =>
  (Object.keys(standard) as Array<keyof Settings>).some((name) => some[name] !== others[name])
