import type { AskedPage } from '@waybill/contract/requests/page-props'
import type { RequestView, SubmissionReceipt } from '@waybill/contract/requests/submission-endpoints'
import type { SourceFile, UploadProgress } from '@waybill/uploader/upload'
import { createContext, useContext } from 'react'
import type { SealedSubmission } from '../../shared/sealing/seal-file.ts'
import { makeStore, type Store, useStore } from '../../shared/state/store.ts'
import type { FileDoubt } from './items/look-at-files.ts'

/** A file of this device, chosen for an item. */
export interface ChosenFile {
  id: string
  item: string
  source: SourceFile
  /** What its first bytes contradict. */
  doubt: FileDoubt | null
}

export type Step =
  | { is: 'choosing' }
  /** The page checks the files, and asks the server whether it accepts them. */
  | { is: 'planning' }
  /** A code was mailed; `goal` is the action that waits for it. */
  | { is: 'code'; email: string; goal: 'send' | 'show' }
  | { is: 'sending'; progress: UploadProgress | null }
  /** Every byte has arrived; sealed files get their checksums first. */
  | { is: 'submitting'; isSumming: boolean }
  /** Stopped half-way with its files still available; `error` null: by the supplier. */
  | { is: 'halted'; progress: UploadProgress | null; error: unknown }

/** What keeps the form from being sent, by its field. */
export type Complaint = 'files' | 'name' | 'email-missing' | 'email-wrong' | 'note-link'

export interface SessionState {
  request: RequestView
  /** The submission whose receipt shows. */
  received: string | null
  chosen: readonly ChosenFile[]
  /** What is typed for questions and not sent yet, by item. */
  answers: Readonly<Record<string, readonly string[]>>
  step: Step
  complaint: Complaint | null
  /** The refusal of the last click. */
  failure: unknown
  /** Proven in this browser, where the server does not know a supplier by it yet. */
  provenEmail: string | null
}

/** What is sent: files of this device, and their seals where the request requires them. */
export interface UploadInput {
  files: readonly SourceFile[]
  sealed: SealedSubmission | null
}

/** One supplier's work on one request: the chosen files, and the progress. */
export interface SubmissionSession {
  readonly page: AskedPage
  /** As every call by the link names it. */
  readonly link: { slug: string; user?: string }
  /** What is typed; a change does not draw anything again. */
  readonly said: { name: string; company: string; email: string; note: string }
  /** The running upload, as long as its files can be read. */
  inHand: ({ upload: string } & UploadInput) | null
  readonly state: Store<SessionState>
  read(): SessionState
  set(change: Partial<SessionState>): void
  /** Shows the receipt of a submission, or the request again, as a step of the history. */
  show(received: string | null): void
  /** Follows Back and Forward; returns a function that stops it. */
  followHistory(): () => void
}

const namedInAddress = () => new URLSearchParams(location.search).get('received')

export function makeSubmissionSession(page: AskedPage): SubmissionSession {
  const { request, user, typed } = page
  const provenEmail = page.proof?.proven ?? null
  const { name = '', company = '', email = '' } = request.supplier ?? {}
  const state = makeStore<SessionState>({
    request,
    received: page.received,
    chosen: [],
    answers: typed?.answers ?? {},
    step: { is: 'choosing' },
    complaint: null,
    failure: null,
    provenEmail,
  })
  const set = (change: Partial<SessionState>) => state.set({ ...state.read(), ...change })
  return {
    page,
    link: { slug: request.slug, ...(user === null ? {} : { user }) },
    said: {
      name: typed?.name || name,
      company: typed?.company || company,
      email: typed?.email || email || (provenEmail ?? ''),
      note: typed?.note ?? '',
    },
    inHand: null,
    state,
    read: state.read,
    set,
    show(received) {
      history.pushState(null, '', received === null ? location.pathname : `?received=${encodeURIComponent(received)}`)
      set({ received })
    },
    followHistory() {
      const follow = () => set({ received: namedInAddress() })
      addEventListener('popstate', follow)
      return () => removeEventListener('popstate', follow)
    },
  }
}

/** A receipt that the server has just returned joins the others. */
export const withReceipt = (request: RequestView, receipt: SubmissionReceipt): RequestView => ({
  ...request,
  sent: [receipt, ...request.sent.filter(({ _id }) => _id !== receipt._id)],
})

const SubmissionSessionContext = createContext<SubmissionSession | null>(null)
export const SubmissionSessionProvider = SubmissionSessionContext.Provider

export function useSubmissionSession(): SubmissionSession {
  const session = useContext(SubmissionSessionContext)
  if (session === null) throw new Error('Nothing is asked on this page')
  return session
}

/** The part of the state that `pick` selects; the component renders again when it changes. */
export function useSessionState<T>(pick: (state: SessionState) => T): T {
  return useStore(useSubmissionSession().state, pick)
}
