import type { MailDomain } from '@waybill/contract/mail-domains/endpoints'
import { formatDay } from '../../shared/time/moment.ts'
import layoutStyles from '../../shared/ui/styles/layout.module.css'
import partsStyles from '../../shared/ui/styles/parts.module.css'
import textStyles from '../../shared/ui/styles/text.module.css'
import { useLanguage, useWords } from '../../shared/words/language.tsx'
import { CheckedAt } from './checked-at.tsx'
import { MailPolicies } from './mail-policies.tsx'
import { MailRecords } from './mail-records.tsx'
import { MailTest } from './mail-test.tsx'
import { RemoveButton } from './remove-button.tsx'
import { releaseMailDomain, useMailCheck } from './use-mail-domain.ts'
import { mailDomainWords } from './words/mail-domain-words.ts'

/** A domain that was named: whether emails come from it, the records that it needs, and what was found. */
export function MailDomainState({ domain, name }: { domain: MailDomain; name: string }) {
  const words = useWords(mailDomainWords)
  const isVerified = domain.DKIMUpdateStatus === 'Verified'
  const isWell = isVerified && domain.failsAfter === null
  const check = useMailCheck(domain)
  const records = <MailRecords domain={domain} name={name} />
  return (
    <>
      <p className={`${layoutStyles.large} ${textStyles.mono}`}>{name}</p>
      <Standing domain={domain} />
      {isWell ? (
        <details className={partsStyles.fold}>
          <summary>{words.records}</summary>
          {records}
        </details>
      ) : (
        records
      )}
      {!isWell && <CheckedAt at={domain.checkedAt} check={check} words={words} />}
      {isVerified && <MailPolicies domain={domain} />}
      {isVerified && <MailTest test={domain.test} />}
      <div className={layoutStyles.wrap}>
        <RemoveButton
          title={words.removeTitle(name)}
          text={words.removeText}
          words={words}
          onRemove={releaseMailDomain}
        />
      </div>
    </>
  )
}

function Standing({ domain: { DKIMUpdateStatus: status, failsAfter, trouble } }: { domain: MailDomain }) {
  const words = useWords(mailDomainWords)
  const { language } = useLanguage()
  const isWell = status === 'Verified' && failsAfter === null
  return (
    <>
      <p
        className={layoutStyles.callout}
        data-tone={isWell ? 'good' : status === 'Pending' ? undefined : 'bad'}
        role="status"
      >
        {status === 'Pending'
          ? words.pending
          : status === 'Failed'
            ? words.failed[trouble === 'key' || trouble === 'moved' ? trouble : 'records']
            : failsAfter !== null
              ? words.failing(formatDay(failsAfter, 'local', language))
              : words.verified}
      </p>
      {status === 'Verified' && trouble === 'refused' && <p className={layoutStyles.warned}>{words.refused}</p>}
    </>
  )
}
