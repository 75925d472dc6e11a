/** The door of transfers: drafting, sending, expiring. */
export { addAsked } from './add-asked.ts'
export { alertModeOf, alertsSince, muteAlerts, muteDigest, readAlertMode } from './alert-mode-store.ts'
export {
  type Ask,
  claimAsk,
  findAsk,
  forgetAsks,
  type Given,
  giveLife,
  holdAsked,
  insertAsk,
  readAskedAt,
  readNewLife,
  settleAccess,
  settleTime,
  silenceAsker,
} from './ask-store.ts'
export { blockTransfer, hashesOfTransfer } from './block-transfer.ts'
export { checkSums } from './check-sums.ts'
export { checkTransfers } from './check-transfers.ts'
export { deleteFiles } from './delete-files.ts'
export { eachOwnEvent, eachReceivedTransfer, eachSentTransfer } from './export-store.ts'
export { findMailSender } from './find-mail-sender.ts'
export { type FoundTransfer, findTransfer } from './find-transfer.ts'
export { pathsBeside } from './judge-added.ts'
export { EXPIRING_DAYS } from './listed-store.ts'
export { mailHeldBack } from './mail-held-back.ts'
export { manifestFiles } from './manifest-files.ts'
export { presentFiles, presentTransfer } from './present-transfer.ts'
export { readRecord } from './read-record.ts'
export { pathWithoutSupplier } from './readable-file-store.ts'
export { askForMail, findLostMail, isLostMailHeld } from './recipient-change-store.ts'
export { recipientToken } from './recipient-token.ts'
export { transferRoutes } from './routes.ts'
export { shownName } from './sender-of.ts'
export { isServed } from './served-transfer-store.ts'
export { sniffFiles } from './sniff-files.ts'
export { tellWithdrawn } from './tell-withdrawn.ts'
export { listTransferFiles, readContentsStamp, type TransferFile } from './transfer-file-store.ts'
export { findRecipient, findStandingTransfer, listRecipients, type Recipient } from './transfer-store.ts'
export { transferTasks } from './transfer-tasks.ts'
