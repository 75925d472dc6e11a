import type { User } from '@waybill/contract/identity/profile-endpoints'
import type { IdentityRule, RequestSettings } from '@waybill/contract/requests/shapes'
import { supplierNouns } from '@waybill/contract/requests/supplier-noun'
import accountPartStyles from '../../../shared/settings/account-part.module.css'
import { AccountPart } from '../../../shared/settings/account-part.tsx'
import { ChoiceSelect } from '../../../shared/settings/choice-select.tsx'
import { ExpirySelect, MailLanguageSelect } from '../../../shared/settings/default-selects.tsx'
import { useSettings } from '../../../shared/settings/use-settings.ts'
import { FailureLine } from '../../../shared/ui/fields/failure-line.tsx'
import partsStyles from '../../../shared/ui/styles/parts.module.css'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { useLanguage, useWords } from '../../../shared/words/language.tsx'
import { requestWordsOf, SupplierNounContext, useRequestWords } from '../request-words.ts'
import { requestsWords } from '../words/requests-words.ts'
import { ReminderDays } from './deadline/reminder-days.tsx'
import { requestFormWords } from './words/request-form-words.ts'

/** The defaults of the account's new requests, and whether it gets mails about submissions. */
export function RequestDefaults({ account }: { account: User }) {
  const words = useWords(requestsWords)
  const { language } = useLanguage()
  const form = requestWordsOf(requestFormWords, language, account.requestSettings.supplierNoun)
  const { error, change, settings } = useSettings(account, 'requestSettings', form.saved)
  const { reminders, reminderDays, notices } = settings
  return (
    <AccountPart title={words.defaults} text={words.defaultsText}>
      <div className={accountPartStyles.accountPartForm}>
        <SupplierNounContext value={settings.supplierNoun}>
          <Selects account={account} settings={settings} onChange={change} />
        </SupplierNounContext>
        <label className={partsStyles.tick}>
          <input
            type="checkbox"
            checked={reminders}
            onChange={(event) => change({ reminders: event.currentTarget.checked })}
          />
          <span>
            {form.reminders} <span className={textStyles.soft}>{form.remindersHint}</span>
          </span>
        </label>
        {reminders && <ReminderDays days={reminderDays} onChoose={(days) => change({ reminderDays: days })} />}
        <label className={partsStyles.tick}>
          <input
            type="checkbox"
            checked={notices}
            onChange={(event) => change({ notices: event.currentTarget.checked })}
          />
          <span>{words.notices}</span>
        </label>
        <FailureLine>{error}</FailureLine>
      </div>
    </AccountPart>
  )
}

interface SelectsProps {
  account: User
  settings: RequestSettings
  onChange: (next: Partial<RequestSettings>) => void
}

function Selects({ account, settings, onChange }: SelectsProps) {
  const words = useWords(requestsWords)
  const form = useRequestWords(requestFormWords)
  const identities = (Object.keys(form.identities) as IdentityRule[]).map((rule) => ({
    value: rule,
    name: form.identities[rule].name,
  }))
  return (
    <>
      <ExpirySelect
        label={words.defaultExpiry}
        role={account.role}
        seconds={settings.expirySeconds}
        onChoose={(expirySeconds) => onChange({ expirySeconds })}
      />
      <ChoiceSelect
        label={words.defaultIdentity}
        value={settings.identity}
        choices={identities}
        onChoose={(identity) => onChange({ identity })}
      />
      <ChoiceSelect
        label={words.defaultRule}
        value={settings.deadlineRule}
        choices={[
          { value: 'fixed', name: form.ruleFixed },
          { value: 'supplier', name: form.ruleSupplier },
        ]}
        onChoose={(deadlineRule) => onChange({ deadlineRule })}
      />
      <ChoiceSelect
        label={words.nounLabel}
        value={settings.supplierNoun}
        choices={supplierNouns.map((noun) => ({ value: noun, name: words.nouns[noun] }))}
        onChoose={(supplierNoun) => onChange({ supplierNoun })}
      />
      <MailLanguageSelect
        label={words.mailLanguage}
        value={settings.language}
        onChoose={(language) => onChange({ language })}
      />
    </>
  )
}
