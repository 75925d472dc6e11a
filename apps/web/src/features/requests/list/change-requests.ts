import type { BodyOf, Endpoints } from '@waybill/contract'
import type { RequestRecord } from '@waybill/contract/requests/shapes'
import { call } from '../../../shared/api/client.ts'
import { inBatches } from '../../../shared/api/in-batches.ts'
import { mutated } from '../../../shared/api/mutate.ts'
import { notify } from '../../../shared/ui/page/notices.ts'
import { spokenLanguage } from '../../../shared/words/language.tsx'
import type { Standing } from '../request-acts.ts'
import { invalidateRequests, showRequest } from '../use-requests.ts'
import { requestsWords } from '../words/requests-words.ts'

const UNDO_MS = 10_000
const spoken = () => requestsWords[spokenLanguage()]

/** Makes the change, and reloads the lists whether it succeeded or not. Resolves to whether it did. */
async function changed(work: () => Promise<void>): Promise<boolean> {
  const isMade = await mutated(work)
  await invalidateRequests()
  return isMade
}

/** Deletes requests, and offers to undo it for ten seconds. Resolves to whether they are gone. */
export function deleteRequests(ids: readonly string[]): Promise<boolean> {
  const words = spoken()
  return changed(async () => {
    const gone: string[] = []
    let count = 0
    try {
      await inBatches(ids, async (some) => {
        count += (await call('deleteRequests', { body: { ids: some } })).deleted
        gone.push(...some)
      })
    } finally {
      const action = { label: words.undo, press: () => void restoreRequests(gone) }
      if (gone.length > 0) notify({ title: words.deleted(count), durationMs: UNDO_MS, action })
    }
  })
}

function restoreRequests(ids: readonly string[]): Promise<boolean> {
  const words = spoken()
  return changed(async () => {
    let count = 0
    await inBatches(ids, async (some) => {
      count += (await call('restoreRequests', { body: { ids: some } })).restored
    })
    notify({ title: words.restored(count) })
  })
}

const bodies: Record<Standing, { isPaused: boolean } | { isClosed: boolean }> = {
  pause: { isPaused: true },
  resume: { isPaused: false },
  close: { isClosed: true },
  reopen: { isClosed: false },
}
const opposite: Record<Standing, Standing> = { pause: 'resume', resume: 'pause', close: 'reopen', reopen: 'close' }

/**
 * Pauses, closes or reopens requests, one after the other, and offers to undo it. Resolves to whether all succeeded.
 */
export function setStanding(ids: readonly string[], to: Standing, isUndo = false): Promise<boolean> {
  const words = spoken()
  return changed(async () => {
    for (const request of ids) showRequest((await editRequest(request, bodies[to])).request)
    notify({
      title: words.standingDone[to](ids.length),
      ...(isUndo
        ? {}
        : {
            durationMs: UNDO_MS,
            action: { label: words.undo, press: () => void setStanding(ids, opposite[to], true) },
          }),
    })
  })
}

/** One change of one request. Rejects with the server's refusal. */
export function editRequest(
  request: string,
  body: BodyOf<Endpoints['editRequest']>,
): Promise<{ request: RequestRecord }> {
  return call('editRequest', { params: { request }, body })
}
