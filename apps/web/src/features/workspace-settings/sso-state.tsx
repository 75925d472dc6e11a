import type { SingleSignOn, SsoSettings } from '@waybill/contract/workspaces/sso-endpoints'
import { use, useState } from 'react'
import { PasswordForm } from '../../shared/settings/password-form.tsx'
import layoutStyles from '../../shared/ui/styles/layout.module.css'
import textStyles from '../../shared/ui/styles/text.module.css'
import { useWords } from '../../shared/words/language.tsx'
import { SsoCallsContext, showSso } from './use-sso.ts'
import { ssoWords } from './words/sso-words.ts'

/** What holds now, and what the admin can do about it. */
export function SsoState({ sso: { domain, isTried, isRequired } }: { sso: SingleSignOn }) {
  const words = useWords(ssoWords)
  const calls = use(SsoCallsContext)
  const [asks, setAsks] = useState<'require' | 'remove' | null>(null)
  const end = () => setAsks(null)
  return (
    <div className={layoutStyles.stackClose}>
      <p role="status">{isRequired ? words.required(domain) : words.offered(domain)}</p>
      {!isTried && <p className={textStyles.soft}>{words.tryFirst}</p>}
      {asks === null && (
        <div className={`${layoutStyles.wrap} ${layoutStyles.gapLines}`}>
          {(isTried || isRequired) && (
            <button type="button" className={textStyles.quietButton} onClick={() => setAsks('require')}>
              {isRequired ? words.noLonger : words.require}
            </button>
          )}
          <button type="button" className={textStyles.quietButton} onClick={() => setAsks('remove')}>
            {words.remove}
          </button>
        </div>
      )}
      {asks === 'require' && (
        <Confirm
          text={isRequired ? words.noLongerText : words.requireText}
          label={isRequired ? words.noLonger : words.require}
          onGive={(password) => calls?.require(!isRequired, password)}
          onEnd={end}
        />
      )}
      {asks === 'remove' && (
        <Confirm
          text={words.removeText}
          label={words.remove}
          onGive={(password) => calls?.remove(password)}
          onEnd={end}
        />
      )}
    </div>
  )
}

interface ConfirmProps {
  text: string
  label: string
  onGive: (password: string) => Promise<SsoSettings> | undefined
  onEnd: () => void
}

function Confirm({ text, label, onGive, onEnd }: ConfirmProps) {
  const words = useWords(ssoWords)
  const give = async (password: string) => {
    const settings = await onGive(password)
    onEnd()
    if (settings) showSso(settings)
  }
  return (
    <PasswordForm label={label} onGive={give} onEnd={onEnd} words={words} done={words.saved}>
      <p>{text}</p>
    </PasswordForm>
  )
}
