import type { User } from '@waybill/contract/identity/profile-endpoints'
import { DEFAULT_EXPIRY_SECONDS, expiryAllowed, expiryOptions } from '@waybill/contract/transfers/expiry'
import { UpgradeLink } from '../billing/upgrade/upgrade-link.tsx'
import { expiriesWords } from '../expiry/words/expiries-words.ts'
import layoutStyles from '../ui/styles/layout.module.css'
import { useWords } from '../words/language.tsx'
import { ChoiceSelect } from './choice-select.tsx'

interface ExpirySelectProps {
  label: string
  role: User['role']
  seconds: number
  onChoose: (seconds: number) => void
}

/** The default expiry; an option that the role may not choose shows as locked. */
export function ExpirySelect({ label, role, seconds, onChoose }: ExpirySelectProps) {
  const expiries = useWords(expiriesWords)
  const choices = expiryOptions.map((option) => ({
    value: option.seconds,
    name: expiries[option.key],
    isBarred: !expiryAllowed(role, option.seconds),
  }))
  return (
    <div className={layoutStyles.stackTight}>
      <ChoiceSelect label={label} value={seconds} choices={choices} onChoose={onChoose} />
      {choices.some(({ isBarred }) => isBarred) && (
        <p>
          <UpgradeLink limit="expiry" need={DEFAULT_EXPIRY_SECONDS + 1} />
        </p>
      )}
    </div>
  )
}

const LANGUAGES = [
  { value: 'en', name: 'English' },
  { value: 'zh', name: '中文' },
] as const
type MailLanguage = (typeof LANGUAGES)[number]['value']

interface MailLanguageSelectProps {
  label: string
  value: MailLanguage
  onChoose: (language: MailLanguage) => void
}

/** The language of mails to people whose language is unknown. */
export function MailLanguageSelect(props: MailLanguageSelectProps) {
  return <ChoiceSelect {...props} choices={LANGUAGES} />
}
