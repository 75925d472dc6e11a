import type { BillingView } from '@waybill/contract/billing/payment-shapes'
import { formatBytes } from '@waybill/contract/core/sizes'
import { AccountPart } from '../../../shared/settings/account-part.tsx'
import { formatDay } from '../../../shared/time/moment.ts'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { useLanguage, useWords } from '../../../shared/words/language.tsx'
import { Facts } from '../facts.tsx'
import { buyingWords } from '../words/buying-words.ts'

type Use = BillingView['usage']['transfers']

/** How much of each limit is used, and when the count starts over. */
export function UsagePart({ usage }: Pick<BillingView, 'usage'>) {
  const { usage: words } = useWords(buyingWords)
  const { language } = useLanguage()
  const shown = ({ used, limit, renewsAt }: Use, format: (amount: number) => string) => (
    <>
      {limit === null ? words.unlimited(format(used)) : words.of(format(used), format(limit))}
      {limit !== null && renewsAt !== null && (
        <>
          {' '}
          <span className={textStyles.soft}>{words.renews(formatDay(renewsAt, 'local', language))}</span>
        </>
      )}
    </>
  )
  return (
    <AccountPart title={words.title}>
      <Facts
        facts={[
          [words.storage, shown(usage.storageBytes, (bytes) => formatBytes(bytes, language))],
          [words.transfers, shown(usage.transfers, String)],
          [words.requests, shown(usage.requests, String)],
        ]}
      />
    </AccountPart>
  )
}
