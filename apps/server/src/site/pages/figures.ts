const GB = 1e9
const TB = 1e12

/** A size of `plans.ts` as pages write it: '10 GB', '1.5 TB'. */
export const sizeText = (bytes: number): string => (bytes >= TB ? `${bytes / TB} TB` : `${bytes / GB} GB`)
