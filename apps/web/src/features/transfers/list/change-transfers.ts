import { call } from '../../../shared/api/client.ts'
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

/** Deletes transfers, and offers to undo it for ten seconds. Resolves to whether they are gone. */
export function deleteTransfers(ids: readonly string[], type: 'sent' | 'received'): Promise<boolean> {
  const words = transferListWords[spokenLanguage()]
  return changed(async () => {
    const { deleted } = await call('deleteTransfer', { body: { type, ids: [...ids] } })
    notify({
      title: words.deleted(deleted),
      durationMs: UNDO_MS,
      action: { label: words.undo, press: () => void restoreTransfers(ids) },
    })
  })
}

function restoreTransfers(ids: readonly string[]): Promise<boolean> {
  return changed(async () => {
    await call('restoreTransfers', { body: { ids: [...ids] } })
  })
}

/** Erases the records of deleted transfers. Resolves to whether they are gone. */
export function eraseRecords(ids: readonly string[]): Promise<boolean> {
  const words = transferListWords[spokenLanguage()]
  return changed(async () => {
    const { erased } = await call('eraseRecords', { body: { ids: [...ids] } })
    notify({ title: words.erased(erased) })
  })
}

/** Extends the expiry of transfers from now. */
export function extendTransfers(ids: readonly string[], expirySeconds: number): Promise<boolean> {
  const words = transferListWords[spokenLanguage()]
  return changed(async () => {
    const { extended } = await call('extendTransfers', { body: { ids: [...ids], expirySeconds } })
    notify({ title: words.extended(extended) })
  })
}
