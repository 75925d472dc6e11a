import { linkShareBytes, plans, type Role } from '@waybill/contract/billing/plans'
import type { Deadline, ListedRequest, RequestPerson, RequestRecord } from '@waybill/contract/requests/shapes'
import type { Context } from '../../context.ts'
import { paths } from '../../platform/links.ts'
import type { ListedPerson, PeopleTally } from '../people/person-store.ts'
import { requestToken } from '../people/request-token.ts'
import type { RequestRow } from '../request-store.ts'
import type { SlotRow } from '../slot-store.ts'

const instant = (at: Date | null): string | null => at?.toISOString() ?? null

export function presentDeadline(
  row: Pick<RequestRow, 'deadline' | 'deadline_zone' | 'deadline_rule'>,
): Deadline | null {
  if (row.deadline === null) return null
  return { at: row.deadline, zone: row.deadline_zone, rule: row.deadline_rule }
}

export const presentListedRequest = (row: RequestRow): ListedRequest => ({
  _id: row.id,
  slug: row.slug,
  title: row.title,
  state: row.state,
  createdAt: row.created_at.toISOString(),
  expiresAt: instant(row.expires_at),
  deadline: presentDeadline(row),
  dueAt: instant(row.due_at),
  isOpenLink: row.is_open_link,
  hasPassword: row.password_hash !== null,
  isSealed: row.sealing !== null,
  identity: row.identity,
  slotCount: row.slot_count,
  counts: {
    people: row.person_count,
    complete: row.complete_count,
    late: row.late_count,
    submissions: row.submission_count,
    files: row.file_count,
    bytes: row.bytes,
  },
  lastAnswerAt: instant(row.last_answer_at),
  link: paths.request(row.slug),
})

/**
 * What holds for one submission: the request's own limits and the plan's, the lower of each; by the open link its share
 * too.
 */
export function limitsOf(
  row: Pick<RequestRow, 'max_submission_bytes' | 'max_submission_files'>,
  role: Role,
  { isByLink = false }: { isByLink?: boolean } = {},
): { maxBytes: number; maxFiles: number } {
  const { uploadLimitBytes, fileLimit } = plans[role]
  return {
    maxBytes: Math.min(
      row.max_submission_bytes ?? uploadLimitBytes,
      uploadLimitBytes,
      ...(isByLink ? [linkShareBytes(role)] : []),
    ),
    maxFiles: Math.min(row.max_submission_files ?? fileLimit, fileLimit),
  }
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/** The example of a slot, as long as its file is there. */
export const exampleOf = (slot: SlotRow) =>
  slot.example_file_id === null || slot.example_path === null
    ? null
    : { _id: slot.example_file_id, fileName: nameOf(slot.example_path), bytes: slot.example_bytes ?? 0 }

export const presentRequestRecord = (
  row: RequestRow,
  slots: readonly SlotRow[],
  { remindable, ...tally }: PeopleTally,
  role: Role,
): RequestRecord => ({
  ...presentListedRequest(row),
  message: row.message,
  lang: row.language === 'zh' ? 'zh' : 'en',
  reminders: row.reminders,
  reminderDays: row.reminder_days,
  maxSubmissionBytes: row.max_submission_bytes,
  maxSubmissionFiles: row.max_submission_files,
  limits: limitsOf(row, role),
  types: row.types,
  folder: row.folder,
  slots: slots.map((slot) => ({
    _id: slot.id,
    name: slot.name,
    hint: slot.hint,
    isRequired: slot.is_required,
    types: slot.types,
    maxFiles: slot.max_files,
    maxBytes: slot.max_bytes,
    exampleFile: exampleOf(slot),
    pattern: slot.pattern,
  })),
  sealing: row.sealing,
  tally,
  remindable,
})

/** One line of the table. Only who was invited is shown a link: it lets its holder answer as them. */
export const presentPerson = (
  { masterKey }: Pick<Context, 'masterKey'>,
  slug: string,
  row: ListedPerson,
): RequestPerson => ({
  _id: row.id,
  kind: row.kind,
  email: row.address,
  name: row.name,
  company: row.company,
  timeZone: row.time_zone,
  mail: row.mail,
  link: row.kind === 'invited' ? paths.request(slug, requestToken(masterKey, row.id)) : null,
  dueAt: instant(row.due_at),
  lastAnswerAt: instant(row.last_answer_at),
  completedAt: instant(row.completed_at),
  isLate: row.is_late,
  remindedAt: instant(row.reminded_at),
  nextReminderAt: instant(row.next_reminder_at),
  fileCount: row.file_count,
  bytes: row.bytes,
  slots: row.slots,
})
