import type { CheckoutWayShape } from '@waybill/contract/billing/payment-shapes'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../../shared/api/client.ts'
import { useMutation } from '../../../shared/api/use-mutation.ts'
import { Button } from '../../../shared/ui/fields/button.ts'
import { FailureLine } from '../../../shared/ui/fields/failure-line.tsx'
import { Slip } from '../../../shared/ui/marks/slip.tsx'
import layoutStyles from '../../../shared/ui/styles/layout.module.css'
import partsStyles from '../../../shared/ui/styles/parts.module.css'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { spokenLanguage, useWords } from '../../../shared/words/language.tsx'
import { panelWords } from '../words/panel/panel-words.ts'
import { payWords } from '../words/pay/pay-words.ts'
import { mountStripePanel } from './load-stripe.ts'
import type { PanelCheckout } from './use-panel-checkout.ts'

/** Networks that block Stripe often swallow the request, so no error ever comes. */
const PATIENCE_MS = 6_000

type Way = Extract<CheckoutWayShape, { kind: 'panel' }>
type Phase = 'loading' | 'slow' | 'failed' | 'shown'

/** Stripe's form, and the way on where it does not load: the same purchase on Stripe's own page. */
export function StripePanel({ checkout, way }: { checkout: PanelCheckout; way: Way }) {
  const words = useWords(panelWords)
  const place = useRef<HTMLDivElement>(null)
  const phase = usePanel(place, way)
  return (
    <Slip label={words.form} name={words.form} aside={<span />}>
      <div className={layoutStyles.stack}>
        <p className={`${textStyles.soft} ${layoutStyles.medium}`}>{words.byStripe}</p>
        <div ref={place} aria-busy={phase === 'loading' || phase === 'slow'}>
          {phase === 'loading' && (
            <div className={partsStyles.waiting} role="status">
              {words.loading}
            </div>
          )}
        </div>
        <OnTheirPage checkout={checkout} phase={phase} />
      </div>
    </Slip>
  )
}

function usePanel(place: { current: HTMLDivElement | null }, { clientSecret, publishableKey }: Way): Phase {
  const [phase, setPhase] = useState<Phase>('loading')
  useEffect(() => {
    const late = setTimeout(() => setPhase('slow'), PATIENCE_MS)
    // Stripe's form has an element that React does not manage, so that neither changes the other's nodes.
    const own = document.createElement('div')
    place.current?.append(own)
    mountStripePanel(own, { clientSecret, publishableKey })
      .then(
        () => setPhase('shown'),
        () => setPhase('failed'),
      )
      .finally(() => clearTimeout(late))
    return () => {
      clearTimeout(late)
      own.remove()
    }
  }, [place, clientSecret, publishableKey])
  return phase
}

/** Loud where the form does not load; a quiet line otherwise, because a frame that is blocked says nothing. */
function OnTheirPage({ checkout, phase }: { checkout: PanelCheckout; phase: Phase }) {
  const words = useWords(panelWords)
  const { again } = useWords(payWords)
  const { isBusy, error, save } = useMutation()
  const leave = () => void save(async () => location.assign(await beginHosted(checkout)))
  if (phase === 'loading') return null
  if (phase === 'shown') {
    return (
      <div>
        <button type="button" className={textStyles.quietButton} disabled={isBusy} onClick={leave}>
          {words.notShown}
        </button>
        <FailureLine>{error}</FailureLine>
      </div>
    )
  }
  return (
    <div className={`${layoutStyles.callout} ${layoutStyles.stackTight}`} data-tone="bad" role="alert">
      <p>{words[phase]}</p>
      <div className={layoutStyles.row}>
        <Button loading={isBusy} onClick={leave}>
          {words.onTheirPage}
        </Button>
        <Button variant="default" onClick={() => location.reload()}>
          {again}
        </Button>
      </div>
      <FailureLine>{error}</FailureLine>
    </div>
  )
}

/** Begins the same on Stripe's own page, which closes this checkout. Answers where it is paid. */
async function beginHosted({ kind, offer }: PanelCheckout): Promise<string> {
  const language = spokenLanguage()
  const asked = { language, hosted: true } as const
  const trial = kind === 'trial' ? true : kind === 'subscription' ? false : undefined
  const { go, session } =
    offer === null
      ? await call('changeCard', { body: asked })
      : await call('createCheckoutSession', { body: { ...asked, price_id: offer.price, trial } })
  return go.kind === 'redirect' ? go.url : `/pay/${session}`
}
