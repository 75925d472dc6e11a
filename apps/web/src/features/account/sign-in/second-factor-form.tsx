import { type FormEvent, useState } from 'react'
import { Button } from '../../../shared/ui/fields/button.ts'
import { FormField } from '../../../shared/ui/fields/form-field.tsx'
import layoutStyles from '../../../shared/ui/styles/layout.module.css'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { useWords } from '../../../shared/words/language.tsx'
import accountFormStyles from '../account-form.module.css'
import type { LogIn } from './use-log-in.ts'
import { accountsWords } from './words/accounts-words.ts'

/** What a second factor is for: a login, or a change that requires it again. */
export type SecondFactorState = Pick<LogIn, 'isBusy' | 'error' | 'secondFactor' | 'answer' | 'say'>

interface SecondFactorFormProps {
  logIn: SecondFactorState
  onRefused: () => void
}

/** The second step: the app's code, a passkey, or a recovery code, whichever the account has. */
export function SecondFactorForm({ logIn, onRefused }: SecondFactorFormProps) {
  const words = useWords(accountsWords)
  const kinds = logIn.secondFactor?.kinds ?? []
  const hasPasskey = kinds.includes('passkey')
  const [way, setWay] = useState<'totp' | 'recovery' | null>(kinds.includes('totp') ? 'totp' : null)
  const takePasskey = async () => {
    const passkey = await askPasskey(logIn.secondFactor?.passkeyOptions)
    if (passkey === null) return logIn.say(words.factorPasskeyFailed)
    if (!(await logIn.answer({ passkey }))) onRefused()
  }
  return (
    <div className={layoutStyles.stack}>
      <h1>{words.factorTitle}</h1>
      {hasPasskey && (
        <>
          <p className={textStyles.soft}>{words.factorPasskeyText}</p>
          <Button
            fullWidth
            variant={way === null ? 'filled' : 'default'}
            loading={logIn.isBusy}
            onClick={() => void takePasskey()}
          >
            {words.factorPasskey}
          </Button>
        </>
      )}
      {way && <CodeWay key={way} way={way} logIn={logIn} onRefused={onRefused} />}
      <p
        className={`${layoutStyles.bad} ${layoutStyles.large} ${layoutStyles.hidesEmpty} ${accountFormStyles.accountFormError}`}
        role="alert"
      >
        {logIn.error}
      </p>
      <div className={`${layoutStyles.wrap} ${accountFormStyles.accountFormWays}`}>
        {way !== 'recovery' && kinds.includes('recovery') && (
          <button type="button" className={textStyles.quietButton} onClick={() => setWay('recovery')}>
            {words.useRecovery}
          </button>
        )}
        {way === 'recovery' && kinds.includes('totp') && (
          <button type="button" className={textStyles.quietButton} onClick={() => setWay('totp')}>
            {words.useApp}
          </button>
        )}
      </div>
    </div>
  )
}

function CodeWay({ way, logIn, onRefused }: SecondFactorFormProps & { way: 'totp' | 'recovery' }) {
  const words = useWords(accountsWords)
  const [typed, setTyped] = useState('')
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const code = typed.trim()
    if (code === '' || logIn.isBusy) return
    if (await logIn.answer({ code })) return
    setTyped('')
    onRefused()
  }
  const isApp = way === 'totp'
  return (
    <form className={layoutStyles.stack} onSubmit={(event) => void submit(event)} noValidate>
      <p className={textStyles.soft}>{isApp ? words.factorApp : words.factorRecovery}</p>
      <FormField
        label={isApp ? words.factorAppLabel : words.factorRecoveryLabel}
        value={typed}
        inputMode={isApp ? 'numeric' : 'text'}
        autoComplete={isApp ? 'one-time-code' : 'off'}
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        onType={setTyped}
      />
      <Button type="submit" fullWidth disabled={typed.trim() === ''} loading={logIn.isBusy}>
        {words.proceed}
      </Button>
    </form>
  )
}

/** Asks the device for a passkey; null where it has none, or its owner would not. `options` are WebAuthn's, as JSON. */
async function askPasskey(options: unknown): Promise<Record<string, unknown> | null> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  type Options = Parameters<typeof startAuthentication>[0]['optionsJSON']
  try {
    return { ...(await startAuthentication({ optionsJSON: options as Options })) }
  } catch {
    return null
  }
}
