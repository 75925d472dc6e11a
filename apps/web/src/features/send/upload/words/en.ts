/** Where a running upload goes. */
export const route = {
  stored: (place: string) => `Stored in ${place}`,
  timed: (place: string, ms: number) => `Stored in ${place}, ${ms} ms away`,
}

export type RouteWords = typeof route
