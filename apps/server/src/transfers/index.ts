/** The door of transfers: drafting, sending, expiring. */
export { checkTransfers } from './check-transfers.ts'
export { type FoundTransfer, findTransfer } from './find-transfer.ts'
export { presentTransfer } from './present-transfer.ts'
export { recipientToken } from './recipient-token.ts'
export { transferRoutes } from './routes.ts'
export { findRecipient, findStandingTransfer } from './transfer-store.ts'
export { transferTasks } from './transfer-tasks.ts'
