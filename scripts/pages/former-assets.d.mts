/** Keeps the assets of the old build in `dist` for a day. */
export function keepFormerAssets(dist: string, nowMs?: number): void
