/**
 * One tab of a browser sends an upload. A lock tells the others that it is being sent, and ends with the tab in every
 * case. Browsers limit locks to secure origins; elsewhere other tabs do not know.
 */
const nameOf = (upload: string) => `waybill-upload-${upload}`

/** Holds the upload's lock while `work` runs. */
export async function holdingUpload<T>(upload: string, work: () => Promise<T>): Promise<T> {
  const locks = lockManager()
  return locks ? locks.request(nameOf(upload), { steal: true }, work) : work()
}

/** Whether another tab is sending the upload now. */
export async function isBeingSent(upload: string): Promise<boolean> {
  const held = (await lockManager()?.query())?.held ?? []
  return held.some(({ name }) => name === nameOf(upload))
}

const lockManager = (): LockManager | undefined => (navigator as { locks?: LockManager }).locks
