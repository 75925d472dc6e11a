/** The door of transfers: drafting, sending, expiring. */

export {
  type AccessRequest,
  claimAccessRequest,
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
export { checkSums } from './check/check-sums.ts'
export { checkTransfers } from './check/check-transfers.ts'
export { claimExpired, claimUnreminded, type Ending } from './expire/ending-store.ts'
export { deleteFiles } from './files/delete-files.ts'
export { pathsBeside } from './files/judge-added.ts'
export { tellWithdrawn } from './files/tell-withdrawn.ts'
export { listTransferFiles, readContentsStamp, type TransferFile } from './files/transfer-file-store.ts'
export { type FoundTransfer, findTransfer } from './find-transfer.ts'
export { EXPIRING_DAYS } from './list/listed-store.ts'
export { hasTransfers } from './list/transfer-list-store.ts'
export { blockTransfer, hashesOfTransfer } from './manage/block-transfer.ts'
export { eachOwnEvent, eachReceivedTransfer, eachSentTransfer } from './manage/export-store.ts'
export { readRecord } from './manage/read-record.ts'
export { alertModeOf, alertsSince, muteAlerts, muteDigest, readAlertMode } from './manage/transfer-change-store.ts'
export { addRequester } from './recipients/add-requester.ts'
export { findMailSender } from './recipients/find-mail-sender.ts'
export { findLinkDevice, insertLinkDevice, MOST_DEVICES, shareRestRow } from './recipients/link-device-store.ts'
export { mailHeldBack } from './recipients/mail-held-back.ts'
export { findLostMail, isLostMailHeld, markForResend } from './recipients/recipient-mail-store.ts'
export {
  addDownloads,
  claimToRemind,
  lockRecipient,
  lockRecipientWhole,
  markFinished,
  markOpened,
  putOffReminder,
  recountDownloads,
} from './recipients/recipient-progress-store.ts'
export { findRecipient, listRecipients, type Recipient } from './recipients/recipient-store.ts'
export { recipientToken } from './recipients/recipient-token.ts'
export { shownName } from './recipients/sender-of.ts'
export { transferRoutes } from './routes.ts'
export { isOfTransfer } from './send/draft-store.ts'
export { manifestFiles } from './send/manifest-files.ts'
export { presentFiles, presentTransfer } from './send/present-transfer.ts'
export { sniffFiles } from './send/sniff-files.ts'
export { findStandingTransfer, holdServed, isServed } from './transfer-store.ts'
export { transferTasks } from './transfer-tasks.ts'
