import type { User } from '@waybill/contract/identity/profile-endpoints'
import { type FormEvent, useState } from 'react'
import { call } from '../../../shared/api/client.ts'
import { useMutation } from '../../../shared/api/use-mutation.ts'
import { AccountPart } from '../../../shared/settings/account-part.tsx'
import { QrCode } from '../../../shared/ui/dialogs/qr-code.tsx'
import { Button } from '../../../shared/ui/fields/button.ts'
import { CopyButton } from '../../../shared/ui/fields/copy-button.tsx'
import { FailureLine } from '../../../shared/ui/fields/failure-line.tsx'
import { FormField } from '../../../shared/ui/fields/form-field.tsx'
import layoutStyles from '../../../shared/ui/styles/layout.module.css'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { useWords } from '../../../shared/words/language.tsx'
import { accountPageWords } from '../words/account-page-words.ts'
import { PasswordAsk } from './password-ask.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { callSteppedUp } from './step-up.ts'
import { invalidateFactors, useFactors } from './use-factors.ts'

type Step =
  | { at: 'rest' }
  | { at: 'password' }
  | { at: 'code'; secret: string; uri: string }
  | { at: 'recovery'; codes: readonly string[] }
const rest: Step = { at: 'rest' }

/** Codes of an authenticator app as a second factor. */
export function TotpPart({ account }: { account: User }) {
  const words = useWords(accountPageWords)
  const [step, setStep] = useState<Step>(rest)
  const codesLeft = useFactors()?.recoveryCodesLeft
  const begin = async (password: string) => {
    if (account.hasTotp) {
      await callSteppedUp('removeTotp', { body: { password } }, password)
      await invalidateFactors()
      setStep(rest)
    } else setStep({ at: 'code', ...(await callSteppedUp('beginTotp', { body: { password } }, password)) })
  }
  return (
    <AccountPart title={words.totp} text={account.hasTotp ? words.totpOn : words.totpText}>
      {account.hasTotp && codesLeft !== undefined && <p className={textStyles.soft}>{words.codesLeft(codesLeft)}</p>}
      {step.at === 'rest' && (
        <div className={layoutStyles.row}>
          <Button variant="default" onClick={() => setStep({ at: 'password' })}>
            {account.hasTotp ? words.turnOff : words.turnOn}
          </Button>
        </div>
      )}
      {step.at === 'password' && (
        <PasswordAsk
          label={account.hasTotp ? words.turnOff : words.proceed}
          onGive={begin}
          onEnd={() => setStep(rest)}
        />
      )}
      {step.at === 'code' && (
        <TotpForm {...step} onDone={(codes) => setStep(codes.length > 0 ? { at: 'recovery', codes } : rest)} />
      )}
      {step.at === 'recovery' && <RecoveryCodes codes={step.codes} onEnd={() => setStep(rest)} />}
    </AccountPart>
  )
}

interface TotpFormProps {
  secret: string
  uri: string
  onDone: (recoveryCodes: readonly string[]) => void
}

function TotpForm({ secret, uri, onDone }: TotpFormProps) {
  const words = useWords(accountPageWords)
  const [code, setCode] = useState('')
  const { isBusy, error, forgive, save } = useMutation()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save(async () => {
      const { recoveryCodes } = await call('confirmTotp', { body: { code } })
      await invalidateFactors()
      onDone(recoveryCodes)
    }, words.totpIsOn)
  }
  return (
    <form onSubmit={submit}>
      <p>{words.scan}</p>
      <QrCode text={uri} label={words.qr} />
      <CopyButton text={secret} label={words.copySecret} done={words.copied}>
        {secret}
      </CopyButton>
      <FormField
        label={words.appCode}
        value={code}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={8}
        onType={(text) => {
          forgive()
          setCode(text)
        }}
      />
      <FailureLine>{error}</FailureLine>
      <div className={layoutStyles.row}>
        <Button type="submit" loading={isBusy} disabled={!/^\d{6}$/.test(code.replace(/\s/g, ''))}>
          {words.turnOn}
        </Button>
      </div>
    </form>
  )
}
