import type { BillingView } from '@waybill/contract/billing/payment-shapes'
import { plans, type Role } from '@waybill/contract/billing/plans'
import { formatBytes } from '@waybill/contract/core/sizes'
import { AccountPart } from '../../../shared/settings/account-part.tsx'
import { formatInstant } from '../../../shared/time/day-and-time.ts'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { type Language, useLanguage, useWords } from '../../../shared/words/language.tsx'
import { Facts } from '../facts.tsx'
import type { BuyingWords } from '../words/buying-en.ts'
import { buyingWords } from '../words/buying-words.ts'

/** The limits of one transfer, of which nothing is used up. */
function perTransfer(role: Role, words: BuyingWords['usage'], language: Language): string {
  const { uploadLimitBytes, fileLimit, recipientLimit } = plans[role]
  return words.eachTransfer(formatBytes(uploadLimitBytes, language), fileLimit, recipientLimit)
}

type Use = BillingView['usage']['transfers']

/** How much of each limit is used, and when the count starts over. */
export function UsagePart({ usage, role }: Pick<BillingView, 'usage' | 'role'>) {
  const { usage: words } = useWords(buyingWords)
  const { language } = useLanguage()
  const shown = ({ used, limit, renewsAt }: Use, format: (amount: number) => string) => (
    <>
      {limit === null ? words.unlimited(format(used)) : words.of(format(used), format(limit))}
      {limit !== null && renewsAt !== null && (
        <>
          {' '}
          <span className={textStyles.soft}>{words.renews(formatInstant(renewsAt, language))}</span>
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
          [words.mails, shown(usage.mails, String)],
          [words.perTransfer, perTransfer(role, words, language)],
        ]}
      />
    </AccountPart>
  )
}
