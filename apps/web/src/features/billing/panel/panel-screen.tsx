import { Problem } from '@waybill/contract/core/problems'
import { useEffect } from 'react'
import { Button } from '../../../shared/ui/fields/button.ts'
import { ListFailed } from '../../../shared/ui/lists/list-failed.tsx'
import { Slip } from '../../../shared/ui/marks/slip.tsx'
import { Stamp } from '../../../shared/ui/marks/stamp.tsx'
import { PageWaiting } from '../../../shared/ui/page/page-waiting.tsx'
import layoutStyles from '../../../shared/ui/styles/layout.module.css'
import { useWords } from '../../../shared/words/language.tsx'
import { OrderTerms } from '../pay/order-summary.tsx'
import styles from '../pay/pay.module.css'
import { payWords } from '../words/pay/pay-words.ts'
import { PanelSummary } from './panel-summary.tsx'
import { StripePanel } from './stripe-panel.tsx'
import { type PanelCheckout, usePanelCheckout } from './use-panel-checkout.ts'

/** A checkout of the account's own: what it is for, beside the provider's form that pays it. */
export function PanelScreen({ session }: { session: string }) {
  const words = useWords(payWords)
  const { checkout, error, retry } = usePanelCheckout(session)
  if (checkout) return <Checkout session={session} checkout={checkout} />
  if (error instanceof Problem && error.code === 'checkout-not-found') return <NoCheckout />
  return error ? <ListFailed error={error} again={words.again} onAgain={retry} /> : <PageWaiting />
}

function Checkout({ session, checkout }: { session: string; checkout: PanelCheckout }) {
  const { state, way } = checkout
  const elsewhere =
    way?.kind === 'redirect' ? way.url : state === 'open' ? null : `/dash/account/billing?session=${session}`
  useEffect(() => {
    if (elsewhere !== null) location.replace(elsewhere)
  }, [elsewhere])
  if (elsewhere !== null || way?.kind !== 'panel') return <PageWaiting />
  return (
    <div className={styles.pay}>
      <PanelSummary checkout={checkout} />
      <div className={styles.paySlip}>
        <StripePanel checkout={checkout} way={way} />
      </div>
      <OrderTerms checkout={checkout} />
    </div>
  )
}

function NoCheckout() {
  const words = useWords(payWords)
  const { stamp, title, text } = words.unknown
  return (
    <div className={styles.payClosed}>
      <Slip label={words.pageTitle} name={words.pageTitle} aside={<span />}>
        <Stamp ink="stamp">{stamp}</Stamp>
        <div className={layoutStyles.stackTight} role="status">
          <h1>{title}</h1>
          <p>{text}</p>
        </div>
        <Button component="a" href="/dash/account/plans">
          {words.choosePlan}
        </Button>
      </Slip>
    </div>
  )
}
