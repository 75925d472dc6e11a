/** Transfers: drafting, sending, expiring. */

export {
  type AccessRequest,
  claimAccessRequest,
  endAccessTokensOf,
  extendExpiry,
  findAccessRequest,
  forgetAccessRequests,
  type Given,
  holdRequested,
  insertAccessRequest,
  readNewExpiry,
  readRequestedAt,
  settleAccess,
  settleTime,
  silenceRequester,
} from './access-request-store.ts'
export { findArrival, isArriving, readArrivalOf, readFileArrivals } from './arriving/read-arrival.ts'
export { checkSums } from './check/check-sums.ts'
export { checkTransfers } from './check/check-transfers.ts'
export { deleteFiles } from './files/delete-files.ts'
export { pathsBeside } from './files/judge-added.ts'
export { tellCleared, tellWithdrawn } from './files/tell-withdrawn.ts'
export { findSendingOf, listTransferFiles, readContentsStamp, type TransferFile } from './files/transfer-file-store.ts'
export { type FoundTransfer, findTransfer } from './find-transfer.ts'
export { EXPIRING_DAYS } from './list/listed-store.ts'
export { hasTransfers } from './list/transfer-list-store.ts'
export { readWhose, type Whose } from './list/whose.ts'
export { actAs, asSender } from './manage/as-sender.ts'
export { blockTransfer, blockTransferIn, hashesOfTransfer } from './manage/block-transfer.ts'
export { countMonthOf, countTransfers, handOverTransfers } from './manage/hand-over-store.ts'
export { readRecord } from './manage/read-record.ts'
export { seesTransfer } from './manage/record-store.ts'
export {
  alertModeOf,
  alertsSince,
  muteDigest,
  muteTransferAlerts,
  readAlertMode,
} from './manage/transfer-change-store.ts'
export { addRequester } from './recipients/add-requester.ts'
export { findMailSender } from './recipients/find-mail-sender.ts'
export { mailHeldBack } from './recipients/mail-held-back.ts'
export {
  addDownloads,
  claimToRemind,
  findLostMail,
  isLostMailHeld,
  lockRecipient,
  lockRecipientWhole,
  markFinished,
  markForResend,
  markOpened,
  putOffReminder,
  recountDownloads,
} from './recipients/recipient-mail-store.ts'
export {
  findLinkDevice,
  findListed,
  findRecipient,
  insertLinkDevice,
  listRecipients,
  MOST_DEVICES,
  type Recipient,
  shareRestRow,
} from './recipients/recipient-store.ts'
export { recipientToken } from './recipients/recipient-token.ts'
export { shownName, titleForOthers } from './recipients/sender-of.ts'
export { transferRoutes } from './routes.ts'
export { manifestFiles } from './send/manifest-files.ts'
export { presentFiles, presentScan, presentTransfer } from './send/present-transfer.ts'
export { type SniffedFile, sniffFiles } from './send/sniff-files.ts'
export { readSenderMailbox, senderMailbox } from './sender-mailbox-store.ts'
export { sharedContents } from './share/share-store.ts'
export { holdTeammates, presentShares, requireTeammates, sharesPerAccount } from './share/share-transfer.ts'
export {
  claimExpired,
  claimUnreminded,
  type Ending,
  eachOwnEvent,
  eachReceivedTransfer,
  eachSentTransfer,
} from './sweep-store.ts'
export { findStandingTransfer, holdServed, isOfTransfer, isServed } from './transfer-store.ts'
export { transferTasks } from './transfer-tasks.ts'
