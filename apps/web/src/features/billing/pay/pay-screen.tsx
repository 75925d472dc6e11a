import { Problem } from '@waybill/contract/core/problems'
import { ListFailed } from '../../../shared/ui/lists/list-failed.tsx'
import { PageWaiting } from '../../../shared/ui/page/page-waiting.tsx'
import { useWords } from '../../../shared/words/language.tsx'
import { payWords } from '../words/pay/pay-words.ts'
import { BankQuestion } from './bank-question.tsx'
import { ClosedCheckout } from './closed-checkout.tsx'
import { OrderSummary, OrderTerms } from './order-summary.tsx'
import styles from './pay.module.css'
import { PaySlip } from './pay-slip.tsx'
import { usePayment } from './use-payment.ts'
import { type SandboxCheckout, useSandboxCheckout } from './use-sandbox-checkout.ts'

/** A checkout of the sandbox: what it is for, and the form that pays it. */
export function PayScreen({ session }: { session: string }) {
  const words = useWords(payWords)
  const { checkout, error, retry } = useSandboxCheckout(session)
  if (checkout?.status === 'open') return <OpenCheckout session={session} checkout={checkout} />
  if (checkout) return <ClosedCheckout checkout={checkout} />
  if (error instanceof Problem && error.code === 'checkout-not-found') return <ClosedCheckout checkout={null} />
  return error ? <ListFailed error={error} again={words.again} onAgain={retry} /> : <PageWaiting />
}

function OpenCheckout({ session, checkout }: { session: string; checkout: SandboxCheckout }) {
  const payment = usePayment(session, checkout)
  return (
    <div className={styles.pay}>
      <OrderSummary session={session} checkout={checkout} />
      <div className={styles.paySlip}>
        <PaySlip checkout={checkout} payment={payment} />
        {payment.asked && <BankQuestion checkout={checkout} payment={payment} />}
      </div>
      <OrderTerms checkout={checkout} />
    </div>
  )
}
