import { isLongEnough } from '@waybill/contract/identity/passwords'
import type { User } from '@waybill/contract/identity/profile-endpoints'
import { type FormEvent, useState } from 'react'
import { useMutation } from '../../../shared/api/use-mutation.ts'
import { guessedSentence, useGuessed } from '../../../shared/passwords/use-guessed.ts'
import { AccountPart } from '../../../shared/settings/account-part.tsx'
import { Button } from '../../../shared/ui/fields/button.ts'
import { FailureLine } from '../../../shared/ui/fields/failure-line.tsx'
import { PasswordField } from '../../../shared/ui/fields/password-field.tsx'
import layoutStyles from '../../../shared/ui/styles/layout.module.css'
import { helpPath } from '../../../shared/words/help-path.ts'
import { useWords } from '../../../shared/words/language.tsx'
import { EmailPart } from '../profile/email-part.tsx'
import { accountPageWords } from '../words/account-page-words.ts'
import { PasskeysPart } from './passkeys-part.tsx'
import { SessionsPart } from './sessions-part.tsx'
import { callSteppedUp } from './step-up.ts'
import { StepUpDialog } from './step-up-dialog.tsx'
import { TotpPart } from './totp-part.tsx'

/** How the owner signs in, and where they are signed in. */
export function SecurityTab({ account }: { account: User }) {
  const words = useWords(accountPageWords)
  return (
    <div className={layoutStyles.stack}>
      <PasswordPart account={account} />
      <EmailPart account={account} />
      <TotpPart account={account} />
      <PasskeysPart />
      <SessionsPart />
      <p>
        <a href={helpPath('account-security')} target="_blank" rel="noreferrer">
          {words.securityHelp}
        </a>
      </p>
      <StepUpDialog />
    </div>
  )
}

function PasswordPart({ account }: { account: User }) {
  const words = useWords(accountPageWords)
  const [typed, setTyped] = useState({ currentPassword: '', password: '' })
  const isGuessed = useGuessed(typed.password, account)
  const { isBusy, error, forgive, save } = useMutation()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const isDone = await save(
      () => callSteppedUp('changePassword', { body: typed }, typed.currentPassword),
      words.passwordChanged,
    )
    if (isDone) setTyped({ currentPassword: '', password: '' })
  }
  const write = (change: Partial<typeof typed>) => {
    forgive()
    setTyped((before) => ({ ...before, ...change }))
  }
  return (
    <AccountPart title={words.password} text={words.passwordText}>
      <form onSubmit={(event) => void submit(event)}>
        <PasswordField
          label={words.currentPassword}
          purpose="current"
          value={typed.currentPassword}
          onType={(currentPassword) => write({ currentPassword })}
        />
        <PasswordField
          label={words.newPassword}
          purpose="new"
          error={guessedSentence(isGuessed)}
          value={typed.password}
          onType={(password) => write({ password })}
        />
        <FailureLine>{error}</FailureLine>
        <div className={layoutStyles.row}>
          <Button
            type="submit"
            loading={isBusy}
            disabled={typed.currentPassword === '' || !isLongEnough(typed.password) || isGuessed}
          >
            {words.changePassword}
          </Button>
        </div>
      </form>
    </AccountPart>
  )
}
