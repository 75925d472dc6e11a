import type { AlertMode } from '@waybill/contract/tracking/alerts'
import type { User } from '@waybill/contract/identity/profile-endpoints'
import { AccountPart } from '../account/account-part.tsx'
import { useSaving } from '../account/use-saving.ts'
import { setAccount } from '../accounts/session.ts'
import { call } from '../api/client.ts'
import { alertWords } from '../words/alerts.ts'
import { useWords } from '../words/language.tsx'
import { AlertSelect } from './alert-select.tsx'
import { AlertsOff } from './alerts-off.tsx'

/** What an account is mailed of, where a transfer has no choice of its own. */
export function AccountAlerts({ account }: { account: User }) {
  const words = useWords(alertWords)
  const { error, save } = useSaving()
  const { alerts } = account.transferSettings
  const choose = (mode: AlertMode | null) =>
    save(async () => {
      const body = { transferSettings: { alerts: mode ?? 'finished' } }
      setAccount((await call('updateProfile', { body })).user)
    }, words.saved)
  return (
    <AccountPart title={words.title} text={words.accountText}>
      <div className="account-part-form">
        {alerts === 'none' && <AlertsOff text={words.accountOff} onAgain={() => void choose('finished')} />}
        <AlertSelect label={words.label} mode={alerts} onChoose={choose} />
        <p className="account-part-error" role="alert">
          {error}
        </p>
      </div>
    </AccountPart>
  )
}
