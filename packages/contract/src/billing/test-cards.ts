/**
 * The card numbers that the sandbox takes, by what happens with them: those that Stripe lists for its test mode, so that
 * one habit serves both. No other card is taken.
 */
export const testCardNumbers = {
  works: '4242424242424242',
  mastercard: '5555555555554444',
  /** The bank asks for its owner at the page alone. */
  asksAtPage: '4000002500003155',
  /** The bank asks with every payment, and so refuses one without a page. */
  asksAlways: '4000002760003184',
  declined: '4000000000000002',
  insufficientFunds: '4000000000009995',
  expired: '4000000000000069',
  /** Taken for a trial; the first payment without a page is refused. */
  failsLater: '4000000000000341',
} as const
