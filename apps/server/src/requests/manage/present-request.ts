import { linkShareBytes, plans, type Role } from '@waybill/contract/billing/plans'
import type { Deadline, ListedRequest, RequestRecord, RequestSupplier } from '@waybill/contract/requests/shapes'
import type { Context } from '../../context.ts'
import type { ActorAccount } from '../../platform/http/actor.ts'
import { linkAt, paths } from '../../platform/links.ts'
import type { CountedThread } from '../comments/comment-store.ts'
import type { ItemRow } from '../content-store.ts'
import type { RequestRow } from '../request-store.ts'
import type { ListedSupplier, SuppliersTally } from '../supplier-store.ts'
import { requestToken } from '../suppliers/request-token.ts'
import { memberOf, type Team } from './read-team.ts'

const instant = (at: Date | null): string | null => at?.toISOString() ?? null

export function presentDeadline(
  row: Pick<RequestRow, 'deadline' | 'deadline_zone' | 'deadline_rule'>,
): Deadline | null {
  if (row.deadline === null) return null
  return { at: row.deadline, zone: row.deadline_zone, rule: row.deadline_rule }
}

/** Whether an account that may read a request may change it too: its requester, and the admin of the team. */
export const mayChangeRequest = (
  row: Pick<RequestRow, 'account_id'>,
  reader: Pick<ActorAccount, 'id' | 'memberRole'>,
): boolean => row.account_id === reader.id || reader.memberRole === 'admin'

interface Listed {
  team: Team
  assigneeId: string | null
  /** Where the workspace's own host is, else null. */
  linkOrigin: string | null
  /** The reader's, by request. */
  unread: ReadonlyMap<string, number>
}

export const presentListedRequest = (
  row: RequestRow,
  { team, assigneeId, linkOrigin, unread }: Listed,
): ListedRequest => ({
  _id: row.id,
  slug: row.slug,
  title: row.title,
  requester: memberOf(team, row.account_id),
  assignee: assigneeId === null ? null : memberOf(team, assigneeId),
  supplierNoun: row.supplier_noun,
  state: row.state,
  createdAt: row.created_at.toISOString(),
  expiresAt: instant(row.expires_at),
  deadline: presentDeadline(row),
  dueAt: instant(row.due_at),
  isOpenLink: row.is_open_link,
  hasPassword: row.password_hash !== null,
  isSealed: row.sealing !== null,
  identity: row.identity,
  itemCount: row.item_count,
  counts: {
    suppliers: row.supplier_count,
    complete: row.complete_count,
    late: row.late_count,
    submissions: row.submission_count,
    files: row.file_count,
    bytes: row.bytes,
  },
  lastAnswerAt: instant(row.last_answer_at),
  unreadComments: unread.get(row.id) ?? 0,
  link: linkAt(linkOrigin, paths.request(row.slug)),
})

/**
 * The limits of one submission: the request's own and the plan's, the lower of each; on the open link its share too.
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

/** The example of an item, as long as its file exists. */
export const exampleOf = (item: ItemRow) =>
  item.example_file_id === null || item.example_path === null
    ? null
    : { _id: item.example_file_id, fileName: nameOf(item.example_path), bytes: item.example_bytes ?? 0 }

export const presentRequestRecord = (
  row: RequestRow,
  items: readonly ItemRow[],
  { remindable, ...tally }: SuppliersTally,
  role: Role,
  { shareWith, mayChange, ...listed }: Listed & Pick<RequestRecord, 'shareWith' | 'mayChange'>,
): RequestRecord => ({
  ...presentListedRequest(row, listed),
  shareWith,
  mayChange,
  message: row.message,
  lang: row.language === 'zh' ? 'zh' : 'en',
  reminders: row.reminders,
  reminderDays: row.reminder_days,
  maxSubmissionBytes: row.max_submission_bytes,
  maxSubmissionFiles: row.max_submission_files,
  limits: limitsOf(row, role),
  types: row.types,
  folder: row.folder,
  items: items.map((item) => ({
    _id: item.id,
    name: item.name,
    hint: item.hint,
    isRequired: item.is_required,
    types: item.types,
    maxFiles: item.max_files,
    maxBytes: item.max_bytes,
    exampleFile: exampleOf(item),
    pattern: item.pattern,
    kind: item.kind,
    options: item.options,
    takesSeveral: item.takes_several,
    section: item.section,
  })),
  sealing: row.sealing,
  tally,
  remindable,
})

/**
 * One row of the table. Only invited suppliers have a link, and only who may change the request sees it: its holder can
 * answer as them.
 */
export const presentSupplier = (
  { masterKey }: Pick<Context, 'masterKey'>,
  row: ListedSupplier,
  {
    slug,
    linkOrigin,
    mayChange,
    threads,
  }: { slug: string; linkOrigin: string | null; mayChange: boolean; threads: readonly CountedThread[] },
): RequestSupplier => ({
  _id: row.id,
  kind: row.kind,
  email: row.address,
  name: row.name,
  company: row.company,
  timeZone: row.time_zone,
  mail: row.mail,
  link:
    mayChange && row.kind === 'invited'
      ? linkAt(linkOrigin, paths.request(slug, requestToken(masterKey, row.id)))
      : null,
  dueAt: instant(row.due_at),
  lastAnswerAt: instant(row.last_answer_at),
  completedAt: instant(row.completed_at),
  isLate: row.is_late,
  remindedAt: instant(row.reminded_at),
  nextReminderAt: instant(row.next_reminder_at),
  fileCount: row.file_count,
  bytes: row.bytes,
  items: row.items.map((item) => ({ ...item, ...countsOf(threads, row.id, item.item) })),
})

/** What is counted of one thread. */
function countsOf(threads: readonly CountedThread[], supplierId: string, itemId: string) {
  const own = threads.find(({ supplier_id, item_id }) => supplier_id === supplierId && item_id === itemId)
  return { comments: own?.comments ?? 0, unread: own?.unread ?? 0 }
}
