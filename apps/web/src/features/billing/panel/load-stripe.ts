import { STRIPE_ORIGIN } from '../../../shared/document/panel-page.ts'

/** Of the same release of Stripe's interface as `API_VERSION` of the server. */
const SCRIPT_URL = `${STRIPE_ORIGIN}/endive/stripe.js`

/** What we use of Stripe's script. */
interface StripeScript {
  createEmbeddedCheckoutPage(wish: { clientSecret: string }): Promise<{ mount(place: HTMLElement): void }>
}

type MakeStripe = (publishableKey: string) => StripeScript

/**
 * Loads Stripe's script. `@stripe/stripe-js` would do little more, and has no limit in time either where a network
 * swallows the request: the caller has one.
 *
 * @throws Error where it cannot be loaded
 */
function loadScript(): Promise<MakeStripe> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    const fail = () => reject(new Error(`${SCRIPT_URL} did not load`))
    script.addEventListener('error', fail)
    script.addEventListener('load', () => {
      const { Stripe } = globalThis as { Stripe?: MakeStripe }
      if (Stripe) resolve(Stripe)
      else fail()
    })
    script.src = SCRIPT_URL
    document.head.append(script)
  })
}

/**
 * Shows Stripe's form for a checkout session in `place`. It leads to the return page by itself once it is paid.
 *
 * @throws Error where Stripe's script does not load, or refuses the session
 */
export async function mountStripePanel(
  place: HTMLElement,
  { clientSecret, publishableKey }: { clientSecret: string; publishableKey: string },
): Promise<void> {
  const makeStripe = await loadScript()
  const panel = await makeStripe(publishableKey).createEmbeddedCheckoutPage({ clientSecret })
  panel.mount(place)
}
