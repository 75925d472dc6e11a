import { readQuickSend } from '../drafts/quick-send-state.ts'
import { listShares, removeShares, type Share } from './kept-shares.ts'

const LOCK = 'waybill-share '

/** The shares whose files this page has put into its draft. */
const taken = new Map<string, Set<string>>()

/** The shares that no page has taken yet; from here on they are this page's. */
export async function takeKeptShares(): Promise<Share[]> {
  const free: Share[] = []
  for (const share of await listShares(Date.now())) {
    if (taken.has(share.id) || !(await holdLock(share.id))) continue
    taken.set(share.id, new Set(share.files.map(({ name }) => name)))
    free.push(share)
  }
  return free
}

/** Other tabs leave the share alone while this page lives. */
function holdLock(id: string): Promise<boolean> {
  return new Promise((resolve) => {
    const request = navigator.locks.request(LOCK + id, { ifAvailable: true }, (lock) => {
      resolve(lock !== null)
      return lock === null ? undefined : new Promise(() => undefined)
    })
    request.catch(() => resolve(false))
  })
}

/** After a transfer is saved: a share need not stay on the device once none of its files is in the draft. Never rejects. */
export async function forgetShares(): Promise<void> {
  const { files } = readQuickSend().draft
  const drafted = new Set(files.map(({ path }) => path))
  const over = [...taken].filter(([, names]) => ![...names].some((name) => drafted.has(name))).map(([id]) => id)
  for (const id of over) taken.delete(id)
  await removeShares(over)
}
