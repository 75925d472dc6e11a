import type { Domain } from '@waybill/contract/domains/endpoints'
import { useState } from 'react'
import { failureSentence } from '../../shared/api/problem-words.ts'
import { useMutation } from '../../shared/api/use-mutation.ts'
import { AgoTime } from '../../shared/time/ago-time.tsx'
import { formatDay } from '../../shared/time/moment.ts'
import { FailureLine } from '../../shared/ui/fields/failure-line.tsx'
import layoutStyles from '../../shared/ui/styles/layout.module.css'
import partsStyles from '../../shared/ui/styles/parts.module.css'
import textStyles from '../../shared/ui/styles/text.module.css'
import { useLanguage, useWords } from '../../shared/words/language.tsx'
import { HostRecords } from './host-records.tsx'
import { RemoveHost } from './remove-host.tsx'
import { claimHost, useLiveCheck } from './use-domain.ts'
import { settingsWords } from './words/settings-words.ts'

/** A host that was named: whether it works, the records that it needs, and what was found. */
export function HostState({ domain, host }: { domain: Domain; host: string }) {
  const words = useWords(settingsWords)
  const isLive = domain.domain_status === 'verified'
  const check = useLiveCheck(domain)
  return (
    <>
      <p className={`${layoutStyles.large} ${textStyles.mono}`}>{host}</p>
      <Standing domain={domain} />
      {domain.records.length > 0 && !isLive && <HostRecords domain={domain} host={host} />}
      {domain.records.length > 0 && isLive && (
        <details className={partsStyles.fold}>
          <summary>{words.records}</summary>
          <HostRecords domain={domain} host={host} />
        </details>
      )}
      {!isLive && <Checked domain={domain} check={check} />}
      {domain.domain_status !== 'pending' && <ForLinks domain={domain} host={host} />}
      <div className={layoutStyles.wrap}>
        <RemoveHost host={host} wasUsed={domain.domain_status !== 'pending' || domain.offAt !== null} />
      </div>
    </>
  )
}

function Standing({ domain: { domain_status: status, offAfter, offAt } }: { domain: Domain }) {
  const words = useWords(settingsWords)
  const { language } = useLanguage()
  if (status === 'verified') {
    return (
      <p className={layoutStyles.callout} data-tone="good" role="status">
        {words.live}
      </p>
    )
  }
  if (status === 'failing') {
    return (
      <p className={layoutStyles.callout} data-tone="bad" role="status">
        {words.failing(offAfter === null ? '' : formatDay(offAfter, 'local', language))}
      </p>
    )
  }
  return (
    <p className={layoutStyles.callout} role="status">
      {offAt === null ? words.pending : words.off(formatDay(offAt, 'local', language))}
    </p>
  )
}

/** When it was last checked; a button asks at once. */
function Checked({ domain: { checkedAt }, check }: { domain: Domain; check: ReturnType<typeof useLiveCheck> }) {
  const words = useWords(settingsWords)
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

function ForLinks({ domain: { customDomainOption }, host }: { domain: Domain; host: string }) {
  const words = useWords(settingsWords)
  const { isBusy, error, save } = useMutation()
  // Follows the press at once, and goes back where it is refused.
  const [isOn, setOn] = useState(customDomainOption === 'custom')
  const choose = async (isWanted: boolean) => {
    setOn(isWanted)
    const body = { typedDomain: host, customDomainOption: isWanted ? ('custom' as const) : ('standard' as const) }
    if (!(await save(() => claimHost(body), words.saved))) setOn(!isWanted)
  }
  return (
    <>
      <label className={partsStyles.tick}>
        <input
          type="checkbox"
          checked={isOn}
          disabled={isBusy}
          onChange={(event) => void choose(event.currentTarget.checked)}
        />
        <span>{words.forLinks}</span>
      </label>
      <FailureLine>{error}</FailureLine>
    </>
  )
}
