import { expiryAllowed, expiryOptions } from '@waybill/contract/expiry'
import type { User } from '@waybill/contract/profile'
import type { IdentityRule, RequestSettings } from '@waybill/contract/request-shapes'
import { AccountPart } from '../account/account-part.tsx'
import { useSaving } from '../account/use-saving.ts'
import { setAccount } from '../accounts/session.ts'
import { call } from '../api/client.ts'
import { useWish } from '../ui/use-wish.ts'
import { accountPageWords } from '../words/account-page.ts'
import { useWords } from '../words/language.tsx'
import { quickSendWords } from '../words/quick-send.ts'
import { requestFormWords } from '../words/request-form.ts'
import { requestsWords } from '../words/requests.ts'
import { ReminderDays } from './reminder-days.tsx'
import './request-defaults.css'

/** What the account's new requests begin with, and whether it is mailed of answers. */
export function RequestDefaults({ account }: { account: User }) {
  const words = useWords(requestsWords)
  const form = useWords(requestFormWords)
  const { error, change, settings } = useSettings(account)
  const { reminders, reminderDays, notices } = settings
  return (
    <AccountPart title={words.defaults} text={words.defaultsText}>
      <div className="account-part-form">
        <Selects account={account} settings={settings} onChange={change} />
        <label className="account-part-tick">
          <input
            type="checkbox"
            checked={reminders}
            onChange={(event) => change({ reminders: event.currentTarget.checked })}
          />
          <span>
            {form.reminders} <span className="soft">{form.remindersHint}</span>
          </span>
        </label>
        {reminders && <ReminderDays days={reminderDays} onChoose={(days) => change({ reminderDays: days })} />}
        <label className="account-part-tick">
          <input
            type="checkbox"
            checked={notices}
            onChange={(event) => change({ notices: event.currentTarget.checked })}
          />
          <span>{words.notices}</span>
        </label>
        <p className="account-part-error" role="alert">
          {error}
        </p>
      </div>
    </AccountPart>
  )
}

/** One choice after the other, however fast: none takes back what was chosen before it. */
function useSettings(account: User) {
  const { saved } = useWords(accountPageWords)
  const { error, save } = useSaving()
  const [wished, wish] = useWish<Partial<RequestSettings>>({}, (requestSettings) =>
    save(async () => setAccount((await call('updateProfile', { body: { requestSettings } })).user), saved),
  )
  const change = (next: Partial<RequestSettings>) => wish({ ...wished, ...next })
  return { error, change, settings: { ...account.requestSettings, ...wished } }
}

interface SelectsProps {
  account: User
  settings: RequestSettings
  onChange: (next: Partial<RequestSettings>) => void
}

function Selects({ account, settings, onChange }: SelectsProps) {
  const words = useWords(requestsWords)
  const form = useWords(requestFormWords)
  const { expiries } = useWords(quickSendWords)
  return (
    <>
      <label className="field">
        <span className="field-head">{words.defaultExpiry}</span>
        <select
          className="text-field"
          value={settings.expirySeconds}
          onChange={(event) => onChange({ expirySeconds: Number(event.currentTarget.value) })}
        >
          {expiryOptions.map(({ key, seconds }) => (
            <option key={key} value={seconds} disabled={!expiryAllowed(account.role, seconds)}>
              {expiries[key]}
            </option>
          ))}
        </select>
      </label>
      <label className="field">
        <span className="field-head">{words.defaultIdentity}</span>
        <select
          className="text-field"
          value={settings.identity}
          onChange={(event) => onChange({ identity: event.currentTarget.value as IdentityRule })}
        >
          {Object.entries(form.identities).map(([rule, { name }]) => (
            <option key={rule} value={rule}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label className="field">
        <span className="field-head">{words.defaultRule}</span>
        <select
          className="text-field"
          value={settings.deadlineRule}
          onChange={(event) => onChange({ deadlineRule: event.currentTarget.value as RequestSettings['deadlineRule'] })}
        >
          <option value="fixed">{form.ruleFixed}</option>
          <option value="supplier">{form.ruleSupplier}</option>
        </select>
      </label>
      <label className="field">
        <span className="field-head">{words.mailLanguage}</span>
        <select
          className="text-field"
          value={settings.language}
          onChange={(event) => onChange({ language: event.currentTarget.value as RequestSettings['language'] })}
        >
          <option value="en">English</option>
          <option value="zh">中文</option>
        </select>
      </label>
    </>
  )
}
