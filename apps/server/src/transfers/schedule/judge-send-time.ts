import { Problem } from '@waybill/contract/core/problems'
import { instantOf, isTimeZone } from '@waybill/contract/core/zoned-time'
import { SEND_LATER_MAX_DAYS, SEND_LATER_MIN_MINUTES, type SendLater } from '@waybill/contract/transfers/send-later'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/** A chosen time with its instant, in epoch ms. */
export interface SendTime extends SendLater {
  atMs: number
}

/**
 * The instant of a chosen time. Clocks that show it twice mean the second time; one that they skip lies as far behind
 * the change as it was meant to.
 *
 * @throws Problem 'invalid-input' for a zone or a date that does not exist; 'send-time-refused' {minMinutes, maxDays}
 */
export function judgeSendTime(typed: SendLater, nowMs: number): SendTime {
  const atMs = isTimeZone(typed.timeZone) ? instantIn(typed) : null
  if (atMs === null) throw new Problem('invalid-input', { where: 'body', field: 'sendLater' })
  if (atMs < nowMs + SEND_LATER_MIN_MINUTES * MINUTE_MS || atMs > nowMs + SEND_LATER_MAX_DAYS * DAY_MS) {
    throw new Problem('send-time-refused', { minMinutes: SEND_LATER_MIN_MINUTES, maxDays: SEND_LATER_MAX_DAYS })
  }
  return { ...typed, atMs }
}

/** The chosen time, if it is still ahead; null: the transfer goes out at once, for its upload took longer than that. */
export function stillAhead(chosen: SendLater | null, nowMs: number): SendTime | null {
  const atMs = chosen && instantIn(chosen)
  return chosen !== null && atMs !== null && atMs > nowMs ? { ...chosen, atMs } : null
}

function instantIn({ localTime, timeZone }: SendLater): number | null {
  try {
    return instantOf(localTime, timeZone)
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}
