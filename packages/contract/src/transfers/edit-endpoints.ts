import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { id, label, language, message, slug, text, title, typedAddress } from '../core/fields.ts'
import { alertModes } from '../tracking/alerts.ts'
import { manifestFile, uploadPlan, wayOfBytes } from '../uploads/endpoints.ts'
import { shareWithList } from './endpoints.ts'
import { transferRecord } from './list-endpoints.ts'
import { downloadLimit, sendLater } from './sending-fields.ts'

/** Changes to a sent transfer, without sending it again. Each call returns the transfer after the change. */
const params = z.strictObject({ transfer: id })
const reply = z.object({ transfer: transferRecord })
const refusals = ['unauthenticated', 'transfer-not-found', 'account-suspended'] as const
const recipient = z.strictObject({ email: typedAddress, name: label(200).optional(), company: label(200).optional() })

/** Changes only the given fields. `password` and `downloadLimit` null remove the restriction. */
export const editTransfer = endpoint('editTransfer', {
  summary: 'Change title, message, expiry, pause, password, limit',
  keyScope: 'send',
  auth: 'session',
  params,
  body: z.strictObject({
    /** Empty: readers see one made from the files. */
    title: title.optional(),
    message: message.optional(),
    expirySeconds: z.number().optional(),
    isPaused: z.boolean().optional(),
    password: text(256).nullable().optional(),
    downloadLimit,
    onlyProven: z.boolean().optional(),
    /** What its sender gets mails about; null: the account's setting. */
    alerts: z.enum(alertModes).nullable().optional(),
    /** Whether recipients who have downloaded nothing get one reminder; null: the account's setting. */
    remindRecipients: z.boolean().nullable().optional(),
    /** Another time for a scheduled transfer; null sends it now. */
    sendLater: sendLater.nullable().optional(),
    /** All members of the team with whom it is shared from now on. Only its sender may name them. */
    shareWith: shareWithList.optional(),
  }),
  reply,
  problems: [
    ...refusals,
    'expiry-reserved',
    'message-holds-link',
    'password-too-short',
    'member-not-found',
    'too-many-requests',
    'busy',
    'already-sent',
    'send-time-refused',
    'subscription-due',
    'seat-lost',
    'storage-full',
    'over-transfer-limit',
    'too-many-recipients',
    'too-many-files',
    'file-not-found',
    'invalid-recipient',
    'sending-paused',
    'too-many-mails',
  ],
})

/** New recipients get a personal link by mail; earlier removed ones get a new link. */
export const addRecipients = endpoint('addRecipients', {
  summary: 'Send a saved transfer to more people',
  keyScope: 'send',
  auth: 'session',
  params,
  body: z.strictObject({ emailTo: z.array(recipient).min(1).max(1_000), lang: language.optional() }),
  reply,
  problems: [
    ...refusals,
    'subscription-due',
    'seat-lost',
    'invalid-recipient',
    'too-many-recipients',
    'message-holds-link',
    'sending-paused',
    'too-many-mails',
    'transfer-expired',
  ],
})

/** Their links stop working; the record of their downloads stays. */
export const removeRecipient = endpoint('removeRecipient', {
  summary: 'Take a recipient off',
  auth: 'session',
  params: z.strictObject({ transfer: id, recipient: id }),
  reply,
  problems: [...refusals, 'recipient-not-found'],
})

/**
 * Mails a saved transfer's link again: to `recipients` (adding new ones), else to everyone. Saving has already queued
 * the first mails, so a call right after it mails nobody twice. A scheduled transfer mails nobody before its time.
 */
export const sendTransferEmail = endpoint('sendTransferEmail', {
  summary: "Mail a saved transfer's link again",
  keyScope: 'send',
  auth: 'session',
  body: z.strictObject({
    slug,
    recipients: z.array(typedAddress).max(1_000).optional(),
    /** Leaves out those who have everything by the time they would be mailed. */
    onlyUnfinished: z.boolean().default(false),
    /** The email domain of the workspace, from which its mails come anyway once it is verified; null: as without it. */
    pmDomainID: id.nullable().optional(),
  }),
  reply: z.object({ mailed: z.int() }),
  problems: [
    ...refusals,
    'subscription-due',
    'seat-lost',
    'invalid-recipient',
    'too-many-recipients',
    'transfer-expired',
    'too-many-requests',
    'sending-paused',
    'too-many-mails',
    'mail-domain-foreign',
  ],
})

/** Plans the upload of files to add to a saved transfer; `replaces` names the file that a single new one replaces. */
export const planAddedFiles = endpoint('planAddedFiles', {
  summary: 'Plan files to add to a saved transfer',
  keyScope: 'send',
  auth: 'session',
  params,
  maxBodyBytes: 8_388_608,
  body: z.strictObject({
    files: z.array(manifestFile).min(1).max(10_000),
    replaces: id.optional(),
    ...wayOfBytes,
  }),
  reply: z.object({ resumed: z.boolean(), plan: uploadPlan }),
  problems: [
    ...refusals,
    'file-not-found',
    'over-transfer-limit',
    'too-many-files',
    'storage-full',
    'file-blocked',
    'disk-full',
    'subscription-due',
    'seat-lost',
    'message-holds-link',
    'files-still-arriving',
    'invalid-input',
  ],
})

/** Every byte has arrived: adds the files to the transfer, in one transaction. */
export const completeAddedFiles = endpoint('completeAddedFiles', {
  summary: 'Add the uploaded files',
  keyScope: 'send',
  auth: 'session',
  worksWithoutFactor: true,
  params,
  body: z.strictObject({ upload: id, token: text(200) }),
  reply,
  problems: [
    ...refusals,
    'upload-closed',
    'upload-not-found',
    'upload-token-wrong',
    'upload-incomplete',
    'file-not-found',
    'over-transfer-limit',
    'too-many-files',
    'storage-full',
    'file-blocked',
    'subscription-due',
    'seat-lost',
    'store-unavailable',
  ],
})

export const removeTransferFile = endpoint('removeTransferFile', {
  summary: 'Take a file out of a saved transfer',
  auth: 'session',
  params: z.strictObject({ transfer: id, file: id }),
  reply,
  problems: [...refusals, 'file-not-found', 'files-still-arriving', 'last-file'],
})
