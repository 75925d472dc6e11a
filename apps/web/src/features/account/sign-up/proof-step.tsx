import { CODE_LENGTH, foldCode, isCode } from '@waybill/contract/identity/codes'
import { type FormEvent, useEffect, useState } from 'react'
import { failureSentence } from '../../../shared/api/problem-words.ts'
import { Button } from '../../../shared/ui/fields/button.ts'
import { CodeField } from '../../../shared/ui/fields/code-field.tsx'
import { ResendButton } from '../../../shared/ui/fields/resend-button.tsx'
import { Icon } from '../../../shared/ui/marks/icons.tsx'
import { notify } from '../../../shared/ui/page/notices.ts'
import layoutStyles from '../../../shared/ui/styles/layout.module.css'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { helpPath } from '../../../shared/words/help-path.ts'
import { spokenLanguage, useWords } from '../../../shared/words/language.tsx'
import accountFormStyles from '../account-form.module.css'
import { accountsWords } from '../sign-in/words/accounts-words.ts'
import { requestSignUpCode } from './sign-up-calls.ts'
import type { SignUp } from './use-sign-up.ts'

/** The code from the mail; a wrong one shakes. */
export function ProofStep({ signUp, code }: { signUp: SignUp; code: string }) {
  const { details, isBusy, refusal, prove, forgive, goBack } = signUp
  const words = useWords(accountsWords)
  const [typed, setTyped] = useState(code.slice(0, CODE_LENGTH + 3))
  const isWhole = isCode(foldCode(typed))
  const turn = refusal?.turn ?? 0
  const [unsent, setUnsent] = useState('')
  useEffect(() => {
    if (turn > 0) setTyped('')
  }, [turn])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isWhole && !isBusy) void prove(typed)
  }
  return (
    <form className={`${layoutStyles.stack} ${accountFormStyles.accountFormCode}`} onSubmit={submit} noValidate>
      <h2 className={layoutStyles.title}>{words.codeTitle}</h2>
      <p className={textStyles.soft}>{words.codeText(details.email.trim())}</p>
      <CodeField
        label={words.codeLabel}
        value={typed}
        shakeTurn={turn}
        onType={(text) => {
          forgive()
          setUnsent('')
          setTyped(text.slice(0, CODE_LENGTH + 3))
        }}
      />
      <p
        className={`${layoutStyles.bad} ${layoutStyles.large} ${layoutStyles.hidesEmpty} ${accountFormStyles.accountFormError}`}
        role="alert"
      >
        {refusal?.text || unsent}
      </p>
      <Button type="submit" fullWidth disabled={!isWhole} loading={isBusy}>
        {words.proceed}
      </Button>
      <p className={`${textStyles.soft} ${layoutStyles.medium} ${layoutStyles.hidesEmpty}`}>
        {words.codeTermsLead}
        <a href={helpPath('terms-of-use')} target="_blank" rel="noreferrer">
          {words.codeTermsName}
        </a>
      </p>
      <p className={`${textStyles.soft} ${layoutStyles.medium} ${layoutStyles.hidesEmpty}`}>{words.codeSpam}</p>
      <div className={`${layoutStyles.wrap} ${accountFormStyles.accountFormWays}`}>
        <button type="button" className={textStyles.quietButton} onClick={goBack}>
          <Icon name="back" size={16} />
          {words.back}
        </button>
        <ResendButton onPress={() => resend(details.email).then(setUnsent)}>{words.codeResend}</ResendButton>
      </div>
    </form>
  )
}

/** Resolves to why the code was not mailed; '' where it was. */
async function resend(email: string): Promise<string> {
  const language = spokenLanguage()
  try {
    await requestSignUpCode(email)
    notify({ title: accountsWords[language].codeResent })
    return ''
  } catch (error) {
    return failureSentence(language, error)
  }
}
