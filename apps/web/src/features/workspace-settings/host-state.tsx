import type { Domain } from '@waybill/contract/domains/endpoints'
import { useState } from 'react'
import { useMutation } from '../../shared/api/use-mutation.ts'
import { formatDay } from '../../shared/time/moment.ts'
import { FailureLine } from '../../shared/ui/fields/failure-line.tsx'
import layoutStyles from '../../shared/ui/styles/layout.module.css'
import partsStyles from '../../shared/ui/styles/parts.module.css'
import textStyles from '../../shared/ui/styles/text.module.css'
import { useLanguage, useWords } from '../../shared/words/language.tsx'
import { CheckedAt } from './checked-at.tsx'
import { HostRecords } from './host-records.tsx'
import { RemoveButton } from './remove-button.tsx'
import { claimHost, releaseHost, useLiveCheck } from './use-domain.ts'
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
      {!isLive && <CheckedAt at={domain.checkedAt} check={check} words={words} />}
      {domain.domain_status !== 'pending' && <ForLinks domain={domain} host={host} />}
      <div className={layoutStyles.wrap}>
        <RemoveButton
          title={words.removeTitle(host)}
          text={domain.domain_status !== 'pending' || domain.offAt !== null ? words.removeUsedText : words.removeText}
          words={words}
          onRemove={releaseHost}
        />
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
