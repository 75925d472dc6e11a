import { call } from '../../../shared/api/client.ts'
import { inBatches } from '../../../shared/api/in-batches.ts'
import { mutated } from '../../../shared/api/mutate.ts'
import { refreshAccount } from '../../../shared/api/session.ts'
import { notify } from '../../../shared/ui/page/notices.ts'
import { spokenLanguage } from '../../../shared/words/language.tsx'
import { invalidateTransfers } from './use-transfer-list.ts'
import { transferListWords } from './words/transfer-list-words.ts'

const UNDO_MS = 10_000

/** Makes the change, and reloads the lists whether it succeeded or not. Resolves to whether it did. */
async function changed(work: () => Promise<void>): Promise<boolean> {
  const isMade = await mutated(work)
  await Promise.all([invalidateTransfers(), refreshAccount().catch(() => undefined)])
  return isMade
}

/**
 * Deletes transfers, and offers to undo it for ten seconds, also for those that were deleted before a failure. Resolves to
 * whether all are gone.
 */
export function deleteTransfers(ids: readonly string[], type: 'sent' | 'received'): Promise<boolean> {
  const words = transferListWords[spokenLanguage()]
  return changed(async () => {
    const gone: string[] = []
    let count = 0
    try {
      await inBatches(ids, async (some) => {
        count += (await call('deleteTransfer', { body: { type, ids: some } })).deleted
        gone.push(...some)
      })
    } finally {
      const action = { label: words.undo, press: () => void restoreTransfers(gone) }
      if (gone.length > 0) notify({ title: words.deleted(count), durationMs: UNDO_MS, action })
    }
  })
}

function restoreTransfers(ids: readonly string[]): Promise<boolean> {
  return changed(async () => {
    await inBatches(ids, async (some) => void (await call('restoreTransfers', { body: { ids: some } })))
  })
}

/** Erases the records of deleted transfers. Resolves to whether they are gone. */
export function eraseRecords(ids: readonly string[]): Promise<boolean> {
  const words = transferListWords[spokenLanguage()]
  return changed(async () => {
    let count = 0
    await inBatches(ids, async (some) => {
      count += (await call('eraseRecords', { body: { ids: some } })).erased
    })
    notify({ title: words.erased(count) })
  })
}

/** Extends the expiry of transfers from now. */
export function extendTransfers(ids: readonly string[], expirySeconds: number): Promise<boolean> {
  const words = transferListWords[spokenLanguage()]
  return changed(async () => {
    let count = 0
    await inBatches(ids, async (some) => {
      count += (await call('extendTransfers', { body: { ids: some, expirySeconds } })).extended
    })
    notify({ title: words.extended(count) })
  })
}
