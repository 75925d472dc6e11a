import type { DraftBody, SavedTransfer } from '@waybill/contract/transfers/endpoints'
import type { UploadPlan } from '@waybill/contract/uploads/endpoints'
import type { TakenHandles } from '@waybill/uploader/files/handles'
import type { UploadProgress } from '@waybill/uploader/upload'
import { makeStore, useStore } from '../state/store.ts'
import { readKept } from '../storage/kept.ts'
import { type Draft, emptyTransferDraft, visitor } from './draft.ts'

/** An upload of this browser that was left half-way, with what was written for it. */
export interface Unfinished {
  draft: DraftBody
  plan: UploadPlan
  /** The files, where the browser still has them; null: they must be picked again. */
  handles: TakenHandles
}

export type Screen = 'form' | 'code' | 'sending' | 'done' | 'limit' | 'unfinished'

/**
 * Where quick-send stands. It lives outside the pages, so that a draft and a running upload survive every navigation.
 */
export interface QuickSendState {
  screen: Screen
  draft: Draft
  /** The server is judging and planning; the form waits. */
  isPlanning: boolean
  /** Who the running upload goes to and comes from: the draft's, or the taken-up transfer's. */
  envelope: { senderEmail: string; emailTo: readonly string[] } | null
  progress: UploadProgress | null
  saved: SavedTransfer | null
  /** What keeps a visitor from sending. An account's own standing is judged from the account. */
  limit: 'free-sends-used' | 'storage-full' | null
  /** Null while the server is asked for it. */
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
    unfinished: null,
  }
}

const quickSend = makeStore(beginning)

export const readQuickSend = quickSend.read

export function setQuickSend(change: Partial<QuickSendState>): void {
  quickSend.set({ ...readQuickSend(), ...change })
}

/** The part of the state that `pick` takes; the component is drawn again when it changes. */
export function useQuickSend<T>(pick: (state: QuickSendState) => T): T {
  return useStore(quickSend, pick)
}
