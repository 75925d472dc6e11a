import { isWithin } from '@waybill/contract/billing/lifts'
import type { User } from '@waybill/contract/identity/profile-endpoints'
import type { MailDomain as Domain } from '@waybill/contract/mail-domains/endpoints'
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
import { MailDomainState } from './mail-domain-state.tsx'
import { RemoveButton } from './remove-button.tsx'
import { claimMailDomain, releaseMailDomain, useMailDomain } from './use-mail-domain.ts'
import { mailDomainWords } from './words/mail-domain-words.ts'

/** The domain from which the workspace's emails come. */
export function MailDomain({ account }: { account: User }) {
  const words = useWords(mailDomainWords)
  const { data: domain, error, refetch } = useMailDomain()
  return (
    <AccountPart title={words.title} text={words.text}>
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
  const [typed, setTyped] = useState('')
  const { isBusy, error, forgive, save } = useMutation()
  const claim = (event: FormEvent) => {
    event.preventDefault()
    if (typed.trim() !== '') void save(() => claimMailDomain(typed.trim()))
  }
  return (
    <form className={layoutStyles.stackClose} onSubmit={claim} noValidate>
      <FormField
        label={words.domain}
        value={typed}
        error={error}
        maxLength={300}
        inputMode="url"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        placeholder="example.com"
        onType={(text) => {
          forgive()
          setTyped(text)
        }}
      />
      <p className={textStyles.soft}>{words.hint}</p>
      <div className={layoutStyles.wrap}>
        <Button type="submit" loading={isBusy}>
          {words.proceed}
        </Button>
      </div>
    </form>
  )
}
