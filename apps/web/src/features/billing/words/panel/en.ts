/** The payment page with Stripe's form. */
export const panel = {
  billing: 'Billing',
  form: 'Payment details',
  byStripe: 'The form below is from Stripe, our payment provider. Waybill never sees your card number.',
  beforeTax: 'Before discounts and tax. The form shows what you are charged.',
  loading: 'Loading the form…',
  slow: 'Stripe’s form is slow to load. Your network may block it. Wait, or pay on Stripe’s own page.',
  failed: 'Stripe’s form did not load. Your network or browser may block it. You were not charged.',
  onTheirPage: 'Pay on Stripe’s page',
  notShown: 'Don’t see the form? Pay on Stripe’s page',
}

export type PanelWords = typeof panel
