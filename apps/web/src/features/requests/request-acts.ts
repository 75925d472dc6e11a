import type { RequestState } from '@waybill/contract/requests/shapes'

export const standings = ['pause', 'resume', 'close', 'reopen'] as const
/** What is done to a request's standing. */
export type Standing = (typeof standings)[number]

/**
 * How a request's standing may be changed from the state it is in. One that has expired gets a new expiry by editing.
 */
export const standingsOf: Readonly<Record<RequestState, readonly Standing[]>> = {
  open: ['pause', 'close'],
  paused: ['resume', 'close'],
  closed: ['reopen'],
  expired: [],
}

/** Whether a state may be changed so. */
export const mayBe = (state: RequestState, standing: Standing): boolean => standingsOf[state].includes(standing)

/** Where everything about one request is. */
export const recordPath = (slug: string): string => `/dash/requests/${slug}`

/** The open link as it is passed on. */
export const openLink = (link: string): URL => new URL(link, location.origin)
