import type { User } from '@waybill/contract/identity/profile-endpoints'
import type { ReactNode } from 'react'
import accountPartStyles from '../../../shared/settings/account-part.module.css'
import { AccountPart } from '../../../shared/settings/account-part.tsx'
import { ChoiceSelect } from '../../../shared/settings/choice-select.tsx'
import { ExpirySelect, MailLanguageSelect } from '../../../shared/settings/default-selects.tsx'
import { useSettings } from '../../../shared/settings/use-settings.ts'
import { FailureLine } from '../../../shared/ui/fields/failure-line.tsx'
import layoutStyles from '../../../shared/ui/styles/layout.module.css'
import partsStyles from '../../../shared/ui/styles/parts.module.css'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { useWords } from '../../../shared/words/language.tsx'
import { accountPageWords } from '../words/account-page-words.ts'
import { AccountAlerts } from './account-alerts.tsx'

/** The defaults of a new transfer and a new request, and the sender's alerts. */
export function SendingTab({ account, requestDefaults }: { account: User; requestDefaults: ReactNode }) {
  return (
    <div className={layoutStyles.stack}>
      <DefaultsPart account={account} />
      {requestDefaults}
      <AccountAlerts account={account} />
    </div>
  )
}

function DefaultsPart({ account }: { account: User }) {
  const words = useWords(accountPageWords)
  const { error, change, settings } = useSettings(account, 'transferSettings', words.saved)
  const { expirySeconds, sendAs, language, remindRecipients } = settings
  return (
    <AccountPart title={words.defaults} text={words.defaultsText}>
      <div className={accountPartStyles.accountPartForm}>
        <ExpirySelect
          label={words.defaultExpiry}
          role={account.role}
          seconds={expirySeconds}
          onChoose={(seconds) => change({ expirySeconds: seconds })}
        />
        <ChoiceSelect
          label={words.defaultWay}
          value={sendAs}
          choices={[
            { value: 'email', name: words.wayEmail },
            { value: 'link', name: words.wayLink },
          ]}
          onChoose={(way) => change({ sendAs: way })}
        />
        <MailLanguageSelect
          label={words.mailLanguage}
          value={language}
          onChoose={(chosen) => change({ language: chosen })}
        />
        <label className={partsStyles.tick}>
          <input
            type="checkbox"
            checked={remindRecipients}
            onChange={(event) => change({ remindRecipients: event.currentTarget.checked })}
          />
          <span>
            {words.remind}
            <span className={textStyles.soft}> {words.remindText}</span>
          </span>
        </label>
        <FailureLine>{error}</FailureLine>
      </div>
    </AccountPart>
  )
}
