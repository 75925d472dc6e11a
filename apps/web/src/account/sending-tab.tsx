import { expiryAllowed, expiryOptions } from '@waybill/contract/expiry'
import type { TransferSettings, User } from '@waybill/contract/profile'
import { setAccount } from '../accounts/session.ts'
import { AccountAlerts } from '../alerts/account-alerts.tsx'
import { call } from '../api/client.ts'
import { RequestDefaults } from '../requests/request-defaults.tsx'
import { useWish } from '../ui/use-wish.ts'
import { accountPageWords } from '../words/account-page.ts'
import { useWords } from '../words/language.tsx'
import { quickSendWords } from '../words/quick-send.ts'
import { AccountPart } from './account-part.tsx'
import { useSaving } from './use-saving.ts'

/** What a new transfer and a new request begin with, and what its sender hears of it. */
export function SendingTab({ account }: { account: User }) {
  return (
    <div className="account-parts">
      <DefaultsPart account={account} />
      <RequestDefaults account={account} />
      <AccountAlerts account={account} />
    </div>
  )
}

function DefaultsPart({ account }: { account: User }) {
  const words = useWords(accountPageWords)
  const { expiries } = useWords(quickSendWords)
  const { error, save } = useSaving()
  const [wished, wish] = useWish<Partial<TransferSettings>>({}, (transferSettings) =>
    save(async () => setAccount((await call('updateProfile', { body: { transferSettings } })).user), words.saved),
  )
  const { expirySeconds, sendAs, language, remindRecipients } = { ...account.transferSettings, ...wished }
  // One choice after the other, however fast: none takes back what was chosen before it.
  const change = (next: Partial<TransferSettings>) => wish({ ...wished, ...next })
  return (
    <AccountPart title={words.defaults} text={words.defaultsText}>
      <div className="account-part-form">
        <label className="field">
          <span className="field-head">{words.defaultExpiry}</span>
          <select
            className="text-field"
            value={expirySeconds}
            onChange={(event) => change({ expirySeconds: Number(event.currentTarget.value) })}
          >
            {expiryOptions.map(({ key, seconds }) => (
              <option key={key} value={seconds} disabled={!expiryAllowed(account.role, seconds)}>
                {expiries[key]}
              </option>
            ))}
          </select>
        </label>
        <label className="field">
          <span className="field-head">{words.defaultWay}</span>
          <select
            className="text-field"
            value={sendAs}
            onChange={(event) => change({ sendAs: event.currentTarget.value as TransferSettings['sendAs'] })}
          >
            <option value="email">{words.wayEmail}</option>
            <option value="link">{words.wayLink}</option>
          </select>
        </label>
        <label className="field">
          <span className="field-head">{words.mailLanguage}</span>
          <select
            className="text-field"
            value={language}
            onChange={(event) => change({ language: event.currentTarget.value as TransferSettings['language'] })}
          >
            <option value="en">English</option>
            <option value="zh">中文</option>
          </select>
        </label>
        <label className="account-part-tick">
          <input
            type="checkbox"
            checked={remindRecipients}
            onChange={(event) => change({ remindRecipients: event.currentTarget.checked })}
          />
          <span>
            {words.remind}
            <span className="soft"> {words.remindText}</span>
          </span>
        </label>
        <p className="account-part-error" role="alert">
          {error}
        </p>
      </div>
    </AccountPart>
  )
}
