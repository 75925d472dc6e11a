import { makeStore, useStore } from '../state/store.ts'

/** Whether the send form is open over the dashboard. Its draft stays when it closes. */
const isOpen = makeStore(false)
/** The page over which it was open when its user left to see the plans. */
let leftAt: string | null = null

export const showSendSheet = isOpen.set
export const useSendSheet = (): boolean => useStore(isOpen)

/** Closes the form for the page that a link in it leads to; on the way back it opens again. */
export function leaveSendSheet(): void {
  leftAt = isOpen.read() ? location.pathname + location.search : null
  showSendSheet(false)
}

/** The page at `href` is shown now: the form that was left there opens again. */
export function returnToSendSheet(href: string): void {
  if (leftAt === null) return
  if (href === leftAt) showSendSheet(true)
  else if (/^\/(?:dash\/account|pricing)/.test(href)) return
  leftAt = null
}
