/** For every endpoint a call that names the owner's things, and what others get. One without a row does not compile. */
import type { ProblemCode } from '@waybill/contract/core/problems'
import type { RouteName } from '@waybill/contract/core/routes'
import type { CallOptions } from '../app/test-app.ts'
import { PASSWORD } from '../people/account-person.ts'
import { billingRows } from './billing-rows.ts'
import { linkRows } from './link-rows.ts'
import { operatingRows } from './operating-rows.ts'
import type { Owner } from './owner.ts'
import { peopleRows } from './people-rows.ts'
import { requestRows } from './request-rows.ts'

export interface Row {
  /** The call, with the owner's ids wherever an id fits. */
  ask: (owner: Owner) => CallOptions & { query?: string }
  /** What another account gets: its own things or nobody’s ('own'), or one of these problems, and nothing changes. */
  foreign: 'own' | readonly ProblemCode[]
  /** A manager of the owner's team reads it. */
  isForManagers?: true
  /** Their reading is an entry of the ledger: a look of the sender's side. */
  isInLedger?: true
  /** What a caller without a session gets; missing: what `auth: 'session'` says, or the same as `foreign`. */
  visitor?: 'own' | readonly ProblemCode[]
}

const WEEK = 604_800
const file = { path: 'more.txt', bytes: 4, modifiedAt: 1, fingerprint: 'f' }
const noTransfer = ['transfer-not-found'] as const
const noWebhook = ['webhook-not-found'] as const
const body =
  (of: unknown): Row['ask'] =>
  () => ({ body: of })
const receiptRow: Row = {
  ask: ({ sent, recipientId }) => ({ params: { transfer: sent.id, recipient: recipientId } }),
  foreign: noTransfer,
  isForManagers: true,
}
const ofWrongGrant: Row = {
  ask: ({ grant }) => ({ body: { grant: `${grant.slice(0, -2)}xx` } }),
  foreign: ['grant-not-found'],
}
const none: Row['ask'] = () => ({})
const forgedSession: Row['ask'] = ({ person }) => ({
  headers: { cookie: `waybill_session=${person.sessionId}.1.${'A'.repeat(43)}` },
})

export const rows: Record<RouteName, Row> = {
  requestSenderCode: { ask: ({ person }) => ({ body: { email: person.address } }), foreign: 'own' },
  confirmSenderCode: {
    ask: ({ person }) => ({ body: { email: person.address, verifyId: '00000' } }),
    foreign: ['code-expired', 'code-wrong'],
  },
  locateVisitor: { ask: none, foreign: 'own' },
  verifySignup: { ask: ({ person }) => ({ body: { email: person.address } }), foreign: ['email-taken'] },
  signUp: {
    ask: ({ person }) => ({ body: { email: person.address, password: 'another password entirely' } }),
    foreign: ['sender-unproven', 'email-taken'],
  },
  logIn: {
    ask: ({ person }) => ({ body: { email: person.address, password: 'not the password at all' } }),
    foreign: ['login-refused', 'too-many-logins'],
  },
  answerSecondFactor: { ask: body({ ticket: 'nobody-holds-this', code: '000000' }), foreign: ['login-expired'] },
  refreshSession: { ask: forgedSession, foreign: ['signed-out'] },
  logOut: { ask: forgedSession, foreign: 'own' },
  checkReturning: { ask: () => ({ headers: { lastVisit: '1' } }), foreign: 'own' },
  requestReset: { ask: body({ email: 'nobody@quiet.example' }), foreign: 'own' },
  checkResetToken: { ask: body({ token: 'nobody-holds-this' }), foreign: ['reset-refused'] },
  resetPassword: {
    ask: body({ token: 'nobody-holds-this', password: 'another password entirely' }),
    foreign: ['reset-refused'],
  },
  listSessions: { ask: none, foreign: 'own' },
  endSession: {
    ask: ({ person }) => ({ params: { session: person.sessionId } }),
    foreign: ['session-not-found'],
  },
  endOtherSessions: { ask: none, foreign: 'own' },
  beginStepUp: { ask: body({ password: 'wrong one' }), foreign: ['password-wrong'] },
  finishStepUp: { ask: body({ ticket: 'nobody-holds-this', code: '000000' }), foreign: ['login-expired'] },
  takeBack: { ask: () => ({ params: { token: 'nobody-holds-this' }, body: {} }), foreign: ['take-back-expired'] },
  changePassword: {
    ask: body({ currentPassword: 'wrong one', password: 'another password entirely' }),
    foreign: ['password-wrong'],
  },
  listFactors: { ask: none, foreign: 'own' },
  beginTotp: { ask: body({ password: PASSWORD }), foreign: 'own' },
  confirmTotp: { ask: body({ code: '000000' }), foreign: ['second-factor-wrong'] },
  removeTotp: { ask: body({ password: PASSWORD }), foreign: 'own' },
  beginPasskey: { ask: body({ password: PASSWORD }), foreign: 'own' },
  addPasskey: { ask: body({ name: '', passkey: { id: 'x' } }), foreign: ['second-factor-wrong'] },
  removePasskey: {
    ask: ({ passkeyId }) => ({ params: { passkey: passkeyId }, body: { password: PASSWORD } }),
    foreign: ['passkey-not-found'],
  },
  readAccount: { ask: none, foreign: 'own' },
  updateProfile: {
    ask: ({ person }) => ({ body: { userid: person.accountId, fullName: 'Somebody Else' } }),
    foreign: ['not-yours'],
  },
  putPicture: {
    ask: () => ({ headers: { 'content-type': 'image/png' }, body: 'no picture' }),
    foreign: ['picture-unreadable'],
  },
  deletePicture: { ask: none, foreign: 'own' },
  getPicture: { ask: () => ({ params: { picture: 'nobody-has-this-one', style: 'small' } }), foreign: ['not-found'] },
  changeEmail: {
    ask: ({ person }) => ({ body: { email: person.address, password: PASSWORD } }),
    foreign: ['sender-unproven', 'email-taken'],
  },
  exportAccount: { ask: none, foreign: 'own' },
  deleteAccount: { ask: body({ password: 'wrong one' }), foreign: ['password-wrong'] },

  listTransfers: { ask: ({ person }) => ({ query: `?userid=${person.accountId}` }), foreign: ['not-yours'] },
  eraseRecords: { ask: ({ sent }) => ({ body: { ids: [sent.id] } }), foreign: noTransfer },
  deleteTransfer: { ask: ({ sent }) => ({ body: { type: 'sent', ids: [sent.id] } }), foreign: noTransfer },
  restoreTransfers: { ask: ({ sent }) => ({ body: { ids: [sent.id] } }), foreign: noTransfer },
  extendTransfers: { ask: ({ sent }) => ({ body: { ids: [sent.id], expirySeconds: WEEK } }), foreign: noTransfer },
  editTransfer: {
    ask: ({ sent }) => ({ params: { transfer: sent.id }, body: { message: 'mine now' } }),
    foreign: noTransfer,
  },
  addRecipients: {
    ask: ({ sent }) => ({ params: { transfer: sent.id }, body: { emailTo: [{ email: 'spy@example.com' }] } }),
    foreign: noTransfer,
  },
  removeRecipient: {
    ask: ({ sent, recipientId }) => ({ params: { transfer: sent.id, recipient: recipientId } }),
    foreign: noTransfer,
  },
  listNotifications: { ask: ({ person }) => ({ body: { userid: person.accountId } }), foreign: ['not-yours'] },
  deleteNotification: {
    ask: ({ person }) => ({ body: { userid: person.accountId, notifyId: 'all' } }),
    foreign: ['not-yours'],
  },
  makeLiveTicket: { ask: none, foreign: 'own' },
  followLive: { ask: () => ({ query: '?ticket=nobody-holds-this' }), foreign: ['ticket-expired'] },
  readLedger: { ask: ({ sent }) => ({ params: { transfer: sent.id } }), foreign: noTransfer, isForManagers: true },
  muteAlerts: {
    ask: ({ sent }) => ({
      params: { token: `${sent.id}${'A'.repeat(22)}` },
      body: { 'List-Unsubscribe': 'One-Click' },
    }),
    foreign: ['not-found'],
  },
  readReceipt: receiptRow,
  printReceipt: receiptRow,
  sendTransferEmail: {
    ask: ({ sent }) => ({ body: { slug: sent.slug, recipients: ['spy@example.com'] } }),
    foreign: noTransfer,
  },
  planAddedFiles: {
    ask: ({ sent, fileIds }) => ({
      params: { transfer: sent.id },
      body: { files: [file], replaces: fileIds[0] },
    }),
    foreign: noTransfer,
  },
  completeAddedFiles: {
    ask: ({ sent, open }) => ({ params: { transfer: sent.id }, body: { upload: open.upload, token: 'wrong' } }),
    foreign: ['transfer-not-found', 'upload-token-wrong'],
  },
  removeTransferFile: {
    ask: ({ sent, fileIds }) => ({ params: { transfer: sent.id, file: fileIds[0] ?? '' } }),
    foreign: noTransfer,
  },

  listLibrary: { ask: none, foreign: 'own' },
  getThumbnail: {
    ask: ({ fileIds }) => ({ params: { file: fileIds[0] ?? '' }, query: '?until=9999999999&mark=AAAA' }),
    foreign: ['not-found'],
  },
  previewFile: {
    ask: ({ sent, user, fileIds }) => ({
      body: { slug: sent.slug, user: `${user.slice(0, -2)}xx`, file: fileIds[0] ?? '' },
    }),
    foreign: noTransfer,
  },
  getPreviewPage: {
    ask: ({ grant, fileIds }) => ({ params: { grant, file: fileIds[0] ?? '', page: '1' } }),
    foreign: ['grant-not-found'],
  },
  readPreview: {
    ask: ({ grant, fileIds }) => ({ params: { grant, file: fileIds[0] ?? '' } }),
    foreign: ['grant-not-found'],
  },
  getReceivedThumbnail: {
    ask: ({ sent, fileIds }) => ({
      params: { slug: sent.slug, pass: `AAAA.1700000000000.${'A'.repeat(22)}`, file: fileIds[0] ?? '' },
    }),
    foreign: ['not-found'],
  },
  downloadOwnFiles: {
    ask: ({ libraryGrant }) => ({ params: { grant: `${libraryGrant.slice(0, -2)}xx`, name: 'a.zip' } }),
    foreign: ['grant-not-found'],
  },
  listFileUses: { ask: ({ fileIds }) => ({ body: { ids: fileIds } }), foreign: ['file-not-found'] },
  deleteFiles: { ask: ({ fileIds }) => ({ body: { ids: fileIds } }), foreign: ['file-not-found'] },

  ...peopleRows,
  readOverview: { ask: none, foreign: 'own' },
  readAnalytics: { ask: ({ fileIds }) => ({ query: `?days=30&file=${fileIds[0]}` }), foreign: 'own' },
  exportAnalytics: { ask: ({ fileIds }) => ({ query: `?table=files&file=${fileIds[0]}` }), foreign: 'own' },

  listWebhooks: { ask: none, foreign: 'own' },
  addWebhook: { ask: body({ url: 'https://hooks.example.com/mine', kinds: ['finished'] }), foreign: 'own' },
  editWebhook: {
    ask: ({ webhookId }) => ({ params: { webhook: webhookId }, body: { kinds: ['opened'], isPaused: true } }),
    foreign: noWebhook,
  },
  deleteWebhook: { ask: ({ webhookId }) => ({ params: { webhook: webhookId } }), foreign: noWebhook },
  rotateWebhookSecret: { ask: ({ webhookId }) => ({ params: { webhook: webhookId } }), foreign: noWebhook },
  testWebhook: { ask: ({ webhookId }) => ({ params: { webhook: webhookId } }), foreign: noWebhook },
  listWebhookDeliveries: { ask: ({ webhookId }) => ({ params: { webhook: webhookId } }), foreign: noWebhook },
  resendWebhookDelivery: {
    ask: ({ webhookId, deliveryId }) => ({ params: { webhook: webhookId, delivery: deliveryId } }),
    foreign: noWebhook,
  },

  planTransfer: {
    ask: ({ person, fileIds }) => ({
      body: {
        senderEmail: person.address,
        emailTo: [{ email: 'x@example.com' }],
        expirySeconds: WEEK,
        files: [file],
        forwarded: [{ fileName: 'a', newPath: fileIds[0] }],
      },
    }),
    foreign: ['not-yours', 'sender-unproven', 'file-not-found', 'key-lacks-scope'],
    visitor: ['sender-unproven', 'file-not-found', 'unauthenticated'],
  },
  completeTransfer: {
    ask: ({ open }) => ({ body: { upload: open.upload, token: 'wrong' } }),
    foreign: ['upload-token-wrong', 'upload-not-found'],
  },
  resumeTransfer: { ask: ({ open }) => ({ body: { upload: open.upload } }), foreign: ['upload-not-found'] },
  signParts: {
    ask: ({ open }) => ({
      params: { upload: open.upload },
      headers: { authorization: 'Bearer wrong' },
      body: { parts: [{ blob: open.blobs[0]?.id, offset: 0, bytes: 1, crc32: 0, md5: 'A'.repeat(24) }] },
    }),
    foreign: ['upload-token-wrong', 'upload-not-found'],
  },
  receivePart: {
    ask: ({ open }) => ({
      params: { upload: open.upload, blob: open.blobs[0]?.id ?? '' },
      headers: {
        authorization: 'Bearer wrong',
        'content-type': 'application/octet-stream',
        'waybill-offset': '0',
        'waybill-crc32': '0',
      },
    }),
    foreign: ['upload-token-wrong', 'upload-not-found', 'part-size-mismatch', 'invalid-input'],
  },
  readUpload: {
    ask: ({ open }) => ({ params: { upload: open.upload }, headers: { authorization: 'Bearer wrong' } }),
    foreign: ['upload-token-wrong', 'upload-not-found'],
  },
  abandonUpload: {
    ask: ({ open }) => ({ params: { upload: open.upload }, headers: { authorization: 'Bearer wrong' } }),
    foreign: ['upload-token-wrong', 'upload-not-found'],
  },
  probeOrigin: { ask: none, foreign: 'own' },

  unlockTransfer: { ask: ({ sent }) => ({ body: { slug: sent.slug, password: 'guess' } }), foreign: noTransfer },
  reportOpened: { ask: ({ sent }) => ({ body: { slug: sent.slug } }), foreign: noTransfer },
  listReceivedFiles: { ask: ({ sent }) => ({ body: { slug: sent.slug } }), foreign: noTransfer },
  grantDownload: {
    ask: ({ sent, user, fileIds }) => ({
      body: { slug: sent.slug, user: `${user.slice(0, -2)}xx`, files: fileIds },
    }),
    foreign: noTransfer,
  },
  describeDownload: ofWrongGrant,
  planFastDownload: ofWrongGrant,
  planZip: ofWrongGrant,
  downloadFile: {
    ask: ({ grant, fileIds }) => ({
      params: { grant: `${grant.slice(0, -2)}xx`, file: fileIds[0] ?? '', name: 'a' },
    }),
    foreign: ['grant-not-found'],
  },
  downloadZip: {
    ask: ({ grant }) => ({ params: { grant: `${grant.slice(0, -2)}xx`, selection: 'all', name: 'a.zip' } }),
    foreign: ['grant-not-found'],
  },
  proveWork: {
    ask: body({ challenge: 'not one of ours', answers: [0, 0, 0, 0, 0, 0, 0, 0] }),
    foreign: ['proof-refused'],
  },

  ...operatingRows,
  ...linkRows,
  ...billingRows,
  ...requestRows,
  proveAnchored: { ask: ({ sent }) => ({ params: { transfer: sent.id } }), foreign: noTransfer },
}
