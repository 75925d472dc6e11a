/**
 * Statements that use tables of other modules, as they are today: the file under apps/server/src, and the tables that
 * it uses and its module does not own; it writes those with a '!'. The list only shrinks, and is to become empty.
 */
export const foreignStatements: Readonly<Record<string, string>> = {
  'tracking/ledger/ledger-store.ts': 'receipt_keys',
  'tracking/receipts/receipt-store.ts': 'identities ledgers sendings',
}
