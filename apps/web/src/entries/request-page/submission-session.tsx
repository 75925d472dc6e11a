import type { AskedPage } from '@waybill/contract/requests/page-props'
import type { RequestView, SubmissionReceipt } from '@waybill/contract/requests/submission-endpoints'
import type { SourceFile, UploadProgress } from '@waybill/uploader/upload'
import { createContext, useContext } from 'react'
import type { SealedSubmission } from '../../shared/sealing/seal-file.ts'
import { makeStore, type Store, useStore } from '../../shared/state/store.ts'
import type { FileDoubt } from './items/look-at-files.ts'

/** A file of this device, put to what it is for. */
export interface ChosenFile {
  id: string
  item: string
  source: SourceFile
  /** What its first bytes speak against. */
  doubt: FileDoubt | null
}

export type Step =
  | { is: 'choosing' }
  /** The files are looked at, and the server is asked whether they may come. */
  | { is: 'planning' }
  /** A code was mailed; `goal` is what it was asked for. */
  | { is: 'code'; email: string; goal: 'send' | 'show' }
  | { is: 'sending'; progress: UploadProgress | null }
  /** Every byte is in; sealed files are summed before. */
  | { is: 'submitting'; isSumming: boolean }
  /** Stopped half-way with its files still in hand; `error` null: by the supplier. */
  | { is: 'halted'; progress: UploadProgress | null; error: unknown }

/** What keeps the form from being sent, by its field. */
export type Complaint = 'files' | 'name' | 'email-missing' | 'email-wrong' | 'note-link'

export interface SessionState {
  request: RequestView
  /** The submission whose receipt is shown. */
  received: string | null
  chosen: readonly ChosenFile[]
  step: Step
  complaint: Complaint | null
  /** What the last press was refused for. */
  failure: unknown
  /** Proven in this browser, where the server does not know a supplier by it yet. */
  provenEmail: string | null
}

/** What is sent: files of this device, and how they are sealed where the request takes them sealed. */
export interface UploadInput {
  files: readonly SourceFile[]
  sealed: SealedSubmission | null
}

/** Where one supplier answers one request: what they have chosen, and how far it is. */
export interface SubmissionSession {
  readonly page: AskedPage
  /** As every call by the link names it. */
  readonly link: { slug: string; user?: string }
  /** What is typed; it changes without anything being drawn anew. */
  readonly said: { name: string; company: string; email: string; note: string }
  /** What is on its way, as long as its files can be read. */
  inHand: ({ upload: string } & UploadInput) | null
  readonly state: Store<SessionState>
  read(): SessionState
  set(change: Partial<SessionState>): void
  /** Shows the receipt of a submission, or the request again, as a step of the history. */
  show(received: string | null): void
  /** Follows Back and Forward; returns the way to stop. */
  followHistory(): () => void
}

const namedInAddress = () => new URLSearchParams(location.search).get('received')

export function makeSubmissionSession(page: AskedPage): SubmissionSession {
  const { request, user } = page
  const provenEmail = page.proof?.proven ?? null
  const { name = '', company = '', email = '' } = request.supplier ?? {}
  const state = makeStore<SessionState>({
    request,
    received: page.received,
    chosen: [],
    step: { is: 'choosing' },
    complaint: null,
    failure: null,
    provenEmail,
  })
  const set = (change: Partial<SessionState>) => state.set({ ...state.read(), ...change })
  return {
    page,
    link: { slug: request.slug, ...(user === null ? {} : { user }) },
    said: { name, company, email: email || (provenEmail ?? ''), note: '' },
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

/** A receipt the server has just given stands with the others. */
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

/** The part of the state that `pick` takes; the component is drawn again when it changes. */
export function useSessionState<T>(pick: (state: SessionState) => T): T {
  return useStore(useSubmissionSession().state, pick)
}
