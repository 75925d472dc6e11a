/** Keeps the assets in `dist` of the build that is about to be replaced, for a day. */
export function keepFormerAssets(dist: string, nowMs?: number): void
