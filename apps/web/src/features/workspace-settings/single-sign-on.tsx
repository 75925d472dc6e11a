import { isWithin } from '@waybill/contract/billing/lifts'
import type { User } from '@waybill/contract/identity/profile-endpoints'
import type { SsoSettings } from '@waybill/contract/workspaces/sso-endpoints'
import { type FormEvent, use, useState } from 'react'
import { useMutation } from '../../shared/api/use-mutation.ts'
import { UpgradeLink } from '../../shared/billing/upgrade/upgrade-link.tsx'
import { Button } from '../../shared/ui/fields/button.ts'
import { CopyButton } from '../../shared/ui/fields/copy-button.tsx'
import { FailureLine } from '../../shared/ui/fields/failure-line.tsx'
import { FormField } from '../../shared/ui/fields/form-field.tsx'
import { PasswordField } from '../../shared/ui/fields/password-field.tsx'
import layoutStyles from '../../shared/ui/styles/layout.module.css'
import textStyles from '../../shared/ui/styles/text.module.css'
import { useWords } from '../../shared/words/language.tsx'
import { LoadedPart } from './loaded-part.tsx'
import { SsoState } from './sso-state.tsx'
import { SsoCallsContext, showSso, useSso } from './use-sso.ts'
import { ssoWords } from './words/sso-words.ts'

/** How the people of the company sign in through it. */
export function SingleSignOn({ account }: { account: User }) {
  const words = useWords(ssoWords)
  const query = useSso()
  return (
    <LoadedPart title={words.title} text={words.text} query={query} words={words} article="single-sign-on">
      {(settings) => <Loaded account={account} settings={settings} />}
    </LoadedPart>
  )
}

function Loaded({ account, settings }: { account: User; settings: SsoSettings }) {
  const words = useWords(ssoWords)
  const { sso, ownDomain } = settings
  if (!isWithin('sso', account.role, 1)) {
    return (
      <>
        <p>{sso === null ? words.locked : words.paused}</p>
        <p>
          <UpgradeLink limit="sso" need={1} />
        </p>
        {sso !== null && <SsoState sso={sso} />}
      </>
    )
  }
  if (ownDomain === null && sso === null) return <p>{words.noDomain}</p>
  return (
    <>
      {sso !== null && <SsoState sso={sso} />}
      <SsoForm key={sso?.issuer} settings={settings} />
    </>
  )
}

/** The provider. A saved secret is never shown again. */
function SsoForm({ settings: { sso, redirectUri, ownDomain } }: { settings: SsoSettings }) {
  const words = useWords(ssoWords)
  const calls = use(SsoCallsContext)
  const { isBusy, error, forgive, save } = useMutation()
  const before = { issuer: sso?.issuer ?? '', clientId: sso?.clientId ?? '', clientSecret: '', password: '' }
  const [typed, setTyped] = useState(before)
  const write = (change: Partial<typeof typed>) => {
    forgive()
    setTyped((held) => ({ ...held, ...change }))
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const isDone = await save(async () => {
      const body = { ...typed, issuer: typed.issuer.trim(), clientId: typed.clientId.trim() }
      const saved = await calls?.save(body, typed.password)
      if (saved) showSso(saved)
    }, words.saved)
    if (isDone) setTyped((held) => ({ ...held, clientSecret: '', password: '' }))
  }
  const plain = { autoCapitalize: 'none', autoCorrect: 'off', autoComplete: 'off', spellCheck: false } as const
  const isReady = typed.issuer !== '' && typed.clientId !== '' && (typed.clientSecret !== '' || sso !== null)
  return (
    <form className={layoutStyles.stackClose} onSubmit={(event) => void submit(event)}>
      <p className={textStyles.soft}>{words.steps(sso?.domain ?? ownDomain ?? '')}</p>
      <div>
        <p>{words.redirectUri}</p>
        <CopyButton text={redirectUri} label={words.copy} done={words.copied}>
          {redirectUri}
        </CopyButton>
      </div>
      <FormField
        label={words.issuer}
        value={typed.issuer}
        placeholder="https://login.example.com"
        inputMode="url"
        maxLength={500}
        onType={(issuer) => write({ issuer })}
        {...plain}
      />
      <FormField
        label={words.clientId}
        value={typed.clientId}
        maxLength={500}
        onType={(clientId) => write({ clientId })}
        {...plain}
      />
      <FormField
        label={words.clientSecret}
        value={typed.clientSecret}
        type="password"
        placeholder={sso === null ? '' : words.unchanged}
        maxLength={1_000}
        onType={(clientSecret) => write({ clientSecret })}
        {...plain}
        autoComplete="new-password"
      />
      <PasswordField
        label={words.password}
        purpose="current"
        value={typed.password}
        onType={(password) => write({ password })}
      />
      <FailureLine>{error}</FailureLine>
      <div className={layoutStyles.row}>
        <Button type="submit" loading={isBusy} disabled={!isReady || typed.password === ''}>
          {words.save}
        </Button>
      </div>
    </form>
  )
}
