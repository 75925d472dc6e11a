import { useSearch } from '@tanstack/react-router'
import { AccountPart } from '../../../shared/settings/account-part.tsx'
import { ListFailed } from '../../../shared/ui/lists/list-failed.tsx'
import layoutStyles from '../../../shared/ui/styles/layout.module.css'
import partsStyles from '../../../shared/ui/styles/parts.module.css'
import { useWords } from '../../../shared/words/language.tsx'
import { useBilling } from '../buying/use-billing.ts'
import { CompanyPart } from '../company/company-part.tsx'
import { PlanNote } from '../plan-note.tsx'
import { buyingWords } from '../words/buying-words.ts'
import { CardPart } from './card-part.tsx'
import { CheckoutReturn } from './checkout-return.tsx'
import { DuePart } from './due-part.tsx'
import { InvoicesPart } from './invoices-part.tsx'
import { PlanPart } from './plan-part.tsx'
import { UsagePart } from './usage-part.tsx'

/** What the account pays for, what it uses of it, and what became of a checkout that leads back here. */
export function BillingTab() {
  const words = useWords(buyingWords)
  const { session } = useSearch({ strict: false }) as { session?: string }
  const { data: billing, error, refetch } = useBilling()
  return (
    <div className={layoutStyles.stack}>
      {session !== undefined && <CheckoutReturn session={session} billing={billing} />}
      {billing === undefined ? (
        <AccountPart title={words.plan.title}>
          {error ? (
            <ListFailed error={error} again={words.retry} onAgain={() => void refetch()} />
          ) : (
            <div className={partsStyles.waiting} role="status" aria-label={words.loading} />
          )}
        </AccountPart>
      ) : (
        <>
          <DuePart billing={billing} />
          <PlanPart billing={billing} isReturning={session !== undefined} />
          {billing.subscription && <CardPart card={billing.subscription.card} />}
          {billing.provider !== null && <CompanyPart company={billing.company} provider={billing.provider} />}
          <UsagePart usage={billing.usage} role={billing.role} />
          {billing.provider !== null && <InvoicesPart />}
          {billing.provider === 'sandbox' && <PlanNote>{words.testCards}</PlanNote>}
        </>
      )}
    </div>
  )
}
