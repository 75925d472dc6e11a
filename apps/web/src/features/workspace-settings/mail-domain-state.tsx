import type { MailDomain } from '@waybill/contract/mail-domains/endpoints'
import { failureSentence } from '../../shared/api/problem-words.ts'
import { AgoTime } from '../../shared/time/ago-time.tsx'
import { formatDay } from '../../shared/time/moment.ts'
import { FailureLine } from '../../shared/ui/fields/failure-line.tsx'
import layoutStyles from '../../shared/ui/styles/layout.module.css'
import partsStyles from '../../shared/ui/styles/parts.module.css'
import textStyles from '../../shared/ui/styles/text.module.css'
import { useLanguage, useWords } from '../../shared/words/language.tsx'
import { MailPolicies } from './mail-policies.tsx'
import { MailRecords } from './mail-records.tsx'
import { MailTest } from './mail-test.tsx'
import { RemoveMailDomain } from './remove-mail-domain.tsx'
import { useMailCheck } from './use-mail-domain.ts'
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
      {!isWell && <Checked checkedAt={domain.checkedAt} check={check} />}
      {isVerified && <MailPolicies domain={domain} />}
      {isVerified && <MailTest test={domain.test} />}
      <div className={layoutStyles.wrap}>
        <RemoveMailDomain domain={name} />
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

/** When it was last checked; a button asks at once. */
function Checked({ checkedAt, check }: { checkedAt: string | null; check: ReturnType<typeof useMailCheck> }) {
  const words = useWords(mailDomainWords)
  const { language } = useLanguage()
  return (
    <div className={layoutStyles.stackTight}>
      <div className={layoutStyles.row}>
        <span className={textStyles.soft}>
          {checkedAt === null ? (
            words.checking
          ) : (
            <>
              {words.checked} <AgoTime at={checkedAt} />
            </>
          )}
        </span>
        <button
          type="button"
          className={textStyles.quietButton}
          aria-disabled={check.isFetching}
          onClick={() => !check.isFetching && void check.refetch()}
        >
          {words.checkNow}
        </button>
      </div>
      <FailureLine>{check.error === null ? '' : (failureSentence(language, check.error) ?? '')}</FailureLine>
    </div>
  )
}
