/** Whose clock is meant. */
export const clock = {
  times: (zone: string, offset: string) => `Times are in ${zone} (${offset}), your account’s time zone.`,
  /** For an account that has none. */
  browserTimes: (zone: string, offset: string) => `Times are in ${zone} (${offset}), this browser’s time zone.`,
}

export type ClockWords = typeof clock

/** A transfer that goes out at a chosen time. */
export const sendLater = {
  time: 'Date and time',
  zone: (zone: string) => `Time zone: ${zone}`,
  range: (minutes: number) => `Choose a time at least ${minutes} minutes and at most a year from now.`,
}

export type SendLaterWords = typeof sendLater
