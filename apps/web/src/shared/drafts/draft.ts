import { isAnonymous, type Role } from '@waybill/contract/billing/plans'
import { DEFAULT_EXPIRY_SECONDS, type ExpirySeconds, expiryAllowed } from '@waybill/contract/transfers/expiry'
import { type DraftFinding, judgeDraft } from '@waybill/contract/transfers/manifest'
import { withTypedRecipients } from '@waybill/contract/transfers/recipients'
import { isBarredType } from '@waybill/contract/uploads/barred-types'
import { hasPiracyMarker } from '@waybill/contract/uploads/piracy-markers'
import type { SourceFile } from '@waybill/uploader/upload'

/** Who sends, and how they usually do. */
export interface Sender {
  role: Role
  email: string
  expirySeconds: ExpirySeconds
  sendAs: 'email' | 'link'
  remindRecipients: boolean
}

/** What a sender has put together so far, and what was refused of it last. Every change makes a new one. */
export interface Draft {
  role: Role
  files: readonly DraftFile[]
  /** Stored files that are sent on: no byte of them moves. */
  forwarded: readonly ForwardedFile[]
  emailTo: readonly string[]
  /** What stands behind the last recipient, not yet an address. */
  recipientText: string
  senderEmail: string
  message: string
  expirySeconds: ExpirySeconds
  /** What a new form begins with. */
  usualExpirySeconds: ExpirySeconds
  sendAs: 'email' | 'link'
  /** Whether who has fetched nothing is mailed once more; of accounts alone. */
  remindRecipients: boolean
  usuallyReminds: boolean
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

/** A file of the library; `id` is its own there. */
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
  | { kind: 'write'; field: 'senderEmail' | 'message' | 'recipientText'; text: string }
  | { kind: 'add-recipients'; text: string }
  | { kind: 'remove-recipient'; address: string }
  | { kind: 'choose-expiry'; seconds: ExpirySeconds }
  | { kind: 'choose-way'; sendAs: 'email' | 'link' }
  | { kind: 'choose-reminder'; remindRecipients: boolean }
  | { kind: 'become'; sender: Sender }
  /** `sent` is gone; what came onto the draft since stays for the next one. */
  | { kind: 'start-over'; sent?: Draft }

/** A visitor without an account is 'anon' to the server, whoever they are. */
export const visitor = (email: string): Sender => ({
  role: 'anon',
  email,
  expirySeconds: DEFAULT_EXPIRY_SECONDS,
  sendAs: 'email',
  remindRecipients: false,
})

export function emptyTransferDraft({ role, email, expirySeconds, sendAs, remindRecipients }: Sender): Draft {
  return {
    role,
    files: [],
    forwarded: [],
    emailTo: [],
    recipientText: '',
    senderEmail: email,
    message: '',
    expirySeconds,
    usualExpirySeconds: expirySeconds,
    sendAs,
    remindRecipients,
    usuallyReminds: remindRecipients,
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
    case 'become':
      return become(draft, change.sender)
    case 'start-over':
      return startOver(draft, change.sent ?? draft)
  }
}

/** Nothing of it would be missed. */
export function isEmptyDraft({ files, forwarded, emailTo, recipientText, message }: Draft): boolean {
  return files.length + forwarded.length + emailTo.length === 0 && `${recipientText}${message}`.trim() === ''
}

/** What was put together goes along to whoever signs in or out, as far as their plan allows it. */
function become(draft: Draft, sender: Sender): Draft {
  const fresh = emptyTransferDraft(sender)
  if (isEmptyDraft(draft)) return fresh
  const { role, senderEmail, usualExpirySeconds, usuallyReminds } = fresh
  return {
    ...draft,
    role,
    senderEmail,
    usualExpirySeconds,
    usuallyReminds,
    remindRecipients: isAnonymous(draft.role) || isAnonymous(role) ? usuallyReminds : draft.remindRecipients,
    forwarded: isAnonymous(role) ? [] : draft.forwarded,
    expirySeconds: expiryAllowed(role, draft.expirySeconds) ? draft.expirySeconds : usualExpirySeconds,
    sendAs: isAnonymous(role) ? 'email' : draft.sendAs,
  }
}

/** An empty draft of the same sender, with what was added after `sent` was sent. */
function startOver(draft: Draft, sent: Draft): Draft {
  const { role, senderEmail: email, usualExpirySeconds: expirySeconds, usuallyReminds: remindRecipients } = draft
  return {
    ...emptyTransferDraft({ role, email, expirySeconds, sendAs: 'email', remindRecipients }),
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

/** What keeps the draft from being sent, worst first; empty when it may go. What is still being typed counts too. */
export function judge(draft: Draft): DraftFinding[] {
  const isTyping = draft.sendAs === 'email' && draft.recipientText.trim() !== ''
  const typed = isTyping ? withTypedRecipients(draft.emailTo, draft.recipientText) : null
  const emailTo = typed ? [...typed.recipients, ...typed.bad] : draft.emailTo
  return judgeDraft({ ...draft, emailTo })
}

export const totalBytes = (files: readonly { bytes: number }[]): number =>
  files.reduce((sum, { bytes }) => sum + bytes, 0)

/** Everything that goes out: what is picked here and what is sent on. */
export const allFiles = ({ files, forwarded }: Draft): Array<DraftFile | ForwardedFile> => [...files, ...forwarded]
