import { PasswordForm, type PasswordFormProps } from '../../../shared/settings/password-form.tsx'
import { useWords } from '../../../shared/words/language.tsx'
import { accountPageWords } from '../words/account-page-words.ts'

/** Asks for the current password of the account. */
export function PasswordAsk(asked: Omit<PasswordFormProps, 'words'>) {
  const { currentPassword, cancel } = useWords(accountPageWords)
  return <PasswordForm {...asked} words={{ password: currentPassword, cancel }} />
}
