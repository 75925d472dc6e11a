import { isBarredType } from '@waybill/contract/barred-types'
import { DEFAULT_EXPIRY_SECONDS, type ExpirySeconds } from '@waybill/contract/expiry'
import { type DraftFinding, judgeDraft } from '@waybill/contract/manifest'
import { hasPiracyMarker } from '@waybill/contract/piracy-markers'
import { isAnonymous, type Role } from '@waybill/contract/plans'
import { addRecipients } from '@waybill/contract/recipients'
import type { SourceFile } from '@waybill/uploader/upload'

/** What a visitor has put together so far, and what was refused of it last. Every change makes a new one. */
export interface Draft {
  role: Role
  files: readonly DraftFile[]
  emailTo: readonly string[]
  /** What stands behind the last recipient, not yet an address. */
  recipientText: string
  senderEmail: string
  message: string
  expirySeconds: ExpirySeconds
  sendAs: 'email' | 'link'
  /** Files of the last addition that were not taken; a new list with each addition. */
  leftOut: readonly LeftOut[]
  /** What of the last recipients typed was no address; a new list with each attempt. */
  badRecipients: readonly string[]
}

export interface DraftFile {
  id: string
  path: string
  bytes: number
  source: SourceFile
  /** Its first bytes are those of a type that may not be sent without an account. */
  startsAsBarred: boolean
}

export interface LeftOut {
  path: string
  why: 'same-name' | 'insecure-file-type' | 'piracy-marker'
}

export type DraftChange =
  | { kind: 'add-files'; files: readonly DraftFile[] }
  | { kind: 'remove-files'; ids: ReadonlySet<string> }
  | { kind: 'write'; field: 'senderEmail' | 'message' | 'recipientText'; text: string }
  | { kind: 'add-recipients'; text: string }
  | { kind: 'remove-recipient'; address: string }
  | { kind: 'choose-expiry'; seconds: ExpirySeconds }
  | { kind: 'choose-way'; sendAs: 'email' | 'link' }
  | { kind: 'begin-anew' }

export function emptyDraft(senderEmail: string): Draft {
  return {
    // A visitor without an account is 'anon' to the server, whoever they are.
    role: 'anon',
    files: [],
    emailTo: [],
    recipientText: '',
    senderEmail,
    message: '',
    expirySeconds: DEFAULT_EXPIRY_SECONDS,
    sendAs: 'email',
    leftOut: [],
    badRecipients: [],
  }
}

export function changeDraft(draft: Draft, change: DraftChange): Draft {
  switch (change.kind) {
    case 'add-files':
      return addFiles(draft, change.files)
    case 'remove-files':
      return { ...draft, files: draft.files.filter(({ id }) => !change.ids.has(id)) }
    case 'write':
      return { ...draft, [change.field]: change.text }
    case 'add-recipients': {
      const { recipients, bad } = addRecipients(draft.emailTo, change.text)
      return { ...draft, emailTo: recipients, recipientText: bad.join(', '), badRecipients: bad }
    }
    case 'remove-recipient':
      return { ...draft, emailTo: draft.emailTo.filter((address) => address !== change.address) }
    case 'choose-expiry':
      return { ...draft, expirySeconds: change.seconds }
    case 'choose-way':
      return { ...draft, sendAs: change.sendAs }
    case 'begin-anew':
      return emptyDraft(draft.senderEmail)
  }
}

/** A file's identity is its path; devices differ in the normal form of the same name. */
const identityOf = (path: string) => path.normalize('NFC')

function addFiles(draft: Draft, added: readonly DraftFile[]): Draft {
  const known = new Set(draft.files.map(({ path }) => identityOf(path)))
  const files = [...draft.files]
  const leftOut: LeftOut[] = []
  for (const file of added) {
    const identity = identityOf(file.path)
    const why = known.has(identity) ? 'same-name' : whyBarred(draft.role, file)
    if (why) {
      leftOut.push({ path: file.path, why })
      continue
    }
    known.add(identity)
    files.push(file)
  }
  return { ...draft, files, leftOut }
}

function whyBarred(role: Role, file: DraftFile): LeftOut['why'] | null {
  if (!isAnonymous(role)) return null
  if (file.startsAsBarred || isBarredType(file.path)) return 'insecure-file-type'
  return hasPiracyMarker(file.path) ? 'piracy-marker' : null
}

/** What keeps the draft from being sent, worst first; empty when it may go. What is still being typed counts too. */
export function judge(draft: Draft): DraftFinding[] {
  const isTyping = draft.sendAs === 'email' && draft.recipientText.trim() !== ''
  const typed = isTyping ? addRecipients(draft.emailTo, draft.recipientText) : null
  const emailTo = typed ? [...typed.recipients, ...typed.bad] : draft.emailTo
  return judgeDraft({ ...draft, emailTo })
}

export const totalBytes = (files: readonly { bytes: number }[]): number =>
  files.reduce((sum, { bytes }) => sum + bytes, 0)
