import { isWithin } from '@waybill/contract/billing/lifts'
import type { User } from '@waybill/contract/identity/profile-endpoints'
import type { MailDomain as Domain } from '@waybill/contract/mail-domains/endpoints'
import { UpgradeLink } from '../../shared/billing/upgrade/upgrade-link.tsx'
import layoutStyles from '../../shared/ui/styles/layout.module.css'
import { useWords } from '../../shared/words/language.tsx'
import { LoadedPart } from './loaded-part.tsx'
import { MailDomainState } from './mail-domain-state.tsx'
import { NameForm } from './name-form.tsx'
import { RemoveButton } from './remove-button.tsx'
import { claimMailDomain, releaseMailDomain, useMailDomain } from './use-mail-domain.ts'
import { mailDomainWords } from './words/mail-domain-words.ts'

/** The domain from which the workspace's emails come. */
export function MailDomain({ account }: { account: User }) {
  const words = useWords(mailDomainWords)
  const query = useMailDomain()
  return (
    <LoadedPart id="mail-domain" title={words.title} text={words.text} query={query} words={words} article="own-domain">
      {(domain) => <Loaded account={account} domain={domain} />}
    </LoadedPart>
  )
}

function Loaded({ account, domain }: { account: User; domain: Domain }) {
  const words = useWords(mailDomainWords)
  if (!isWithin('mail-domain', account.role, 1)) return <Locked domain={domain.domain} />
  if (domain.domain !== null) return <MailDomainState domain={domain} name={domain.domain} />
  return domain.isOffered ? <DomainForm /> : <p>{words.notOffered}</p>
}

/** The plan has no email domain; one from a former plan is kept. */
function Locked({ domain }: { domain: string | null }) {
  const words = useWords(mailDomainWords)
  return (
    <>
      <p>{domain === null ? words.locked : words.kept(domain)}</p>
      <div className={`${layoutStyles.wrap} ${layoutStyles.gapLines}`}>
        <UpgradeLink limit="mail-domain" need={1} />
        {domain !== null && (
          <RemoveButton
            title={words.removeTitle(domain)}
            text={words.removeText}
            words={words}
            onRemove={releaseMailDomain}
          />
        )}
      </div>
    </>
  )
}

function DomainForm() {
  const words = useWords(mailDomainWords)
  return (
    <NameForm label={words.domain} placeholder="example.com" proceed={words.proceed} onName={claimMailDomain}>
      {words.hint}
    </NameForm>
  )
}
