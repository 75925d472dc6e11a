/** Between which times from now a transfer may be scheduled; the expiry counts from its sending. */
export const SEND_LATER_MIN_MINUTES = 5
export const SEND_LATER_MAX_DAYS = 365

/** A wall-clock time in the sender's zone: it holds, whatever clocks change until then. */
export interface SendLater {
  /** 'YYYY-MM-DDTHH:mm' */
  localTime: string
  /** IANA name. */
  timeZone: string
}
