import { readPicked } from '@waybill/uploader/files/read-entries'
import { addRead } from '../features/send/form/add-files.ts'
import { accountNow, watchAccount } from '../shared/api/session.ts'
import { showSendSheet } from '../shared/drafts/send-sheet-state.ts'
import { takeKeptShares } from '../shared/sharing/taken-shares.ts'
import { notify } from '../shared/ui/page/notices.ts'
import { spokenLanguage } from '../shared/words/language.tsx'
import { sharesWords } from './words/shares-words.ts'

/**
 * Puts what the device's share sheet gave us into the send form, and keeps the worker that takes it there. `search` is
 * the address as the page was opened: the worker, or the server in its place, says there what came of a share.
 */
export async function takeShares(search: string): Promise<void> {
  const told = new URLSearchParams(search).get('shared')
  const words = sharesWords[spokenLanguage()]
  if (told === 'none' || told === 'failed' || told === 'full')
    notify({ title: words[told], text: words.instead, tone: 'warning', durationMs: 30_000 })
  await navigator.serviceWorker
    ?.register('/share-worker.js', { scope: '/share', updateViaCache: 'none' })
    .catch(() => undefined)
  const shares = await takeKeptShares()
  if (shares.length === 0) return
  await accountKnown()
  await addRead(readPicked(shares.flatMap(({ files }) => files)))
  if (accountNow()) showSendSheet(true)
}

/** What may be sent follows from who sends it. */
async function accountKnown(): Promise<void> {
  if (accountNow() !== undefined) return
  await new Promise<void>((resolve) => {
    const stop = watchAccount(() => {
      if (accountNow() === undefined) return
      stop()
      resolve()
    })
  })
}
