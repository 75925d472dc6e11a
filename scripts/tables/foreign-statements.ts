/**
 * Statements that use tables of other modules, as they are today: the file under apps/server/src, and the tables that it
 * uses and its module does not own; it writes those with a '!'. The list only shrinks, and is to become empty.
 */
export const foreignStatements: Readonly<Record<string, string>> = {
  'billing/mail-limit-store.ts': 'requests',
  'identity/mailed-codes/sender-code-store.ts': 'sessions',
  'library/library-store.ts': 'request_suppliers submission_files submissions uploads',
  'notifications/notification-store.ts': 'request_suppliers requests submission_files submissions webhooks',
  'requests/manage/consistency-store.ts': 'allowances uploads',
  'requests/request-store.ts': 'uploads',
  'requests/submissions/submission-store.ts': 'uploads',
  'tracking/ledger/ledger-store.ts': 'receipt_keys',
  'tracking/receipts/receipt-store.ts': 'identities ledgers sendings',
  'transfers/check/consistency-store.ts': 'submissions uploads',
  'transfers/files/readable-file-store.ts': 'submission_files uploads',
  'transfers/files/transfer-file-store.ts': 'uploads',
  'transfers/manage/record-store.ts': 'sendings thumbnails',
  'webhooks/delivery-store.ts': 'request_suppliers requests',
}
