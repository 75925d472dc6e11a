import { CODE_LENGTH, foldCode, isCode } from '@waybill/contract/identity/codes'
import { type FormEvent, useState } from 'react'
import { Button } from '../../../shared/ui/fields/button.ts'
import { CodeField } from '../../../shared/ui/fields/code-field.tsx'
import layoutStyles from '../../../shared/ui/styles/layout.module.css'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { useWords } from '../../../shared/words/language.tsx'
import accountFormStyles from '../account-form.module.css'
import type { LogIn } from './use-log-in.ts'
import { accountsWords } from './words/accounts-words.ts'

/** Strangers have tried this address too often: the owner proves the address with a mailed code, and may sign in. */
export function AddressProofForm({ logIn, onRefused }: { logIn: LogIn; onRefused: () => void }) {
  const words = useWords(accountsWords)
  const [typed, setTyped] = useState('')
  const [turn, setTurn] = useState(0)
  const isWhole = isCode(foldCode(typed))
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!isWhole || logIn.isBusy || (await logIn.prove(typed))) return
    setTurn((before) => before + 1)
    onRefused()
  }
  return (
    <form
      className={`${layoutStyles.stack} ${accountFormStyles.accountFormCode}`}
      onSubmit={(event) => void submit(event)}
      noValidate
    >
      <h1>{words.codeTitle}</h1>
      <p className={textStyles.soft}>{words.manyTries}</p>
      <p className={textStyles.soft}>{words.codeText(logIn.unproven ?? '')}</p>
      <CodeField
        label={words.codeLabel}
        value={typed}
        shakeTurn={turn}
        onType={(text) => setTyped(text.slice(0, CODE_LENGTH + 3))}
      />
      <p
        className={`${layoutStyles.bad} ${layoutStyles.large} ${layoutStyles.hidesEmpty} ${accountFormStyles.accountFormError}`}
        role="alert"
      >
        {logIn.error}
      </p>
      <Button type="submit" fullWidth disabled={!isWhole} loading={logIn.isBusy}>
        {words.proceed}
      </Button>
      <p className={`${textStyles.soft} ${layoutStyles.medium} ${layoutStyles.hidesEmpty}`}>{words.codeSpam}</p>
    </form>
  )
}
