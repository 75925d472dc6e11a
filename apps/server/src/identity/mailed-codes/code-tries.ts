import type { Toll } from '../../platform/http/limits/admit-try.ts'

/**
 * The price of typing codes for a network. It only slows: a code allows five tries and belongs to the browser that
 * requested it, so that nobody has more guesses than mails were sent.
 */
export const codeTries = (network: string): Toll => ({
  name: `code-tries/${network}`,
  free: 20,
  seconds: 600,
  perDoubling: 50,
})
