/** Code of the dashboard that nobody needs yet, in the order of its routes. */
export const laterCode: Array<() => Promise<unknown>> = []

/** Names code that `fetchDashAhead` fetches once somebody is about to open the dashboard. */
export const fetchLater = (load: () => Promise<unknown>): void => void laterCode.push(load)
