import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { bytes, id, language, message, text } from '../core/fields.ts'
import { shareWithList } from '../transfers/endpoints.ts'
import { MAX_ITEMS } from './item-rules.ts'
import { typedItem, types } from './item-shapes.ts'
import {
  contentFields,
  deadline,
  identityRule,
  listedRequest,
  reminderDays,
  requestRecord,
  sealing,
  supplierNoun,
  typedSupplier,
} from './shapes.ts'
import { requestFilters } from './views.ts'

const one = z.strictObject({ request: id })
const record = z.object({ request: requestRecord })
const ownProblems = ['unauthenticated', 'request-not-found'] as const
const contentProblems = [
  'invalid-input',
  'message-holds-link',
  'expiry-reserved',
  'file-not-found',
  'password-too-short',
  'busy',
] as const
const inviteProblems = [
  'invalid-recipient',
  'too-many-recipients',
  'sending-paused',
  'too-many-mails',
  'account-suspended',
  'subscription-due',
  'seat-lost',
] as const

/** Newest first; `after` is the last answer's `next`. `q` looks through titles and slugs. */
export const listRequests = endpoint('listRequests', {
  summary: 'Requests of the account',
  keyScope: 'read',
  auth: 'session',
  query: z.strictObject({
    userid: id.optional(),
    /**
     * Whose requests the lists by state show: an account of the team, or 'everyone'. For the admin and managers; absent:
     * the caller's.
     */
    member: text(64).optional(),
    filter: z.enum(requestFilters).default('all'),
    q: text(200).optional(),
    after: text(400).optional(),
    take: z.coerce.number().int().min(1).max(100).default(30),
  }),
  reply: z.object({
    requests: z.array(listedRequest),
    next: z.string().nullable(),
    counts: z.object({
      all: z.int(),
      open: z.int(),
      paused: z.int(),
      closed: z.int(),
      expired: z.int(),
      shared: z.int(),
      assigned: z.int(),
    }),
    thisMonthsRequests: z.int(),
    /** Null: unlimited. */
    monthlyRequests: z.int().nullable(),
  }),
  problems: ['unauthenticated', 'not-yours', 'member-not-found', 'invalid-input'],
})

/** The server mails given suppliers their own links. Without items the request has one for any files. */
export const createRequest = endpoint('createRequest', {
  summary: 'Ask for files',
  keyScope: 'request',
  auth: 'session',
  maxBodyBytes: 1_048_576,
  body: z.strictObject({
    ...contentFields,
    password: text(256).optional(),
    items: z.array(typedItem).max(MAX_ITEMS).default([]),
    suppliers: z.array(typedSupplier).max(1_000).default([]),
    /** Files are sealed for this key. */
    sealing: sealing.optional(),
  }),
  reply: record,
  status: 201,
  problems: ['unauthenticated', 'request-month-full', ...contentProblems, ...inviteProblems],
})

/** By id or slug. */
export const readRequest = endpoint('readRequest', {
  summary: 'One request',
  keyScope: 'read',
  auth: 'session',
  params: one,
  reply: record,
  problems: ownProblems,
})

/** Changes only the given fields. `items` is the whole list: items that it leaves out are removed, their files stay. */
export const editRequest = endpoint('editRequest', {
  summary: 'Change, pause, close or reopen a request',
  keyScope: 'request',
  auth: 'session',
  params: one,
  maxBodyBytes: 1_048_576,
  body: z.strictObject({
    title: contentFields.title.optional(),
    message: message.optional(),
    lang: language.optional(),
    identity: identityRule.optional(),
    supplierNoun: supplierNoun.optional(),
    isOpenLink: z.boolean().optional(),
    deadline: deadline.nullable().optional(),
    expirySeconds: z.number().optional(),
    reminders: z.boolean().optional(),
    reminderDays: reminderDays.optional(),
    maxSubmissionBytes: bytes.min(1).nullable().optional(),
    maxSubmissionFiles: z.int().min(1).max(1_500).nullable().optional(),
    types: types.optional(),
    folder: text(200).optional(),
    /** Null removes it. */
    password: text(256).nullable().optional(),
    items: z.array(typedItem).min(1).max(MAX_ITEMS).optional(),
    isPaused: z.boolean().optional(),
    /** False reopens. */
    isClosed: z.boolean().optional(),
    /** Changes, begins (or, null, ends) sealing while nothing was submitted and no upload is in progress. */
    sealing: sealing.nullable().optional(),
    /** All members of the team with whom it is shared from now on. Only its requester may name them. */
    shareWith: shareWithList.optional(),
    /** The member who looks after its submissions, and reads it from now on; null: nobody beside its requester. */
    assignTo: id.nullable().optional(),
  }),
  reply: record,
  problems: [
    ...ownProblems,
    ...contentProblems,
    'item-not-found',
    'sealing-fixed',
    'account-suspended',
    'member-not-found',
    'too-many-requests',
  ],
})

/**
 * A new one with the same content and items, and with its suppliers where `withSuppliers` is set: they then get mails.
 * Sealed as the first one was, under the same passphrase, unless the call gives it a new key. It keeps the deadline
 * while that lies ahead for everybody (`liesAhead`: with the rule 'supplier', in every zone on earth), by the
 * database's clock; a passed one would make every supplier late from the start, so the new request has none until it is
 * given one.
 */
export const duplicateRequest = endpoint('duplicateRequest', {
  summary: 'Make the same request once more',
  keyScope: 'request',
  auth: 'session',
  params: one,
  body: z.strictObject({ withSuppliers: z.boolean().default(false), sealing: sealing.optional() }),
  reply: record,
  status: 201,
  problems: [...ownProblems, 'request-month-full', ...contentProblems, ...inviteProblems],
})

const ids = z.array(id).min(1).max(500)

/** Ends their links; submitted files stay in the library. `restoreRequests` restores them for a minute. */
export const deleteRequests = endpoint('deleteRequests', {
  summary: 'Delete requests',
  auth: 'session',
  body: z.strictObject({ ids }),
  reply: z.object({ deleted: z.int(), undoSeconds: z.int() }),
  problems: ownProblems,
})

export const restoreRequests = endpoint('restoreRequests', {
  summary: 'Undo a deletion of requests',
  auth: 'session',
  body: z.strictObject({ ids }),
  reply: z.object({ restored: z.int() }),
  problems: ownProblems,
})
