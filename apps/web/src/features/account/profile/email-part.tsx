import { CODE_LENGTH, foldCode, isCode } from '@waybill/contract/identity/codes'
import type { User } from '@waybill/contract/identity/profile-endpoints'
import { parseAddress } from '@waybill/contract/transfers/recipients'
import { type FormEvent, useState } from 'react'
import { call } from '../../../shared/api/client.ts'
import { setAccount } from '../../../shared/api/session.ts'
import { useMutation } from '../../../shared/api/use-mutation.ts'
import { AccountPart } from '../../../shared/settings/account-part.tsx'
import { Button } from '../../../shared/ui/fields/button.ts'
import { CodeField } from '../../../shared/ui/fields/code-field.tsx'
import { FailureLine } from '../../../shared/ui/fields/failure-line.tsx'
import { FormField } from '../../../shared/ui/fields/form-field.tsx'
import { PasswordField } from '../../../shared/ui/fields/password-field.tsx'
import layoutStyles from '../../../shared/ui/styles/layout.module.css'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { spokenLanguage, useWords } from '../../../shared/words/language.tsx'
import { callSteppedUp } from '../security/step-up.ts'
import { accountPageWords } from '../words/account-page-words.ts'

/** Another address: proven by a mailed code, allowed by the password. */
export function EmailPart({ account }: { account: User }) {
  const words = useWords(accountPageWords)
  const [isOpen, setOpen] = useState(false)
  return (
    <AccountPart title={words.email} text={account.email}>
      {isOpen ? (
        <EmailForm onEnd={() => setOpen(false)} />
      ) : (
        <div className={layoutStyles.row}>
          <Button variant="default" onClick={() => setOpen(true)}>
            {words.changeEmail}
          </Button>
        </div>
      )}
    </AccountPart>
  )
}

function EmailForm({ onEnd }: { onEnd: () => void }) {
  const words = useWords(accountPageWords)
  const [typed, setTyped] = useState({ email: '', password: '', code: '' })
  const [isAsked, setAsked] = useState(false)
  const [isProven, setProven] = useState(false)
  const [turn, setTurn] = useState(0)
  const { isBusy, error, forgive, save } = useMutation()
  const write = (change: Partial<typeof typed>) => {
    forgive()
    setTyped((before) => ({ ...before, ...change }))
  }
  const ask = async () => {
    await call('requestSenderCode', { body: { email: typed.email, lang: spokenLanguage() } })
    setAsked(true)
  }
  const finish = async () => {
    // A code is valid once: where only the password was wrong, the address is already proven.
    if (!isProven) await call('confirmSenderCode', { body: { email: typed.email, verifyId: typed.code } })
    setProven(true)
    const { email, password } = typed
    setAccount((await callSteppedUp('changeEmail', { body: { email, password } }, password)).user)
    onEnd()
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const isDone = await save(isAsked ? finish : ask, isAsked ? words.emailChanged : undefined)
    if (!isDone && isAsked) setTurn((last) => last + 1)
  }
  const isReady = 'address' in parseAddress(typed.email) && typed.password !== ''
  const isWhole = isReady && (!isAsked || isCode(foldCode(typed.code)))
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <FormField
        label={words.newEmail}
        type="email"
        value={typed.email}
        autoCapitalize="none"
        spellCheck={false}
        disabled={isAsked}
        onType={(email) => write({ email })}
      />
      <PasswordField
        label={words.currentPassword}
        purpose="current"
        value={typed.password}
        onType={(password) => write({ password })}
      />
      {isAsked && (
        <>
          <p className={textStyles.soft}>{words.codeSent(typed.email)}</p>
          <CodeField
            label={words.code}
            value={typed.code}
            shakeTurn={turn}
            onType={(code) => write({ code: code.slice(0, CODE_LENGTH + 3) })}
          />
        </>
      )}
      <FailureLine>{error}</FailureLine>
      <div className={layoutStyles.row}>
        <Button type="submit" loading={isBusy} disabled={!isWhole}>
          {isAsked ? words.changeEmail : words.sendCode}
        </Button>
        <button type="button" className={textStyles.quietButton} onClick={onEnd}>
          {words.cancel}
        </button>
      </div>
    </form>
  )
}
