import { isUnpaid, plans, type Role } from '@waybill/contract/billing/plans'
import { isLongEnough } from '@waybill/contract/identity/passwords'
import { isLocalTime } from '@waybill/contract/requests/deadline'
import { MAX_ITEMS, MAX_TYPES } from '@waybill/contract/requests/item-rules'
import { isQuestion, judgeOptions, OPTION_MAX_CHARS } from '@waybill/contract/requests/questions'
import { judgePattern } from '@waybill/contract/requests/rename-pattern'
import { type ExpirySeconds, expiresAt, expiryAllowed } from '@waybill/contract/transfers/expiry'
import { holdsLink, MESSAGE_MAX_CHARS, messageLength } from '@waybill/contract/transfers/message-links'
import { instantOf, isTimeZone } from '../../../../shared/time/zones.ts'
import { type ItemDraft, isHeading, MOST_FILES, optionsOf } from './item-draft.ts'
import type { RequestDraft } from './request-draft.ts'
import { bytesOf, countOf, type TypedSize } from './typed-size.ts'
import { typesIn } from './typed-types.ts'

export type DraftFault =
  | 'title-missing'
  | 'link'
  | 'message-long'
  | 'item-name'
  | 'section-name'
  | 'options'
  | 'items-many'
  | 'types'
  | 'size'
  | 'count'
  | 'pattern-too-long'
  | 'pattern-unknown-word'
  | 'pattern-brace'
  | 'pattern-slash'
  | 'nobody'
  | 'address'
  | 'suppliers-many'
  | 'deadline'
  | 'password-short'
  | 'passphrase'
  | 'expiry'

export interface DraftFinding {
  /** The element it is about: its `id` in the form. */
  field: string
  fault: DraftFault
}

interface Judging {
  role: Role
  /** An edit of an existing request: suppliers and links are edited elsewhere. */
  isEdit: boolean
  /** Whether there is a valid passphrase for a key. */
  hasPassphrase: boolean
}

/** What keeps a draft from being sent, in the form's order. The server checks again. */
export function judgeDraft(draft: RequestDraft, { role, isEdit, hasPassphrase }: Judging): DraftFinding[] {
  const findings: DraftFinding[] = []
  const find = (isWrong: boolean, field: string, fault: DraftFault) => isWrong && findings.push({ field, fault })
  const holds = (text: string) => isUnpaid(role) && holdsLink(text)
  const { recipientLimit } = plans[role]
  find(draft.title.trim() === '', 'request-title', 'title-missing')
  find(holds(draft.title), 'request-title', 'link')
  find(messageLength(draft.message) > MESSAGE_MAX_CHARS, 'request-message', 'message-long')
  find(holds(draft.message), 'request-message', 'link')
  find(draft.items.filter((item) => !isHeading(item)).length > MAX_ITEMS, 'request-add-item', 'items-many')
  for (const item of draft.items) findings.push(...judgeItemDraft(item, holds))
  if (!isEdit) {
    find(draft.badSuppliers.length > 0, 'request-suppliers', 'address')
    find(draft.suppliers.length > recipientLimit, 'request-suppliers', 'suppliers-many')
    find(!draft.isOpenLink && draft.suppliers.length === 0, 'request-suppliers', 'nobody')
    for (const { email, name, company } of draft.suppliers)
      find(holds(name) || holds(company), `supplier-${email}`, 'link')
  }
  find(Boolean(draft.password) && !isLongEnough(draft.password ?? ''), 'request-password', 'password-short')
  find(!isEdit && draft.isSealed && !hasPassphrase, 'request-sealing', 'passphrase')
  find(draft.dueAt !== '' && dueMs(draft) === null, 'request-due', 'deadline')
  find(draft.expirySeconds !== null && !expiryAllowed(role, draft.expirySeconds), 'request-expiry', 'expiry')
  find(isNoSize(draft.submissionSize), 'request-submission-size', 'size')
  find(isNoCount(draft.submissionFiles), 'request-submission-files', 'count')
  find(areNoTypes(draft.types), 'request-types', 'types')
  return findings
}

function judgeItemDraft(item: ItemDraft, holds: (text: string) => boolean): DraftFinding[] {
  if (item.kind === 'section' || isQuestion(item.kind)) return judgeWords(item, holds)
  const pattern = judgePattern(item.pattern)
  const faults: [string, DraftFault | false][] = [
    ['name', item.name.trim() === '' && 'item-name'],
    ['name', holds(item.name) && 'link'],
    ['hint', holds(item.hint) && 'link'],
    ['types', areNoTypes(item.types) && 'types'],
    ['files', isNoCount(item.maxFiles) && 'count'],
    ['size', isNoSize(item.maxSize) && 'size'],
    ['pattern', pattern !== null && `pattern-${pattern.because}`],
  ]
  return faults.flatMap(([part, fault]) => (fault ? [{ field: `${item.key}-${part}`, fault }] : []))
}

/** A heading, or a question. */
function judgeWords(item: ItemDraft, holds: (text: string) => boolean): DraftFinding[] {
  const options = optionsOf(item)
  const isWrong =
    item.kind === 'choice' &&
    (judgeOptions({ kind: item.kind, options }) !== null || options.some((one) => one.length > OPTION_MAX_CHARS))
  const faults: [string, DraftFault | false][] = [
    ['name', item.name.trim() === '' && (isHeading(item) ? 'section-name' : 'item-name')],
    ['name', holds(item.name) && 'link'],
    ['hint', holds(item.hint) && 'link'],
    ['options', isWrong && 'options'],
    ['options', options.some(holds) && 'link'],
  ]
  return faults.flatMap(([part, fault]) => (fault ? [{ field: `${item.key}-${part}`, fault }] : []))
}

const isNoSize = (typed: TypedSize) => Number.isNaN(bytesOf(typed))
const isNoCount = (typed: string) => Number.isNaN(countOf(typed, MOST_FILES))
function areNoTypes(typed: string): boolean {
  const { types, bad } = typesIn(typed)
  return bad.length > 0 || types.length > MAX_TYPES
}

/** The deadline on the requester's clock in epoch ms; null where there is none, or no calendar has it. */
export function dueMs({ dueAt, zone }: Pick<RequestDraft, 'dueAt' | 'zone'>): number | null {
  return isLocalTime(dueAt) && isTimeZone(zone) ? instantOf(dueAt, zone) : null
}

export type DraftWarning = 'due-past' | 'due-after-end' | 'reminders-idle'

/** Allowed, and probably a mistake. `endsAt`: the request's current expiry; null is never. */
export function warnOfDraft(draft: RequestDraft, nowMs: number, endsAt: number | null): DraftWarning[] {
  const due = dueMs(draft)
  if (due === null) return draft.reminders && draft.dueAt === '' ? ['reminders-idle'] : []
  const end = draft.expirySeconds === null ? endsAt : expiresAt(nowMs, draft.expirySeconds as ExpirySeconds)
  return [
    ...(due < nowMs ? (['due-past'] as const) : []),
    ...(end !== null && due > end ? (['due-after-end'] as const) : []),
  ]
}
