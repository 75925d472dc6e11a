import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { id, text } from '../core/fields.ts'
import { requestRecord, requestSupplier, requestTemplate, templateContent, typedSupplier } from './shapes.ts'
import { supplierFilters } from './views.ts'

/** The suppliers of a request, and the templates for the next one. */
const one = z.strictObject({ request: id })
const ownProblems = ['unauthenticated', 'request-not-found'] as const

/** The table of completeness, in the order in which suppliers were added. */
export const listRequestSuppliers = endpoint('listRequestSuppliers', {
  summary: 'Who sent what to a request',
  keyScope: 'read',
  auth: 'session',
  params: one,
  query: z.strictObject({
    filter: z.enum(supplierFilters).default('all'),
    /** For one item: only suppliers for whom it is missing or was sent back. */
    missing: id.optional(),
    /** Only this supplier. */
    supplier: id.optional(),
    q: text(200).optional(),
    after: text(400).optional(),
    take: z.coerce.number().int().min(1).max(200).default(100),
  }),
  reply: z.object({ suppliers: z.array(requestSupplier), next: z.string().nullable() }),
  problems: [...ownProblems, 'invalid-input'],
})

/**
 * The same as CSV in the account's language (UTF-8 with a byte order mark), a column for each item; cells cannot become
 * formulas.
 */
export const exportRequestSuppliers = endpoint('exportRequestSuppliers', {
  summary: 'Who sent what to a request, as CSV',
  keyScope: 'read',
  auth: 'session',
  params: one,
  problems: ownProblems,
})

/** Mails each a personal link; an address that already has one stays as it is. */
export const addRequestSuppliers = endpoint('addRequestSuppliers', {
  summary: 'Ask more suppliers',
  keyScope: 'request',
  auth: 'session',
  params: one,
  maxBodyBytes: 1_048_576,
  body: z.strictObject({ suppliers: z.array(typedSupplier).min(1).max(1_000) }),
  reply: z.object({ added: z.int(), request: requestRecord }),
  problems: [
    ...ownProblems,
    'request-closed',
    'request-expired',
    'invalid-input',
    'message-holds-link',
    'invalid-recipient',
    'too-many-recipients',
    'sending-paused',
    'too-many-mails',
    'account-suspended',
    'subscription-due',
    'seat-lost',
  ],
})

/** Ends their links; their submissions stay. */
export const removeRequestSupplier = endpoint('removeRequestSupplier', {
  summary: 'Ask somebody no more',
  auth: 'session',
  params: z.strictObject({ request: id, supplier: id }),
  reply: z.object({ request: requestRecord }),
  problems: [...ownProblems, 'recipient-not-found'],
})

/**
 * Mails those among `suppliers` (all, where the call names none) who have not sent everything, each at most once an
 * hour.
 */
export const remindRequestSuppliers = endpoint('remindRequestSuppliers', {
  summary: 'Remind suppliers now',
  keyScope: 'request',
  auth: 'session',
  params: one,
  body: z.strictObject({ suppliers: z.array(id).max(1_000).optional() }),
  reply: z.object({ reminded: z.int() }),
  problems: [
    ...ownProblems,
    'request-closed',
    'request-expired',
    'request-paused',
    'account-suspended',
    'subscription-due',
    'seat-lost',
    'sending-paused',
    'too-many-mails',
  ],
})

export const listRequestTemplates = endpoint('listRequestTemplates', {
  summary: 'Templates of requests',
  keyScope: 'read',
  auth: 'session',
  reply: z.object({ templates: z.array(requestTemplate) }),
  problems: ['unauthenticated'],
})

/** Replaces a template of the same name. */
export const saveRequestTemplate = endpoint('saveRequestTemplate', {
  summary: 'Keep a template',
  auth: 'session',
  maxBodyBytes: 262_144,
  body: z.strictObject({ name: text(120), content: templateContent }),
  reply: z.object({ template: requestTemplate }),
  problems: ['unauthenticated', 'too-many-templates', 'invalid-input'],
})

export const deleteRequestTemplate = endpoint('deleteRequestTemplate', {
  summary: 'Delete a template',
  auth: 'session',
  params: z.strictObject({ template: id }),
  status: 204,
  problems: ['unauthenticated', 'template-not-found'],
})
