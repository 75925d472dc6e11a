/** Billing: the limits of a sender. */
export {
  countRequest,
  countTransfer,
  holdStanding,
  requireNoDebt,
  requireRoom,
  requireStanding,
} from './account-allowance.ts'
export {
  adoptBytes,
  freeBytes,
  holdStorageKey,
  type LiveAccount,
  linkKey,
  listAllowances,
  missingRoom,
  monthKey,
  readLiveAccount,
  readMonthRequests,
  readMonthTransfers,
  readUsage,
  releaseBytes,
  reserveBytes,
  sumRequests,
  takeBytes,
  type Usage,
  useBytes,
  workspaceKey,
} from './allowance-store.ts'
export { type AnonymousSender, countFreeSend, requireFreeSend, senderKeys } from './count-free-send.ts'
export { countMails, countOrWait, readDayMails, requireMails, splitByPace } from './count-mails.ts'
export { moveAllowances } from './joined-allowance-store.ts'
export { macOfLifetimeCode, newLifetimeCode } from './lifetime-code.ts'
export { forgetMailCounts, forgetMailedPeople } from './mail-limit-store.ts'
export { accountSender, type MailSender, receiptSender, visitorSender } from './mail-sender.ts'
export { mailboxMark } from './mailbox-mark.ts'
export { noteSeats } from './note-seats.ts'
export { billingRoutes } from './routes.ts'
export {
  countOtherBuyers,
  insertLifetimeCodes,
  type LifetimeCodeName,
  listAllLifetimeCodes,
  listBuyers,
  listLifetimeCodes,
  listLifetimePage,
  listSold,
  readBought,
  readRole,
  revokeLifetimeCode,
  type SubscriptionChange,
  writeSubscription,
} from './subscription-store.ts'
