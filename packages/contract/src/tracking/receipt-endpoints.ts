import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { bytes, id, instant, slug } from '../core/fields.ts'
import { evidenceKinds } from './evidence.ts'
import { RECEIPT_FORMAT } from './receipt-check.ts'

/** One instant on three clocks: UTC, and with the offset of the sender's and the recipient's zone where it is known. */
const moment = z.object({ utc: instant, sender: z.string().nullable(), recipient: z.string().nullable() })
export type ReceiptMoment = z.infer<typeof moment>

/** The same, as the ledger's entry with this number has it. */
const entryMoment = moment.extend({ entry: z.int() })
export type EntryMoment = z.infer<typeof entryMoment>

const evidence = z.enum(evidenceKinds).nullable()

const place = { country: z.string().nullable(), city: z.string().nullable(), timeZone: z.string().nullable() }
const party = {
  name: z.string().nullable(),
  company: z.string().nullable(),
  /** Null: erased, or whoever holds the link. */
  email: z.string().nullable(),
  /**
   * Hexadecimal; SHA-256 over it and the address is what stands in the chain for this person. Null: forgotten, or never
   * made.
   */
  salt: z.string().nullable(),
  ...place,
}

const receiptFile = z.object({
  id,
  name: z.string(),
  bytes,
  /**
   * What the server computed from the stored bytes, as the ledger has it; null while it has not, or where they are not
   * what was sent.
   */
  sha256: z.string().nullable(),
  /** The entry that says so. */
  checkedAt: entryMoment.nullable(),
  state: z.enum(['checked', 'in preparation', 'withdrawn']),
  /** From 1; a file that replaces another has the next one. */
  version: z.int(),
  replaces: id.nullable(),
  replacedBy: id.nullable(),
  addedAt: moment,
  removedAt: moment.nullable(),
  /** Of a file that is not finished: of answers that are over. */
  deliveredBytes: bytes,
  beganAt: entryMoment.nullable(),
  finishedAt: entryMoment.nullable(),
  /** What it rests on that it is finished; null where it is not. */
  evidence,
  /** How many bytes of a finished file nobody can say were read. */
  doubtBytes: bytes,
})
export type ReceiptFile = z.infer<typeof receiptFile>

/** What is readable of an entry is what its text says. */
const receiptEntry = z.object({
  place: z.int(),
  at: moment,
  kind: z.string(),
  actorKind: z.string(),
  reason: z.string().nullable(),
  detail: z.string().nullable(),
  file: z.string().nullable(),
  /** Of the file, as the transfer had it then. */
  path: z.string().nullable(),
  /**
   * Several files at once, as an archive, or with their sums where they were checked; SHA-256 of the list's canonical
   * JSON stands in the text.
   */
  files: z.array(z.object({ id, path: z.string(), bytes, sha256: z.string().optional() })).nullable(),
  bytes: bytes.nullable(),
  ...place,
  device: z.string().nullable(),
  evidence,
  doubtBytes: bytes.nullable(),
  lateMs: z.int().nullable(),
  /** As it is hashed: SHA-256 over the 32 bytes of `before` and this text in UTF-8 is `hash`. */
  text: z.string(),
  before: z.string(),
  hash: z.string(),
})
export type ReceiptEntry = z.infer<typeof receiptEntry>

export const receipt = z.object({
  format: z.literal(RECEIPT_FORMAT),
  issuer: z.string(),
  issuedAt: moment,
  transfer: z.object({
    id,
    slug,
    sendAs: z.enum(['email', 'link']),
    /** Null: the ledger does not say. */
    sentAt: entryMoment.nullable(),
    /** Null: never. */
    expiresAt: moment.nullable(),
  }),
  sender: z.object({ ...party, isProven: z.boolean() }),
  recipient: z.object({ ...party, id, addedAt: moment, isRemoved: z.boolean() }),
  /** How whoever fetched the files was known, the strongest first; null: nobody has come yet. */
  identity: z
    .object({ by: z.enum(['account', 'code', 'personal link', 'open link']), at: moment, entry: z.int() })
    .nullable(),
  files: z.array(receiptFile),
  /** Of the files the transfer has now. */
  delivery: z.object({
    bytes,
    deliveredBytes: bytes,
    openedAt: entryMoment.nullable(),
    finishedAt: entryMoment.nullable(),
    /** The weakest of the finished files'. */
    evidence,
    doubtBytes: bytes,
  }),
  chain: z.object({
    start: z.string(),
    /** Of the whole ledger, with what is about others. */
    length: z.int(),
    head: z.string(),
    /** About this recipient or the transfer as a whole, by place. */
    entries: z.array(receiptEntry),
    /** How many more there are: what machines did first, then the latest. */
    leftOut: z.int(),
  }),
})
export type Receipt = z.infer<typeof receipt>

const signedReceipt = z.object({ key: z.string(), receipt, signature: z.string() })
export type SignedReceipt = z.infer<typeof signedReceipt>

const receiptKey = z.object({
  /** The first 20 hexadecimal digits of the public key's SHA-256. */
  id: z.string(),
  algorithm: z.literal('Ed25519'),
  /** 32 bytes, base64. */
  publicKey: z.string(),
  /** The same as openssl reads it. */
  pem: z.string(),
  createdAt: instant,
  retiredAt: instant.nullable(),
})
export type ReceiptKey = z.infer<typeof receiptKey>

const ofRecipient = {
  auth: 'session',
  params: z.strictObject({ transfer: id, recipient: id }),
  problems: [
    'unauthenticated',
    'transfer-not-found',
    'recipient-not-found',
    'receipt-not-sound',
    'too-many-requests',
    'invalid-input',
  ],
} as const

/**
 * The answer is canonical JSON (RFC 8785), byte for byte; `signature` (Ed25519, base64) is over the bytes of the value
 * of `receipt` as they stand in it.
 */
export const readReceipt = endpoint('readReceipt', {
  summary: 'What one recipient was delivered, signed',
  ...ofRecipient,
  reply: signedReceipt,
})

/** A PDF in the account's language, with the signed JSON inside as `receipt.json`. */
export const printReceipt = endpoint('printReceipt', {
  summary: 'The same as a document to print',
  ...ofRecipient,
})

/** Every key that ever signed, the newest first. None is removed. */
export const listReceiptKeys = endpoint('listReceiptKeys', {
  summary: 'The public keys of receipts',
  reply: z.object({ keys: z.array(receiptKey) }),
})
