import type { User } from '@waybill/contract/identity/profile-endpoints'
import type { AlertMode } from '@waybill/contract/tracking/alerts'
import { AlertSelect } from '../../../shared/alerts/alert-select.tsx'
import { AlertsOff } from '../../../shared/alerts/alerts-off.tsx'
import { alertWords } from '../../../shared/alerts/words/alerts-words.ts'
import { call } from '../../../shared/api/client.ts'
import { setAccount } from '../../../shared/api/session.ts'
import { useMutation } from '../../../shared/api/use-mutation.ts'
import accountPartStyles from '../../../shared/settings/account-part.module.css'
import { AccountPart } from '../../../shared/settings/account-part.tsx'
import { FailureLine } from '../../../shared/ui/fields/failure-line.tsx'
import { useWords } from '../../../shared/words/language.tsx'

/** What an account gets mails about, where a transfer has no separate setting. */
export function AccountAlerts({ account }: { account: User }) {
  const words = useWords(alertWords)
  const { error, save } = useMutation()
  const { alerts } = account.transferSettings
  const choose = (mode: AlertMode | null) =>
    save(async () => {
      const body = { transferSettings: { alerts: mode ?? 'finished' } }
      setAccount((await call('updateProfile', { body })).user)
    }, words.saved)
  return (
    <AccountPart title={words.title} text={words.accountText}>
      <div className={accountPartStyles.accountPartForm}>
        {alerts === 'none' && <AlertsOff text={words.accountOff} onAgain={() => void choose('finished')} />}
        <AlertSelect label={words.label} mode={alerts} onChoose={choose} />
        <FailureLine>{error}</FailureLine>
      </div>
    </AccountPart>
  )
}
