/** How much of an upload is there, in whole percent: 100 only when it is complete. */
export const percentThere = (arrivedBytes: number, bytes: number): number =>
  bytes === 0 ? 0 : Math.min(99, Math.floor((arrivedBytes / bytes) * 100))
