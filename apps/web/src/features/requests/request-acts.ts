import type { RequestState } from '@waybill/contract/requests/shapes'

export const standings = ['pause', 'resume', 'close', 'reopen'] as const
/** Actions that change a request's status. */
export type Standing = (typeof standings)[number]

/** The actions that a request's status allows. An expired request gets a new expiry by editing. */
export const standingsOf: Readonly<Record<RequestState, readonly Standing[]>> = {
  open: ['pause', 'close'],
  paused: ['resume', 'close'],
  closed: ['reopen'],
  expired: [],
}

/** Whether a status allows the action. */
export const mayBe = (state: RequestState, standing: Standing): boolean => standingsOf[state].includes(standing)

/** The page of a request. */
export const recordPath = (slug: string): string => `/dash/requests/${slug}`

/** The open link in the form for sharing. */
export const openLink = (link: string): URL => new URL(link, location.origin)
