import { isAnonymous, type Role } from '@waybill/contract/billing/plans'
import type { AlertMode } from '@waybill/contract/tracking/alerts'
import { DEFAULT_EXPIRY_SECONDS, type ExpirySeconds, expiryAllowed } from '@waybill/contract/transfers/expiry'
import { type DraftFinding, judgeDraft } from '@waybill/contract/transfers/manifest'
import { withTypedRecipients } from '@waybill/contract/transfers/recipients'
import type { SendLater } from '@waybill/contract/transfers/send-later'
import { isBarredType } from '@waybill/contract/uploads/barred-types'
import { hasPiracyMarker } from '@waybill/contract/uploads/piracy-markers'
import type { SourceFile } from '@waybill/uploader/upload'

/** The sender, and their defaults. */
export interface Sender {
  role: Role
  email: string
  expirySeconds: ExpirySeconds
  sendAs: 'email' | 'link'
  remindRecipients: boolean
  onlyProven?: boolean
  downloadLimit?: number | null
}

/** For accounts only, except where it says otherwise. */
export interface DraftOptions {
  /** '': none. */
  password: string
  downloadLimit: number | null
  onlyProven: boolean
  /** Null: the account's setting. */
  alerts: AlertMode | null
  /** Null: at once. */
  sendLater: SendLater | null
  /** Recipients hear before the files are uploaded. Absent: once they are. Visitors may choose it too. */
  whileUploading?: boolean
}

/** A sender's draft, and what its last change left out. Every change makes a new one. */
export interface Draft {
  role: Role
  files: readonly DraftFile[]
  /** Stored files that are forwarded: none of their bytes moves. */
  forwarded: readonly ForwardedFile[]
  emailTo: readonly string[]
  /** The text after the last recipient, not yet an address. */
  recipientText: string
  senderEmail: string
  title: string
  message: string
  expirySeconds: ExpirySeconds
  /** The defaults of a new form. */
  usualExpirySeconds: ExpirySeconds
  sendAs: 'email' | 'link'
  /** Whether recipients who have downloaded nothing get one reminder; for accounts only. */
  remindRecipients: boolean
  usuallyReminds: boolean
  /** Members of the account's team who may read the transfer. */
  shareWith: readonly string[]
  options: DraftOptions
  usualOptions: DraftOptions
  /** Files that the last addition left out; a new list with each addition. */
  leftOut: readonly LeftOut[]
  /** The texts of the last recipients that were no address; a new list with each attempt. */
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

/** A file of the library; `id` is its id there. */
export interface ForwardedFile {
  id: string
  path: string
  bytes: number
}

export interface LeftOut {
  path: string
  why: 'same-name' | 'insecure-file-type' | 'piracy-marker'
}

export type DraftChange =
  | { kind: 'add-files'; files: readonly DraftFile[] }
  | { kind: 'forward-files'; files: readonly ForwardedFile[] }
  | { kind: 'remove-files'; ids: ReadonlySet<string> }
  | { kind: 'write'; field: 'senderEmail' | 'title' | 'message' | 'recipientText'; text: string }
  | { kind: 'add-recipients'; text: string }
  | { kind: 'remove-recipient'; address: string }
  | { kind: 'choose-expiry'; seconds: ExpirySeconds }
  | { kind: 'choose-way'; sendAs: 'email' | 'link' }
  | { kind: 'choose-reminder'; remindRecipients: boolean }
  | { kind: 'choose-options'; options: Partial<DraftOptions> }
  | { kind: 'share-with'; shareWith: readonly string[] }
  | { kind: 'become'; sender: Sender }
  /** `sent` is gone; files added since stay for the next one. */
  | { kind: 'start-over'; sent?: Draft }

/** To the server, every visitor without an account is 'anon'. */
export const visitor = (email: string): Sender => ({
  role: 'anon',
  email,
  expirySeconds: DEFAULT_EXPIRY_SECONDS,
  sendAs: 'email',
  remindRecipients: false,
})

const noOptions: DraftOptions = {
  password: '',
  downloadLimit: null,
  onlyProven: false,
  alerts: null,
  sendLater: null,
}

export function emptyTransferDraft({
  role,
  email,
  expirySeconds,
  sendAs,
  remindRecipients,
  onlyProven = false,
  downloadLimit = null,
}: Sender): Draft {
  const options = { ...noOptions, onlyProven, downloadLimit }
  return {
    role,
    files: [],
    forwarded: [],
    emailTo: [],
    recipientText: '',
    senderEmail: email,
    title: '',
    message: '',
    expirySeconds,
    usualExpirySeconds: expirySeconds,
    sendAs,
    remindRecipients,
    usuallyReminds: remindRecipients,
    shareWith: [],
    options,
    usualOptions: options,
    leftOut: [],
    badRecipients: [],
  }
}

export function changeDraft(draft: Draft, change: DraftChange): Draft {
  switch (change.kind) {
    case 'add-files':
      return addFiles(draft, change.files)
    case 'forward-files':
      return forwardFiles(draft, change.files)
    case 'remove-files':
      return {
        ...draft,
        files: draft.files.filter(({ id }) => !change.ids.has(id)),
        forwarded: draft.forwarded.filter(({ id }) => !change.ids.has(id)),
      }
    case 'write':
      return { ...draft, [change.field]: change.text }
    case 'add-recipients': {
      const { recipients, bad } = withTypedRecipients(draft.emailTo, change.text)
      return { ...draft, emailTo: recipients, recipientText: bad.join(', '), badRecipients: bad }
    }
    case 'remove-recipient':
      return { ...draft, emailTo: draft.emailTo.filter((address) => address !== change.address) }
    case 'choose-expiry':
      return { ...draft, expirySeconds: change.seconds }
    case 'choose-way':
      return { ...draft, sendAs: change.sendAs }
    case 'choose-reminder':
      return { ...draft, remindRecipients: change.remindRecipients }
    case 'choose-options':
      return { ...draft, options: { ...draft.options, ...change.options } }
    case 'share-with':
      return { ...draft, shareWith: change.shareWith }
    case 'become':
      return become(draft, change.sender)
    case 'start-over':
      return startOver(draft, change.sent ?? draft)
  }
}

/** Nobody would miss it. */
export function isEmptyDraft({ files, forwarded, emailTo, recipientText, title, message }: Draft): boolean {
  return files.length + forwarded.length + emailTo.length === 0 && `${recipientText}${title}${message}`.trim() === ''
}

/** Signing in or out keeps the draft, as far as the plan allows it. */
function become(draft: Draft, sender: Sender): Draft {
  const fresh = emptyTransferDraft(sender)
  if (isEmptyDraft(draft)) return fresh
  const { role, senderEmail, usualExpirySeconds, usuallyReminds, usualOptions } = fresh
  return {
    ...draft,
    role,
    senderEmail,
    usualExpirySeconds,
    usuallyReminds,
    usualOptions,
    remindRecipients: isAnonymous(draft.role) || isAnonymous(role) ? usuallyReminds : draft.remindRecipients,
    forwarded: isAnonymous(role) ? [] : draft.forwarded,
    // Another account may be in another team.
    shareWith: senderEmail === draft.senderEmail ? draft.shareWith : [],
    options: isAnonymous(draft.role) || isAnonymous(role) ? usualOptions : draft.options,
    expirySeconds: expiryAllowed(role, draft.expirySeconds) ? draft.expirySeconds : usualExpirySeconds,
    sendAs: isAnonymous(role) ? 'email' : draft.sendAs,
  }
}

/** An empty draft of the same sender, with what was added after `sent` was sent. */
function startOver(draft: Draft, sent: Draft): Draft {
  const { role, senderEmail: email, usualExpirySeconds: expirySeconds, usuallyReminds: remindRecipients } = draft
  const { onlyProven, downloadLimit } = draft.usualOptions
  return {
    ...emptyTransferDraft({ role, email, expirySeconds, sendAs: 'email', remindRecipients, onlyProven, downloadLimit }),
    files: draft.files.filter((file) => !sent.files.includes(file)),
    forwarded: draft.forwarded.filter((file) => !sent.forwarded.includes(file)),
    emailTo: draft.emailTo.filter((address) => !sent.emailTo.includes(address)),
  }
}

function forwardFiles(draft: Draft, added: readonly ForwardedFile[]): Draft {
  const known = new Set(draft.forwarded.map(({ id }) => id))
  return { ...draft, leftOut: [], forwarded: [...draft.forwarded, ...added.filter(({ id }) => !known.has(id))] }
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

/**
 * What keeps the draft from being sent, worst first; empty when it may go. Text that is still being typed counts too.
 */
export function judge(draft: Draft): DraftFinding[] {
  const isTyping = draft.sendAs === 'email' && draft.recipientText.trim() !== ''
  const typed = isTyping ? withTypedRecipients(draft.emailTo, draft.recipientText) : null
  const emailTo = typed ? [...typed.recipients, ...typed.bad] : draft.emailTo
  return judgeDraft({ ...draft, emailTo })
}

export const totalBytes = (files: readonly { bytes: number }[]): number =>
  files.reduce((sum, { bytes }) => sum + bytes, 0)

/** All files that are sent: picked here or forwarded. */
export const allFiles = ({ files, forwarded }: Draft): Array<DraftFile | ForwardedFile> => [...files, ...forwarded]
