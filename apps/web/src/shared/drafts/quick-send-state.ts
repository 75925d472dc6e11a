import type { DraftBody, SavedTransfer } from '@waybill/contract/transfers/endpoints'
import type { UploadPlan } from '@waybill/contract/uploads/endpoints'
import type { TakenHandles } from '@waybill/uploader/files/handles'
import type { UploadProgress } from '@waybill/uploader/upload'
import { makeStore, useStore } from '../state/store.ts'
import { readKept } from '../storage/kept.ts'
import type { Notice } from '../ui/page/notices.ts'
import { type Draft, emptyTransferDraft, visitor } from './draft.ts'

/** This browser's unfinished upload, with what the sender wrote for it. */
export interface Unfinished {
  draft: DraftBody
  plan: UploadPlan
  /** The files, where the browser still has them; null: they must be picked again. */
  handles: TakenHandles
  /** It was sent while it uploaded. Absent: it is sent once it is uploaded. */
  arriving?: { slug: string } | undefined
}

/** A transfer that was sent while the running upload brings its files. */
export interface ArrivingSend {
  slug: string
  /** To pass on; null: its recipients have their own in their mails. */
  link: string | null
}

export type Screen = 'form' | 'code' | 'sending' | 'done' | 'limit' | 'unfinished'

/**
 * The state of quick-send. It exists outside the pages, so that a draft and a running upload survive every navigation.
 */
export interface QuickSendState {
  screen: Screen
  draft: Draft
  /** The server is checking and planning; the form waits. */
  isPlanning: boolean
  /** The recipients and the sender of the running upload: the draft's, or the resumed transfer's. */
  envelope: { senderEmail: string; emailTo: readonly string[] } | null
  progress: UploadProgress | null
  /** Where the files of the running upload will be stored; null where there is one store. */
  region?: UploadPlan['region'] | null
  /** Null or absent: the running upload is sent once its files are there. */
  arriving?: ArrivingSend | null
  saved: SavedTransfer | null
  /** What keeps a visitor from sending. An account's own standing comes from the account. */
  limit: 'free-sends-used' | 'storage-full' | null
  /** Why the last try ended; it is shown until something is changed. */
  failure: Pick<Notice, 'title' | 'text'> | null
  /** Null while the server is being asked for it. */
  unfinished: Unfinished | null
}

function beginning(): QuickSendState {
  return {
    screen: readKept('upload') === null ? 'form' : 'unfinished',
    draft: emptyTransferDraft(visitor(readKept('sender') ?? '')),
    isPlanning: false,
    envelope: null,
    progress: null,
    saved: null,
    limit: null,
    failure: null,
    unfinished: null,
  }
}

const quickSend = makeStore(beginning)

export const readQuickSend = quickSend.read

export function setQuickSend(change: Partial<QuickSendState>): void {
  quickSend.set({ ...readQuickSend(), ...change })
}

/** The part of the state that `pick` selects; the component renders again when it changes. */
export function useQuickSend<T>(pick: (state: QuickSendState) => T): T {
  return useStore(quickSend, pick)
}
