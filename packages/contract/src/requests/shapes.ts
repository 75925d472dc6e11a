import { z } from 'zod'
import { bytes, id, instant, label, language, message, slug, text, typedAddress } from '../core/fields.ts'
import { shareWith } from '../transfers/endpoints.ts'
import { commentCounts } from './comment-shapes.ts'
import { MAX_ITEMS } from './item-rules.ts'
import { item, itemFields, types } from './item-shapes.ts'
import { supplierNouns } from './supplier-noun.ts'

/**
 * Asking for files: a *request* has *items* (what it asks for) and *suppliers* (whom it asks). A supplier invited by
 * mail has a personal link, `/r/{slug}/{user}`; the open link `/r/{slug}` is for everybody who holds it.
 */
export const identityRules = ['hidden', 'optional', 'required', 'proven'] as const
/** What a visitor of the open link must tell: nothing, who they are if they like, who they are, or proof by a code. */
export const identityRule = z.enum(identityRules)
export type IdentityRule = z.infer<typeof identityRule>

export const requestStates = ['open', 'paused', 'closed', 'expired'] as const
/**
 * 'closed' takes precedence over 'expired', and 'expired' over 'paused'. Only an open request accepts new submissions;
 * pending ones may finish.
 */
export const requestState = z.enum(requestStates)
export type RequestState = z.infer<typeof requestState>

/** 'YYYY-MM-DDTHH:mm', see `deadline.ts`. */
const localTime = z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/)
const zone = text(64)

/**
 * A passed deadline makes a submission late and does not refuse it. `zone` is the requester's; 'supplier': the same
 * local time everywhere.
 */
export const deadline = z.strictObject({ at: localTime, zone, rule: z.enum(['fixed', 'supplier']) })
export type Deadline = z.infer<typeof deadline>

const base64url = (bytes: number) => z.string().regex(new RegExp(`^[\\w-]{${Math.ceil((bytes * 4) / 3)}}$`))

/**
 * The private half of a request's key, as `docs/sealed-files.md` describes it. The server does not know the passphrase.
 */
const wrappedKey = z.strictObject({
  kdf: z.literal('argon2id'),
  memoryKib: z.int().min(19_456).max(1_048_576),
  passes: z.int().min(2).max(16),
  lanes: z.int().min(1).max(4),
  salt: base64url(16),
  nonce: base64url(12),
  key: base64url(48),
})
export type WrappedKey = z.infer<typeof wrappedKey>

/**
 * A request with a key accepts sealed files only: encrypted in the supplier's browser, decrypted in the requester's.
 */
export const sealing = z.strictObject({ version: z.literal(1), publicKey: base64url(65), wrapped: wrappedKey })
export type Sealing = z.infer<typeof sealing>

export type Item = z.infer<typeof item>

export const typedSupplier = z.strictObject({
  email: typedAddress,
  name: label(200).optional(),
  company: label(200).optional(),
  /** IANA; the requester's where it is unknown. */
  timeZone: zone.optional(),
  lang: language.optional(),
})

/** The days before a deadline on whose mornings suppliers who have not answered get a reminder. */
export const reminderDays = z.array(z.int().min(0).max(60)).max(5)

/** The requester's word for suppliers. */
export const supplierNoun = z.enum(supplierNouns)

/** The content of a request, for making one, changing one, and templates. */
export const contentFields = {
  title: label(200),
  message: message.default(''),
  lang: language.optional(),
  identity: identityRule.default('optional'),
  /** Absent: the account's setting. */
  supplierNoun: supplierNoun.optional(),
  /** Whether `/r/{slug}` accepts files from anybody who holds it. */
  isOpenLink: z.boolean().default(true),
  deadline: deadline.nullable().default(null),
  /** One of the five expiries of `expiry.ts`, from now on. */
  expirySeconds: z.number().optional(),
  reminders: z.boolean().default(true),
  reminderDays: reminderDays.default([3, 1]),
  /** Of one submission; null: what the plan allows. */
  maxSubmissionBytes: bytes.min(1).nullable().default(null),
  maxSubmissionFiles: z.int().min(1).max(1_500).nullable().default(null),
  types: types.default([]),
  /** Where submissions go: the folder of their files in the library and in archives; '' is the title. */
  folder: text(200).default(''),
}

export const requestCounts = z.object({
  suppliers: z.int(),
  /** Suppliers who have sent everything required. */
  complete: z.int(),
  /** Suppliers who have not, and whose deadline has passed. */
  late: z.int(),
  submissions: z.int(),
  files: z.int(),
  bytes,
})

/** Somebody of the team; without a name and an address where they have left it. */
export const teamMember = z.object({ _id: id, email: z.string(), fullName: z.string() })
export type TeamMember = z.infer<typeof teamMember>

/** One row of the list. */
export const listedRequest = z.object({
  _id: id,
  slug,
  title: z.string(),
  /** Who made it. */
  requester: teamMember,
  /** The member who looks after its submissions; null: its requester alone. */
  assignee: teamMember.nullable(),
  supplierNoun,
  state: requestState,
  createdAt: instant,
  /** Null: never. */
  expiresAt: instant.nullable(),
  deadline: deadline.nullable(),
  /** The deadline as an instant in the requester's zone. */
  dueAt: instant.nullable(),
  isOpenLink: z.boolean(),
  hasPassword: z.boolean(),
  isSealed: z.boolean(),
  identity: identityRule,
  itemCount: z.int(),
  counts: requestCounts,
  lastAnswerAt: instant.nullable(),
  /** The suppliers' comments that the reader has not seen. */
  unreadComments: z.int(),
  /** `/r/{slug}`, in full where the workspace has its own host. */
  link: z.string(),
})
export type ListedRequest = z.infer<typeof listedRequest>

/** Everything its owner may change. */
export const requestRecord = listedRequest.extend({
  message: z.string(),
  lang: language,
  reminders: z.boolean(),
  reminderDays: z.array(z.int()),
  maxSubmissionBytes: bytes.nullable(),
  maxSubmissionFiles: z.int().nullable(),
  /** The limits of a submission now: the lower of the request's and the plan's. */
  limits: z.object({ maxBytes: bytes, maxFiles: z.int() }),
  types: z.array(z.string()),
  folder: z.string(),
  items: z.array(item),
  /** What opens its files, with the passphrase; null where files are not sealed. */
  sealing: sealing.nullable(),
  /** How many suppliers match each filter of the table. */
  tally: z.object({
    all: z.int(),
    complete: z.int(),
    missing: z.int(),
    late: z.int(),
    'sent-back': z.int(),
    'to-judge': z.int(),
  }),
  /** The suppliers whom `remindRequestSuppliers` would mail now, where the call names nobody. */
  remindable: z.int(),
  /** Whether the caller may change it: its requester, and the admin of the requester's team. Others only read it. */
  mayChange: z.boolean(),
  /** Members of the team who may read it, with the assignee; only its requester changes that. */
  shareWith: z.array(shareWith),
})
export type RequestRecord = z.infer<typeof requestRecord>

/** 'arrived' awaits review; 'sent-back' is open again. */
export const itemStates = ['missing', 'arrived', 'accepted', 'sent-back'] as const
export const itemState = z.enum(itemStates)
export type ItemState = z.infer<typeof itemState>

/** One row of the table: what a supplier has sent, what is missing, what is late. */
export const requestSupplier = z.object({
  _id: id,
  /** 'invited' by mail, 'proven' by a code on the open link, 'claimed': as they wrote, or without a name. */
  kind: z.enum(['invited', 'proven', 'claimed']),
  email: z.string().nullable(),
  name: z.string(),
  company: z.string(),
  timeZone: z.string().nullable(),
  /** Of the invitation mail. */
  mail: z.enum(['queued', 'accepted', 'refused', 'none']),
  /**
   * The personal link, `/r/{slug}/{user}`, in full where the workspace has its own host; null for suppliers who came by
   * the open one, and for who only reads.
   */
  link: z.string().nullable(),
  /** The supplier's own deadline. */
  dueAt: instant.nullable(),
  lastAnswerAt: instant.nullable(),
  completedAt: instant.nullable(),
  isLate: z.boolean(),
  remindedAt: instant.nullable(),
  nextReminderAt: instant.nullable(),
  fileCount: z.int(),
  bytes,
  /**
   * One for each item, in the items' order. `answer` is the last answer to a question, also one that was sent back;
   * null for none. In a list of several suppliers each text is cut to its first 200 characters.
   */
  items: z.array(
    z.object({
      item: id,
      state: itemState,
      fileCount: z.int(),
      bytes,
      note: z.string(),
      answer: z.array(z.string()).nullable(),
      ...commentCounts.shape,
    }),
  ),
})
export type RequestSupplier = z.infer<typeof requestSupplier>

/** A request's content and items without its suppliers, saved for the next one. */
export const templateContent = z.strictObject({
  ...contentFields,
  items: z.array(z.strictObject(itemFields)).max(MAX_ITEMS).default([]),
  /** Whether files must be sealed; each request has its own key. */
  isSealed: z.boolean().default(false),
})
export type TemplateContent = z.output<typeof templateContent>
export const requestTemplate = z.object({ _id: id, name: z.string(), savedAt: instant, content: templateContent })
export type RequestTemplate = z.infer<typeof requestTemplate>

/** The defaults of a new request; part of the profile. */
export const requestSettings = z.object({
  expirySeconds: z.int(),
  identity: identityRule,
  supplierNoun,
  /** For mails to suppliers whose language is unknown. */
  language,
  reminders: z.boolean(),
  reminderDays: z.array(z.int()),
  deadlineRule: z.enum(['fixed', 'supplier']),
  /** Whether the account gets a mail for each submission. */
  notices: z.boolean(),
})
export type RequestSettings = z.infer<typeof requestSettings>

export const typedRequestSettings = z.strictObject({
  expirySeconds: z.number().optional(),
  identity: identityRule.optional(),
  supplierNoun: supplierNoun.optional(),
  language: language.optional(),
  reminders: z.boolean().optional(),
  reminderDays: reminderDays.optional(),
  deadlineRule: z.enum(['fixed', 'supplier']).optional(),
  notices: z.boolean().optional(),
})
