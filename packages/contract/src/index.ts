/**
 * Every endpoint by name: the server binds them and makes the OpenAPI document from them. Imports zod: not for
 * browsers.
 */
import * as abuse from './abuse/endpoints.ts'
import * as cardLinks from './billing/card-link-endpoints.ts'
import * as billing from './billing/endpoints.ts'
import * as payments from './billing/payment-endpoints.ts'
import * as sandboxCheckouts from './billing/sandbox-endpoints.ts'
import * as stripeWire from './billing/stripe-wire-endpoints.ts'
import * as branding from './branding/endpoints.ts'
import * as contacts from './contacts/endpoints.ts'
import * as content from './content/endpoints.ts'
import * as deskConversations from './conversations/desk-endpoints.ts'
import * as conversations from './conversations/endpoints.ts'
import type { AnyEndpoint } from './core/endpoint.ts'
import type { RouteName } from './core/routes.ts'
import * as domains from './domains/endpoints.ts'
import * as downloads from './downloads/endpoints.ts'
import * as accounts from './identity/account-endpoints.ts'
import * as devices from './identity/device-endpoints.ts'
import * as factors from './identity/factor-endpoints.ts'
import * as keys from './identity/key-endpoints.ts'
import * as profile from './identity/profile-endpoints.ts'
import * as sessions from './identity/session-endpoints.ts'
import * as stepUp from './identity/step-up-endpoints.ts'
import * as takeBack from './identity/take-back-endpoints.ts'
import * as library from './library/endpoints.ts'
import * as mailDomains from './mail-domains/endpoints.ts'
import * as notifications from './notifications/endpoints.ts'
import * as deskAccounts from './operating/desk-account-endpoints.ts'
import * as deskBlocks from './operating/desk-block-endpoints.ts'
import * as desk from './operating/desk-endpoints.ts'
import * as deskHealth from './operating/desk-health-endpoints.ts'
import * as deskInfected from './operating/desk-infected-endpoints.ts'
import * as deskLifetime from './operating/desk-lifetime-endpoints.ts'
import * as deskQueues from './operating/desk-queue-endpoints.ts'
import * as deskReports from './operating/desk-report-endpoints.ts'
import * as operating from './operating/endpoints.ts'
import { listSealedAnswers, sendAnswers } from './requests/answer-endpoints.ts'
import * as comments from './requests/comment-endpoints.ts'
import * as requests from './requests/endpoints.ts'
import * as inbox from './requests/submission-endpoints.ts'
import * as requestSuppliers from './requests/supplier-endpoints.ts'
import * as supplierProof from './requests/supplier-proof-endpoints.ts'
import * as analytics from './tracking/analytics-endpoints.ts'
import * as anchors from './tracking/anchor-endpoints.ts'
import * as tracking from './tracking/endpoints.ts'
import * as receipts from './tracking/receipt-endpoints.ts'
import * as accessRequests from './transfers/access-request-endpoints.ts'
import * as transferEdits from './transfers/edit-endpoints.ts'
import * as transfers from './transfers/endpoints.ts'
import * as transferList from './transfers/list-endpoints.ts'
import * as uploads from './uploads/endpoints.ts'
import * as region from './uploads/region-endpoints.ts'
import * as webhooks from './webhooks/endpoints.ts'
import * as activity from './workspaces/activity-endpoints.ts'
import * as sso from './workspaces/sso-endpoints.ts'
import * as teams from './workspaces/team-endpoints.ts'

export const endpoints = {
  requestSenderCode: accounts.requestSenderCode,
  confirmSenderCode: accounts.confirmSenderCode,
  locateVisitor: accounts.locateVisitor,
  verifySignup: sessions.verifySignup,
  signUp: sessions.signUp,
  logIn: sessions.logIn,
  answerSecondFactor: sessions.answerSecondFactor,
  refreshSession: sessions.refreshSession,
  logOut: sessions.logOut,
  checkReturning: sessions.checkReturning,
  requestReset: sessions.requestReset,
  checkResetToken: sessions.checkResetToken,
  resetPassword: sessions.resetPassword,
  listSessions: sessions.listSessions,
  endSession: sessions.endSession,
  endOtherSessions: sessions.endOtherSessions,
  beginStepUp: stepUp.beginStepUp,
  finishStepUp: stepUp.finishStepUp,
  takeBack: takeBack.takeBack,
  changePassword: sessions.changePassword,
  listFactors: factors.listFactors,
  beginTotp: factors.beginTotp,
  confirmTotp: factors.confirmTotp,
  removeTotp: factors.removeTotp,
  beginPasskey: factors.beginPasskey,
  addPasskey: factors.addPasskey,
  removePasskey: factors.removePasskey,
  listApiKeys: keys.listApiKeys,
  addApiKey: keys.addApiKey,
  revokeApiKey: keys.revokeApiKey,
  beginDeviceLogin: devices.beginDeviceLogin,
  pollDeviceLogin: devices.pollDeviceLogin,
  readDeviceLogin: devices.readDeviceLogin,
  answerDeviceLogin: devices.answerDeviceLogin,
  readAccount: profile.readAccount,
  updateProfile: profile.updateProfile,
  putPicture: profile.putPicture,
  deletePicture: profile.deletePicture,
  getPicture: profile.getPicture,
  changeEmail: profile.changeEmail,
  exportAccount: profile.exportAccount,
  deleteAccount: profile.deleteAccount,
  readFolderSize: billing.readFolderSize,
  releaseLinkUploads: billing.releaseLinkUploads,
  redeemLifetimeCodes: billing.redeemLifetimeCodes,
  readBilling: payments.readBilling,
  createCheckoutSession: payments.createCheckoutSession,
  readCheckout: payments.readCheckout,
  changeCard: payments.changeCard,
  changeCardByLink: cardLinks.changeCardByLink,
  previewSwitch: payments.previewSwitch,
  switchPlan: payments.switchPlan,
  cancelPlan: payments.cancelPlan,
  undoScheduled: payments.undoScheduled,
  payOpenInvoice: payments.payOpenInvoice,
  listInvoices: payments.listInvoices,
  printInvoice: payments.printInvoice,
  saveCompany: payments.saveCompany,
  previewPromotion: payments.previewPromotion,
  applyPromotion: payments.applyPromotion,
  receivePaymentEvent: payments.receivePaymentEvent,
  ...stripeWire,
  ...sandboxCheckouts,
  listTransfers: transferList.listTransfers,
  deleteTransfer: transferList.deleteTransfer,
  eraseRecords: transferList.eraseRecords,
  restoreTransfers: transferList.restoreTransfers,
  extendTransfers: transferList.extendTransfers,
  editTransfer: transferEdits.editTransfer,
  addRecipients: transferEdits.addRecipients,
  removeRecipient: transferEdits.removeRecipient,
  listNotifications: notifications.listNotifications,
  deleteNotification: notifications.deleteNotification,
  makeLiveTicket: notifications.makeLiveTicket,
  followLive: notifications.followLive,
  readLedger: tracking.readLedger,
  reportTransfer: abuse.reportTransfer,
  muteAlerts: tracking.muteAlerts,
  readReceipt: receipts.readReceipt,
  printReceipt: receipts.printReceipt,
  sendTransferEmail: transferEdits.sendTransferEmail,
  planAddedFiles: transferEdits.planAddedFiles,
  completeAddedFiles: transferEdits.completeAddedFiles,
  removeTransferFile: transferEdits.removeTransferFile,
  listLibrary: library.listLibrary,
  getThumbnail: library.getThumbnail,
  previewFile: library.previewFile,
  getPreviewPage: library.getPreviewPage,
  getReceivedThumbnail: library.getReceivedThumbnail,
  fetchLibraryFiles: library.fetchLibraryFiles,
  fetchTransferFiles: library.fetchTransferFiles,
  downloadOwnFiles: library.downloadOwnFiles,
  listFileUses: library.listFileUses,
  deleteFiles: library.deleteFiles,
  listContacts: contacts.listContacts,
  addContact: contacts.addContact,
  editContact: contacts.editContact,
  moveContacts: contacts.moveContacts,
  deleteContacts: contacts.deleteContacts,
  importContacts: contacts.importContacts,
  exportContacts: contacts.exportContacts,
  readConversation: conversations.readConversation,
  writeMessage: conversations.writeMessage,
  markAnswersRead: conversations.markAnswersRead,
  leaveConversation: conversations.leaveConversation,
  sendFeedback: conversations.sendFeedback,
  claimFeedback: conversations.claimFeedback,
  listConversations: deskConversations.listConversations,
  openConversation: deskConversations.openConversation,
  answerConversation: deskConversations.answerConversation,
  closeConversation: deskConversations.closeConversation,
  assignConversation: deskConversations.assignConversation,
  listCannedAnswers: deskConversations.listCannedAnswers,
  saveCannedAnswer: deskConversations.saveCannedAnswer,
  deleteCannedAnswer: deskConversations.deleteCannedAnswer,
  readOverview: analytics.readOverview,
  readAnalytics: analytics.readAnalytics,
  exportAnalytics: analytics.exportAnalytics,
  listWebhooks: webhooks.listWebhooks,
  addWebhook: webhooks.addWebhook,
  editWebhook: webhooks.editWebhook,
  deleteWebhook: webhooks.deleteWebhook,
  rotateWebhookSecret: webhooks.rotateWebhookSecret,
  testWebhook: webhooks.testWebhook,
  listWebhookDeliveries: webhooks.listWebhookDeliveries,
  resendWebhookDelivery: webhooks.resendWebhookDelivery,
  readTeam: teams.readTeam,
  listActivity: activity.listActivity,
  exportActivity: activity.exportActivity,
  inviteMembers: teams.inviteMembers,
  resendInvite: teams.resendInvite,
  withdrawInvite: teams.withdrawInvite,
  changeMemberRole: teams.changeMemberRole,
  removeMember: teams.removeMember,
  requireSecondFactor: teams.requireSecondFactor,
  offerHandover: teams.offerHandover,
  withdrawHandover: teams.withdrawHandover,
  acceptHandover: teams.acceptHandover,
  openInvite: teams.openInvite,
  joinTeam: teams.joinTeam,
  acceptInvite: teams.acceptInvite,
  readSso: sso.readSso,
  saveSso: sso.saveSso,
  requireSso: sso.requireSso,
  removeSso: sso.removeSso,
  beginSso: sso.beginSso,
  finishSso: sso.finishSso,
  readChangelog: content.readChangelog,
  markNewsRead: content.markNewsRead,
  readStory: content.readStory,
  readBranding: branding.readBranding,
  editBranding: branding.editBranding,
  putBrandPicture: branding.putBrandPicture,
  deleteBrandPicture: branding.deleteBrandPicture,
  getBrandPicture: branding.getBrandPicture,
  readRegion: region.readRegion,
  chooseRegion: region.chooseRegion,
  readDomain: domains.readDomain,
  claimDomain: domains.claimDomain,
  checkDomain: domains.checkDomain,
  releaseDomain: domains.releaseDomain,
  readMailDomain: mailDomains.readMailDomain,
  claimMailDomain: mailDomains.claimMailDomain,
  checkMailDomain: mailDomains.checkMailDomain,
  testMailDomain: mailDomains.testMailDomain,
  releaseMailDomain: mailDomains.releaseMailDomain,
  planTransfer: transfers.planTransfer,
  completeTransfer: transfers.completeTransfer,
  resumeTransfer: transfers.resumeTransfer,
  signParts: uploads.signParts,
  issueStorageCredentials: uploads.issueStorageCredentials,
  receivePart: uploads.receivePart,
  readUpload: uploads.readUpload,
  abandonUpload: uploads.abandonUpload,
  listRoutes: region.listRoutes,
  probeOrigin: uploads.probeOrigin,
  ...downloads,
  requestAccess: accessRequests.requestAccess,
  requestResend: accessRequests.requestResend,
  checkExtension: accessRequests.checkExtension,
  answerAccessRequest: accessRequests.answerAccessRequest,
  listRequests: requests.listRequests,
  createRequest: requests.createRequest,
  readRequest: requests.readRequest,
  editRequest: requests.editRequest,
  duplicateRequest: requests.duplicateRequest,
  deleteRequests: requests.deleteRequests,
  restoreRequests: requests.restoreRequests,
  ...requestSuppliers,
  openRequest: inbox.openRequest,
  unlockRequest: inbox.unlockRequest,
  proveSupplier: supplierProof.proveSupplier,
  planSubmission: inbox.planSubmission,
  listSealedAnswers,
  sendAnswers,
  resumeSubmission: inbox.resumeSubmission,
  completeSubmission: inbox.completeSubmission,
  sendSmallSubmission: inbox.sendSmallSubmission,
  fetchItemExample: inbox.fetchItemExample,
  listInbox: inbox.listInbox,
  readSubmission: inbox.readSubmission,
  judgeItem: inbox.judgeItem,
  fetchInboxFiles: inbox.fetchInboxFiles,
  ...comments,
  readHealthHistory: deskHealth.readHealthHistory,
  searchAccounts: deskAccounts.searchAccounts,
  suspendAtDesk: deskAccounts.suspendAtDesk,
  restoreAtDesk: deskAccounts.restoreAtDesk,
  setRoleAtDesk: deskAccounts.setRoleAtDesk,
  listReported: deskReports.listReported,
  decideReported: deskReports.decideReported,
  listInfectedAtDesk: deskInfected.listInfectedAtDesk,
  clearInfectedAtDesk: deskInfected.clearInfectedAtDesk,
  listBlocksAtDesk: deskBlocks.listBlocksAtDesk,
  liftBlockAtDesk: deskBlocks.liftBlockAtDesk,
  ...deskLifetime,
  listJobs: deskQueues.listJobs,
  retryJob: deskQueues.retryJob,
  listMails: deskQueues.listMails,
  retryMail: deskQueues.retryMail,
  readSecurityLog: deskQueues.readSecurityLog,
  readDesk: desk.readDesk,
  readHealth: operating.readHealth,
  readReadiness: operating.readReadiness,
  readMetrics: operating.readMetrics,
  answerTlsQuestion: operating.answerTlsQuestion,
  readFront: operating.readFront,
  measureBody: operating.measureBody,
  sendBody: operating.sendBody,
  listAnchors: anchors.listAnchors,
  proveAnchored: anchors.proveAnchored,
  listReceiptKeys: receipts.listReceiptKeys,
  readOpenapi: operating.readOpenapi,
  listMailbox: operating.listMailbox,
} satisfies Record<RouteName, AnyEndpoint>

export type Endpoints = typeof endpoints
export * from './core/endpoint.ts'
export { routes } from './core/routes.ts'
