import { isWithin } from '@waybill/contract/billing/lifts'
import type { Domain } from '@waybill/contract/domains/endpoints'
import type { User } from '@waybill/contract/identity/profile-endpoints'
import { UpgradeLink } from '../../shared/billing/upgrade/upgrade-link.tsx'
import layoutStyles from '../../shared/ui/styles/layout.module.css'
import { useWords } from '../../shared/words/language.tsx'
import { HostState } from './host-state.tsx'
import { LoadedPart } from './loaded-part.tsx'
import { NameForm } from './name-form.tsx'
import { RemoveButton } from './remove-button.tsx'
import { claimHost, releaseHost, useDomain } from './use-domain.ts'
import { settingsWords } from './words/settings-words.ts'

/** The workspace's own host for its links. */
export function CustomHost({ account }: { account: User }) {
  const words = useWords(settingsWords)
  const query = useDomain()
  return (
    <LoadedPart title={words.host} text={words.hostText} query={query} words={words} article="own-domain">
      {(domain) => <Loaded account={account} domain={domain} />}
    </LoadedPart>
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
  return (
    <NameForm
      label={words.hostName}
      placeholder={offered.target === null ? 'name' : 'files.example.com'}
      proceed={words.proceed}
      onName={(typedDomain) => claimHost({ typedDomain })}
    >
      {offered.target !== null && words.hostHint} {offered.subdomainBase && words.wordHint(offered.subdomainBase)}
    </NameForm>
  )
}
