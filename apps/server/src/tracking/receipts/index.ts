/** Receipts: a signed document of what one recipient was delivered. */
export { listReceiptKeys } from './list-receipt-keys.ts'
export { receiptTasks } from './receipt-tasks.ts'
export { receiptRoutes } from './routes.ts'
