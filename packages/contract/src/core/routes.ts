import { fillPath, type Route, visitorRoutes } from './visitor-routes.ts'

/**
 * Every call's method and path, once. The whole code uses these names; a path may be the specification's odd one. This
 * table is plain: the browser's client uses it without loading a schema. `:x` is a path parameter.
 */
export const routes = {
  ...visitorRoutes,

  listSessions: { method: 'GET', path: '/sessions' },
  endSession: { method: 'DELETE', path: '/sessions/:session' },
  endOtherSessions: { method: 'POST', path: '/endOtherSessions' },
  beginStepUp: { method: 'POST', path: '/beginStepUp' },
  finishStepUp: { method: 'POST', path: '/finishStepUp' },
  takeBack: { method: 'POST', path: '/take-back/:token' },
  changePassword: { method: 'POST', path: '/changePassword' },
  listFactors: { method: 'GET', path: '/factors' },
  beginTotp: { method: 'POST', path: '/beginTotp' },
  confirmTotp: { method: 'POST', path: '/confirmTotp' },
  removeTotp: { method: 'POST', path: '/removeTotp' },
  beginPasskey: { method: 'POST', path: '/beginPasskey' },
  addPasskey: { method: 'POST', path: '/passkeys' },
  removePasskey: { method: 'POST', path: '/passkeys/:passkey/remove' },

  updateProfile: { method: 'POST', path: '/v1/updateProfile' },
  putPicture: { method: 'PUT', path: '/picture' },
  deletePicture: { method: 'DELETE', path: '/picture' },
  getPicture: { method: 'GET', path: '/pictures/:picture/:style' },
  changeEmail: { method: 'POST', path: '/changeEmail' },
  exportAccount: { method: 'GET', path: '/export' },
  deleteAccount: { method: 'POST', path: '/deleteAccount' },
  readFolderSize: { method: 'POST', path: '/folderSize' },
  releaseLinkUploads: { method: 'POST', path: '/releaseLinkUploads' },
  redeemLifetimeCodes: { method: 'POST', path: '/api/lifetime/upgrade', creates: true },

  listTransfers: { method: 'GET', path: '/getQs' },
  deleteTransfer: { method: 'POST', path: '/deleteTransfer' },
  eraseRecords: { method: 'POST', path: '/eraseRecords' },
  restoreTransfers: { method: 'POST', path: '/restoreTransfers' },
  extendTransfers: { method: 'POST', path: '/extendTransfers' },
  editTransfer: { method: 'PATCH', path: '/transfers/:transfer' },
  addRecipients: { method: 'POST', path: '/transfers/:transfer/recipients', creates: true },
  removeRecipient: { method: 'DELETE', path: '/transfers/:transfer/recipients/:recipient' },
  listNotifications: { method: 'POST', path: '/notifications' },
  deleteNotification: { method: 'POST', path: '/deleteNotification' },
  makeLiveTicket: { method: 'POST', path: '/liveTicket' },
  followLive: { method: 'GET', path: '/live' },
  readLedger: { method: 'GET', path: '/transfers/:transfer/ledger' },
  muteAlerts: { method: 'POST', path: '/mute/:token' },
  readReceipt: { method: 'GET', path: '/transfers/:transfer/receipts/:recipient' },
  printReceipt: { method: 'GET', path: '/transfers/:transfer/receipts/:recipient/receipt.pdf' },
  sendTransferEmail: { method: 'POST', path: '/SendTransferEmail', creates: true },
  planAddedFiles: { method: 'POST', path: '/transfers/:transfer/planFiles', creates: true },
  completeAddedFiles: { method: 'POST', path: '/transfers/:transfer/files', creates: true },
  removeTransferFile: { method: 'DELETE', path: '/transfers/:transfer/files/:file' },

  listLibrary: { method: 'GET', path: '/library' },
  getThumbnail: { method: 'GET', path: '/thumbnails/:file' },
  fetchLibraryFiles: { method: 'POST', path: '/fetchFiles' },
  downloadOwnFiles: { method: 'GET', path: '/library/:grant/:name' },
  listFileUses: { method: 'POST', path: '/fileUses' },
  deleteFiles: { method: 'POST', path: '/deleteFiles' },

  listContacts: { method: 'GET', path: '/contacts' },
  addContact: { method: 'POST', path: '/contacts' },
  editContact: { method: 'PATCH', path: '/contacts/:contact' },
  deleteContacts: { method: 'POST', path: '/deleteContacts' },
  importContacts: { method: 'POST', path: '/importContacts' },
  exportContacts: { method: 'GET', path: '/contacts.csv' },

  readOverview: { method: 'GET', path: '/overview' },
  readAnalytics: { method: 'GET', path: '/analytics' },
  exportAnalytics: { method: 'GET', path: '/analytics.csv' },
  listWebhooks: { method: 'GET', path: '/webhooks' },
  addWebhook: { method: 'POST', path: '/webhooks', creates: true },
  editWebhook: { method: 'PATCH', path: '/webhooks/:webhook' },
  deleteWebhook: { method: 'DELETE', path: '/webhooks/:webhook' },
  rotateWebhookSecret: { method: 'POST', path: '/webhooks/:webhook/secret', creates: true },
  testWebhook: { method: 'POST', path: '/webhooks/:webhook/test', creates: true },
  listWebhookDeliveries: { method: 'GET', path: '/webhooks/:webhook/deliveries' },
  resendWebhookDelivery: { method: 'POST', path: '/webhooks/:webhook/deliveries/:delivery/resend' },

  receivePart: { method: 'PUT', path: '/uploads/:upload/blobs/:blob' },
  probeOrigin: { method: 'GET', path: '/-/probe' },

  listReceivedFiles: { method: 'POST', path: '/linkFiles' },
  downloadFile: { method: 'GET', path: '/get/:grant/file/:file/:name' },
  downloadZip: { method: 'GET', path: '/get/:grant/zip/:selection/:name' },

  requestAccess: { method: 'POST', path: '/requestAccess' },
  requestResend: { method: 'POST', path: '/d/:slug' },
  checkExtension: { method: 'POST', path: '/checkExtension' },
  answerAccessRequest: { method: 'POST', path: '/transfers/:transfer/access-requests/:accessRequest' },
  listRequests: { method: 'GET', path: '/requests' },
  createRequest: { method: 'POST', path: '/requests', creates: true },
  readRequest: { method: 'GET', path: '/requests/:request' },
  editRequest: { method: 'PATCH', path: '/requests/:request' },
  duplicateRequest: { method: 'POST', path: '/requests/:request/duplicate', creates: true },
  deleteRequests: { method: 'POST', path: '/deleteRequests' },
  restoreRequests: { method: 'POST', path: '/restoreRequests' },
  listRequestSuppliers: { method: 'GET', path: '/requests/:request/suppliers' },
  exportRequestSuppliers: { method: 'GET', path: '/requests/:request/suppliers.csv' },
  addRequestSuppliers: { method: 'POST', path: '/requests/:request/suppliers', creates: true },
  removeRequestSupplier: { method: 'DELETE', path: '/requests/:request/suppliers/:supplier' },
  remindRequestSuppliers: { method: 'POST', path: '/requests/:request/remind', creates: true },
  listRequestTemplates: { method: 'GET', path: '/requestTemplates' },
  saveRequestTemplate: { method: 'POST', path: '/requestTemplates' },
  deleteRequestTemplate: { method: 'DELETE', path: '/requestTemplates/:template' },
  proveSupplier: { method: 'POST', path: '/proveSupplier' },
  sendSmallSubmission: { method: 'POST', path: '/r/:slug/files' },
  listInbox: { method: 'GET', path: '/inbox' },
  readSubmission: { method: 'GET', path: '/inbox/:submission' },
  judgeItem: { method: 'POST', path: '/requests/:request/suppliers/:supplier/items/:item' },
  fetchInboxFiles: { method: 'POST', path: '/requests/:request/fetch' },

  readHealth: { method: 'GET', path: '/-/health' },
  readReadiness: { method: 'GET', path: '/-/ready' },
  listAnchors: { method: 'GET', path: '/-/anchors.json' },
  proveAnchored: { method: 'GET', path: '/transfers/:transfer/anchors' },
  listReceiptKeys: { method: 'GET', path: '/-/receipt-keys.json' },
  readOpenapi: { method: 'GET', path: '/-/openapi.json' },
  listMailbox: { method: 'GET', path: '/-/mailbox.json' },
} as const satisfies Record<string, Route>

export type RouteName = keyof typeof routes

export const routeOf = (name: RouteName): Route => routes[name]

/** The path of a call with its parameters, escaped; one that is not given is empty. */
export const pathOf = (name: RouteName, params: Readonly<Record<string, string>> = {}): string =>
  fillPath(routeOf(name).path, params)
