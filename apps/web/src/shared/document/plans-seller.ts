/**
 * Who takes the money for plans: the server writes it into the page. Null: nothing is for sale here. The sandbox takes
 * test cards alone.
 */
export function plansSeller(): 'sandbox' | 'stripe' | null {
  const seller = document.querySelector<HTMLMetaElement>('meta[name="plans-seller"]')?.content
  return seller === 'sandbox' || seller === 'stripe' ? seller : null
}

/** Whether the prices of plans are before tax, which the seller adds. */
export const plansAddTax = (): boolean =>
  document.querySelector<HTMLMetaElement>('meta[name="plans-tax"]')?.content === 'added'
