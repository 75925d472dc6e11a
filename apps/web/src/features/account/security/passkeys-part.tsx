import { useState } from 'react'
import { call } from '../../../shared/api/client.ts'
import { beginChange, sayFailure } from '../../../shared/api/failures.ts'
import accountPartStyles from '../../../shared/settings/account-part.module.css'
import { AccountPart } from '../../../shared/settings/account-part.tsx'
import { formatDay } from '../../../shared/time/moment.ts'
import { Button } from '../../../shared/ui/fields/button.ts'
import { FormField } from '../../../shared/ui/fields/form-field.tsx'
import layoutStyles from '../../../shared/ui/styles/layout.module.css'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { useLanguage, useWords } from '../../../shared/words/language.tsx'
import { accountPageWords } from '../words/account-page-words.ts'
import { PasswordAsk } from './password-ask.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { callSteppedUp } from './step-up.ts'
import { invalidateFactors, useFactors } from './use-factors.ts'

/** Passkeys on a device or a security key, as a second factor. */
export function PasskeysPart() {
  const words = useWords(accountPageWords)
  const { language } = useLanguage()
  const passkeys = useFactors()?.passkeys ?? []
  const [step, setStep] = useState<'rest' | 'add' | { remove: string }>('rest')
  const [codes, setCodes] = useState<readonly string[]>([])
  return (
    <AccountPart title={words.passkeys} text={words.passkeysText}>
      <ul className={layoutStyles.hidesEmpty}>
        {passkeys.map((passkey) => (
          <li key={passkey.id} className={`${layoutStyles.row} ${layoutStyles.ruled} ${accountPartStyles.accountRow}`}>
            <div>
              <strong>{passkey.name || words.unnamedPasskey}</strong>
              <p className={textStyles.soft}>{words.addedOn(formatDay(passkey.addedAt, 'local', language))}</p>
            </div>
            <button type="button" className={textStyles.quietButton} onClick={() => setStep({ remove: passkey.id })}>
              {words.remove}
            </button>
          </li>
        ))}
      </ul>
      {codes.length > 0 && <RecoveryCodes codes={codes} onEnd={() => setCodes([])} />}
      {step === 'rest' && codes.length === 0 && (
        <div className={layoutStyles.row}>
          <Button variant="default" onClick={() => setStep('add')}>
            {words.addPasskey}
          </Button>
        </div>
      )}
      {step === 'add' && (
        <AddPasskey
          onEnd={(recoveryCodes) => {
            setCodes(recoveryCodes)
            setStep('rest')
          }}
        />
      )}
      {typeof step === 'object' && (
        <PasswordAsk
          label={words.remove}
          onEnd={() => setStep('rest')}
          onGive={async (password) => {
            await callSteppedUp('removePasskey', { params: { passkey: step.remove }, body: { password } }, password)
            await invalidateFactors()
            setStep('rest')
          }}
        />
      )}
    </AccountPart>
  )
}

function AddPasskey({ onEnd }: { onEnd: (recoveryCodes: readonly string[]) => void }) {
  const words = useWords(accountPageWords)
  const [name, setName] = useState('')
  const add = async (password: string) => {
    const presses = beginChange()
    const { options } = await callSteppedUp('beginPasskey', { body: { password } }, password)
    const passkey = await makePasskey(options)
    if (passkey === null) {
      sayFailure(presses, { title: words.passkeyFailed, refusal: undefined })
      return
    }
    const { recoveryCodes } = await call('addPasskey', { body: { name, passkey } })
    await invalidateFactors()
    onEnd(recoveryCodes)
  }
  return (
    <PasswordAsk label={words.addPasskey} onGive={add} onEnd={() => onEnd([])}>
      <FormField label={words.passkeyName} value={name} maxLength={100} onType={setName} />
    </PasswordAsk>
  )
}

/** Asks the device to make a passkey; null where it cannot, or its owner declines. */
async function makePasskey(options: unknown): Promise<Record<string, unknown> | null> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  type Options = Parameters<typeof startRegistration>[0]['optionsJSON']
  try {
    return { ...(await startRegistration({ optionsJSON: options as Options })) }
  } catch {
    return null
  }
}
