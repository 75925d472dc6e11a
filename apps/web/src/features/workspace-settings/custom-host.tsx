import { isWithin } from '@waybill/contract/billing/lifts'
import type { Domain } from '@waybill/contract/domains/endpoints'
import type { User } from '@waybill/contract/identity/profile-endpoints'
import { type FormEvent, useState } from 'react'
import { useMutation } from '../../shared/api/use-mutation.ts'
import { UpgradeLink } from '../../shared/billing/upgrade/upgrade-link.tsx'
import { AccountPart } from '../../shared/settings/account-part.tsx'
import { Button } from '../../shared/ui/fields/button.ts'
import { FormField } from '../../shared/ui/fields/form-field.tsx'
import { ListFailed } from '../../shared/ui/lists/list-failed.tsx'
import layoutStyles from '../../shared/ui/styles/layout.module.css'
import partsStyles from '../../shared/ui/styles/parts.module.css'
import textStyles from '../../shared/ui/styles/text.module.css'
import { useWords } from '../../shared/words/language.tsx'
import { HostState } from './host-state.tsx'
import { RemoveButton } from './remove-button.tsx'
import { claimHost, releaseHost, useDomain } from './use-domain.ts'
import { settingsWords } from './words/settings-words.ts'

/** The workspace's own host for its links. */
export function CustomHost({ account }: { account: User }) {
  const words = useWords(settingsWords)
  const { data: domain, error, refetch } = useDomain()
  return (
    <AccountPart title={words.host} text={words.hostText}>
      {domain !== undefined ? (
        <Loaded account={account} domain={domain} />
      ) : error ? (
        <ListFailed error={error} again={words.again} onAgain={() => void refetch()} />
      ) : (
        <div className={partsStyles.waiting} role="status" aria-label={words.loading} />
      )}
    </AccountPart>
  )
}

function Loaded({ account, domain }: { account: User; domain: Domain }) {
  const words = useWords(settingsWords)
  const { target, subdomainBase } = domain.offered
  if (!isWithin('hosts', account.role, 1)) return <Locked domain={domain} />
  if (domain.typedDomain !== null) return <HostState domain={domain} host={domain.typedDomain} />
  if (target === null && subdomainBase === null) return <p>{words.notOffered}</p>
  return <HostForm domain={domain} />
}

/** The plan has no host; one from a former plan is kept. */
function Locked({ domain: { typedDomain } }: { domain: Domain }) {
  const words = useWords(settingsWords)
  return (
    <>
      {typedDomain === null ? <p>{words.locked}</p> : <p>{words.keptHost(typedDomain)}</p>}
      <div className={`${layoutStyles.wrap} ${layoutStyles.gapLines}`}>
        <UpgradeLink limit="hosts" need={1} />
        {typedDomain !== null && (
          <RemoveButton
            title={words.removeTitle(typedDomain)}
            text={words.removeUsedText}
            words={words}
            onRemove={releaseHost}
          />
        )}
      </div>
    </>
  )
}

function HostForm({ domain: { offered } }: { domain: Domain }) {
  const words = useWords(settingsWords)
  const [typed, setTyped] = useState('')
  const { isBusy, error, forgive, save } = useMutation()
  const claim = (event: FormEvent) => {
    event.preventDefault()
    if (typed.trim() !== '') void save(() => claimHost({ typedDomain: typed.trim() }))
  }
  return (
    <form className={layoutStyles.stackClose} onSubmit={claim} noValidate>
      <FormField
        label={words.hostName}
        value={typed}
        error={error}
        maxLength={300}
        inputMode="url"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        placeholder={offered.target === null ? 'name' : 'files.example.com'}
        onType={(text) => {
          forgive()
          setTyped(text)
        }}
      />
      <p className={textStyles.soft}>
        {offered.target !== null && words.hostHint} {offered.subdomainBase && words.wordHint(offered.subdomainBase)}
      </p>
      <div className={layoutStyles.wrap}>
        <Button type="submit" loading={isBusy}>
          {words.proceed}
        </Button>
      </div>
    </form>
  )
}
