import { readSendSheet, showSendSheet } from './send-sheet-state.ts'

/** The page over which the send form was open when its user left to see the plans. */
let leftAt: string | null = null

/** Closes the form for the page that a link in it leads to; on the way back it opens again. */
export function leaveSendSheet(): void {
  leftAt = readSendSheet() ? location.pathname + location.search : null
  showSendSheet(false)
}

/** The page at `href` is shown now: the form that was left there opens again. */
export function returnToSendSheet(href: string): void {
  if (leftAt === null) return
  if (href === leftAt) showSendSheet(true)
  else if (/^\/(?:dash\/account|pricing)/.test(href)) return
  leftAt = null
}
