/** The door of billing: what a sender may use. */
export {
  countRecipients,
  countRequest,
  countTransfer,
  holdStanding,
  requireNoDebt,
  requireRoom,
  requireStanding,
} from './account-allowance.ts'
export {
  accountKey,
  adoptBytes,
  freeBytes,
  listAllowances,
  releaseBytes,
  reserveBytes,
  takeBytes,
  useBytes,
} from './allowance-store.ts'
export { type AnonymousSender, countFreeSend, requireFreeSend, senderKeys } from './count-free-send.ts'
export { billingRoutes } from './routes.ts'
export {
  type LiveAccount,
  monthKey,
  readLiveAccount,
  readMonthRequests,
  readMonthTransfers,
  readUsage,
  type Usage,
} from './usage-store.ts'
