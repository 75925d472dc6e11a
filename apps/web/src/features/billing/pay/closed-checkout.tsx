import { Link } from '@tanstack/react-router'
import { Button } from '../../../shared/ui/fields/button.ts'
import { Slip } from '../../../shared/ui/marks/slip.tsx'
import { Stamp, type StampInk } from '../../../shared/ui/marks/stamp.tsx'
import layoutStyles from '../../../shared/ui/styles/layout.module.css'
import { useWords } from '../../../shared/words/language.tsx'
import { payWords } from '../words/pay/pay-words.ts'
import styles from './pay.module.css'
import type { SandboxCheckout } from './use-sandbox-checkout.ts'

const inks = {
  paid: 'delivered',
  saved: 'delivered',
  processing: 'waiting',
  failed: 'stamp',
  expired: 'stamp',
  unknown: 'stamp',
} as const satisfies Record<string, StampInk>

/** Instead of the form once nothing is to be paid: how it ended, and where to go. `null`: there is no such checkout. */
export function ClosedCheckout({ checkout }: { checkout: SandboxCheckout | null }) {
  const words = useWords(payWords)
  const ending = endingOf(checkout)
  const { stamp, title, text } = words[ending]
  return (
    <div className={styles.payClosed}>
      <Slip label={words.pageTitle} name={words.pageTitle} aside={<span />}>
        <Stamp ink={inks[ending]}>{stamp}</Stamp>
        <div className={layoutStyles.stackTight} role="status">
          <h1>{title}</h1>
          <p>{text}</p>
        </div>
        <WayOn checkout={checkout} />
      </Slip>
    </div>
  )
}

function endingOf(checkout: SandboxCheckout | null): keyof typeof inks {
  if (checkout === null || checkout.status === 'open') return 'unknown'
  const { status, kind } = checkout
  return status === 'paid' && (kind === 'trial' || kind === 'card') ? 'saved' : status
}

function WayOn({ checkout }: { checkout: SandboxCheckout | null }) {
  const words = useWords(payWords)
  const isOver = checkout?.status === 'paid' || checkout?.status === 'processing'
  if (checkout && (isOver || checkout.kind === 'card' || checkout.kind === 'invoice'))
    return (
      <Button component="a" href={isOver ? checkout.backTo : checkout.leaveTo}>
        {words.goOn}
      </Button>
    )
  return (
    <Button component={Link} to="/pricing">
      {words.choosePlan}
    </Button>
  )
}
