/** Whose clock is meant. */
export const clock = {
  times: (zone: string, offset: string) => `Times are in ${zone} (${offset}), your account’s time zone.`,
}

export type ClockWords = typeof clock
