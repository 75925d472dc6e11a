import type { RequestRecord, RequestState } from '@waybill/contract/request-shapes'
import { rereadAccount } from '../accounts/session.ts'
import { call } from '../api/client.ts'
import { failureSentence } from '../api/problem-words.ts'
import { notify } from '../ui/notices.ts'
import { spokenLanguage } from '../words/language.tsx'
import { requestRecordWords } from '../words/request-record.ts'
import { rereadRecord, showRecord } from './use-request-record.ts'

const UNDO_MS = 10_000

export type Standing = 'pause' | 'resume' | 'close' | 'reopen'
type Asking = Pick<RequestRecord, '_id'>
const words = () => requestRecordWords[spokenLanguage()]
const sayFailure = (error: unknown) => notify({ title: failureSentence(spokenLanguage(), error), tone: 'warning' })

/** How a request's standing may be changed from the state it is in. One that has expired gets a new life by editing. */
export const standingsOf: Readonly<Record<RequestState, readonly Standing[]>> = {
  open: ['pause', 'close'],
  paused: ['resume', 'close'],
  closed: ['reopen'],
  expired: [],
}

const bodies = {
  pause: { isPaused: true },
  resume: { isPaused: false },
  close: { isClosed: true },
  reopen: { isClosed: false },
} as const

/** Pauses, closes or opens the request again. */
export async function changeStanding({ _id }: Asking, to: Standing): Promise<void> {
  try {
    showRecord((await call('editRequest', { params: { request: _id }, body: bodies[to] })).request)
    notify({ title: words().changeDone[to] })
  } catch (error) {
    sayFailure(error)
  }
}

/** Deletes the request, and offers to take it back for ten seconds. */
export async function deleteRequest({ _id }: Asking): Promise<void> {
  try {
    await call('deleteRequests', { body: { ids: [_id] } })
    const action = { label: words().undo, press: () => void restoreRequest(_id) }
    notify({ title: words().deleted, durationMs: UNDO_MS, action })
  } catch (error) {
    sayFailure(error)
  } finally {
    await rereadRecord()
  }
}

async function restoreRequest(id: string): Promise<void> {
  try {
    await call('restoreRequests', { body: { ids: [id] } })
    notify({ title: words().restored })
  } catch (error) {
    sayFailure(error)
  } finally {
    await rereadRecord()
  }
}

/** Makes the request once more; resolves to the new one's number, null where it failed, which is said. */
export async function duplicateRequest({ _id }: Asking, withPeople: boolean): Promise<string | null> {
  try {
    const { request } = await call('duplicateRequest', { params: { request: _id }, body: { withPeople } })
    notify({ title: words().duplicated })
    void Promise.all([rereadRecord(), rereadAccount().catch(() => undefined)])
    return request.slug
  } catch (error) {
    sayFailure(error)
    return null
  }
}
