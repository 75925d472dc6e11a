const PANEL = 'stripe-panel'
const sellerSaid = () => document.querySelector<HTMLMetaElement>('meta[name="plans-seller"]')?.content

/**
 * Who takes the money for plans: the server writes it into the page. Null: nothing is for sale here. The sandbox takes
 * test cards alone.
 */
export function plansSeller(): 'sandbox' | 'stripe' | null {
  const seller = sellerSaid()
  if (seller === PANEL) return 'stripe'
  return seller === 'sandbox' || seller === 'stripe' ? seller : null
}

/** Whether the prices of plans are before tax, which the seller adds. */
export const plansAddTax = (): boolean =>
  document.querySelector<HTMLMetaElement>('meta[name="plans-tax"]')?.content === 'added'

/** Whether cards are typed in a panel, whose page is a document of its own and not a route of the app. */
export const isPaidInPanel = (): boolean => sellerSaid() === PANEL
