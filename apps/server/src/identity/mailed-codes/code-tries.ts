import type { Toll } from '../../platform/http/limits/admit-try.ts'

/**
 * What typing codes costs a network. It only slows: a code takes five tries and belongs to the browser that asked for
 * it, so that nobody has more guesses than mails went out.
 */
export const codeTries = (network: string): Toll => ({
  name: `code-tries/${network}`,
  free: 20,
  seconds: 600,
  perDoubling: 50,
})
