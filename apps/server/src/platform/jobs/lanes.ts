import type { TaskName } from './catalogue.ts'

export interface Lane {
  /** Concurrent jobs in one process. */
  places: number
  /** How many of these may carry the same flag, by the kind before its colon. */
  share?: Readonly<Record<string, number>>
}

/**
 * Where jobs run: a full lane only delays itself. A slow mail server or receiver occupies places of its own lane, and
 * the jobs of one sender or one recipient domain never occupy all of them.
 */
export const lanes = {
  /** A person is waiting for this mail's content. */
  codes: { places: 6, share: { to: 2 } },
  mail: { places: 8, share: { to: 3, from: 4 } },
  /** Short work that a person waits for, or that follows an action. */
  prompt: { places: 3 },
  /** Requests to other machines. */
  outside: { places: 2 },
  /** Requests to the payment provider, for which people wait. */
  payments: { places: 2 },
  /** Scheduled work, which may take minutes. */
  background: { places: 2 },
  /** Work that reads or renders whole files. */
  heavy: { places: 2, share: { of: 1 } },
  /** Files on their way to another store, a workspace at a time. */
  moves: { places: 1 },
  /** The virus scanner, which may hang for minutes. */
  scan: { places: 3, share: { of: 2 } },
} as const satisfies Record<string, Lane>

export type LaneName = keyof typeof lanes

/** The lane of each task: a task without a lane does not compile. */
export const laneOf: Readonly<Record<TaskName, LaneName>> = {
  'send-code': 'codes',
  'mail-link-code': 'codes',
  'mail-reset': 'codes',
  'send-mail': 'mail',
  'tell-recipients': 'prompt',
  'tell-shared': 'prompt',
  'tell-request-shared': 'prompt',
  'tell-assignee': 'prompt',
  'resend-mail': 'prompt',
  'notify-requesters': 'prompt',
  'count-downloads': 'prompt',
  'settle-doubt': 'prompt',
  'finish-recipients': 'prompt',
  'close-visits': 'prompt',
  'note-health': 'background',
  'note-mail': 'prompt',
  'note-stall': 'prompt',
  'tell-sender': 'prompt',
  'tell-openings': 'prompt',
  'tell-downloads': 'prompt',
  notify: 'prompt',
  'tell-webhooks': 'prompt',
  'save-contacts': 'prompt',
  'tell-operator': 'prompt',
  'tell-customer': 'prompt',
  'send-scheduled': 'prompt',
  'send-overdue': 'background',
  'adopt-transfers': 'prompt',
  'adopt-conversation': 'prompt',
  'adopt-claims': 'prompt',
  'tell-submission': 'prompt',
  'tell-checked': 'prompt',
  'mail-receipt': 'prompt',
  'mail-sent-back': 'prompt',
  'mail-comments': 'prompt',
  'withdraw-answer': 'prompt',
  'settle-payments': 'payments',
  'forget-payments': 'payments',
  'tell-payment-news': 'prompt',
  'advance-sandbox': 'background',
  'send-sandbox-events': 'payments',
  'reconcile-payments': 'background',
  'deliver-webhooks': 'outside',
  'read-bounces': 'outside',
  'stamp-anchor': 'outside',
  'tell-digest': 'background',
  'start-digests': 'background',
  'tell-unfetched': 'background',
  'remind-recipients': 'background',
  'remind-due': 'background',
  'forget-conversations': 'background',
  'note-expired': 'background',
  'shelve-ended': 'background',
  'watch-arrivals': 'background',
  'reap-uploads': 'background',
  'sweep-leftovers': 'background',
  'sweep-stores': 'background',
  'sweep-prefix': 'background',
  'sweep-sums': 'background',
  'move-files': 'moves',
  'resume-moves': 'background',
  'remove-expired': 'background',
  'tell-over-seats': 'prompt',
  'end-access-tokens': 'prompt',
  'look-up-icon': 'background',
  'forget-icons': 'background',
  'forget-thumbnails': 'background',
  'forget-reports': 'background',
  'scan-files': 'scan',
  'start-scans': 'outside',
  'forget-invites': 'background',
  'recheck-domains': 'background',
  'recheck-mail-domains': 'background',
  'delete-account-things': 'background',
  'forget-access-requests': 'background',
  'forget-request-mails': 'background',
  'forget-mails': 'background',
  'erase-records': 'background',
  'erase-requests': 'background',
  'forget-addresses': 'background',
  'forget-notifications': 'background',
  'forget-deliveries': 'background',
  'forget-sessions': 'background',
  'forget-keys': 'background',
  'forget-security': 'background',
  'make-event-months': 'background',
  'add-up-counts': 'background',
  'make-anchor': 'background',
  'renew-receipt-key': 'background',
  'renew-certificate': 'background',
  'finish-arrived': 'prompt',
  'end-arrival': 'prompt',
  'check-upload': 'prompt',
  'check-files': 'prompt',
  'record-sums': 'prompt',
  'make-thumbnails': 'prompt',
  'check-file': 'heavy',
  'make-thumbnail': 'heavy',
  'reread-files': 'heavy',
}
