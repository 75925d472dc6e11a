/** The door of receipts: a signed document of what one recipient was delivered. */
export { listReceiptKeys } from './list-receipt-keys.ts'
export { rotateReceiptKey } from './receipt-key.ts'
export { receiptTasks } from './receipt-tasks.ts'
export { receiptRoutes } from './routes.ts'
