import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { bytes, id, instant, slug } from '../core/fields.ts'
import { evidenceKinds } from './evidence.ts'
import { RECEIPT_FORMATS } from './receipt-check.ts'

/**
 * One instant on three clocks: UTC, and with the offsets of the sender's and the recipient's zones where they are
 * known.
 */
const moment = z.object({ utc: instant, sender: z.string().nullable(), recipient: z.string().nullable() })
export type ReceiptMoment = z.infer<typeof moment>

/** The same, as in the ledger's entry with this number. */
const entryMoment = moment.extend({ entry: z.int() })
export type EntryMoment = z.infer<typeof entryMoment>

const evidence = z.enum(evidenceKinds).nullable()

const place = { country: z.string().nullable(), city: z.string().nullable(), timeZone: z.string().nullable() }
const party = {
  name: z.string().nullable(),
  company: z.string().nullable(),
  /** Null: erased, or any holder of the link. */
  email: z.string().nullable(),
  /**
   * Hexadecimal; the chain contains the SHA-256 over it and the address for this person. Null: erased, or never made.
   */
  salt: z.string().nullable(),
  ...place,
}

const receiptFile = z.object({
  id,
  name: z.string(),
  bytes,
  /**
   * The server's checksum of the stored bytes, as in the ledger; null before it is computed, or where they differ from
   * the sent ones.
   */
  sha256: z.string().nullable(),
  /** The entry with the checksum. */
  checkedAt: entryMoment.nullable(),
  /** 'not arrived': its upload ended before it was there, and it left the transfer. */
  state: z.enum(['checked', 'in preparation', 'withdrawn', 'not arrived']),
  /** From 1; a replacement for a file has the next number. */
  version: z.int(),
  replaces: id.nullable(),
  replacedBy: id.nullable(),
  addedAt: moment,
  removedAt: moment.nullable(),
  /** For an unfinished file: from answers that have ended. */
  deliveredBytes: bytes,
  beganAt: entryMoment.nullable(),
  finishedAt: entryMoment.nullable(),
  /** The evidence that it is finished; null where it is not. */
  evidence,
  /** How many bytes of a finished file are in doubt. */
  doubtBytes: bytes,
})
export type ReceiptFile = z.infer<typeof receiptFile>

/** The readable part of an entry equals its text. */
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
   * Several files at once, as an archive, or with their checksums where the server checked them; the text contains the
   * SHA-256 of the list's canonical JSON.
   */
  files: z.array(z.object({ id, path: z.string(), bytes, sha256: z.string().optional() })).nullable(),
  bytes: bytes.nullable(),
  ...place,
  device: z.string().nullable(),
  evidence,
  doubtBytes: bytes.nullable(),
  lateMs: z.int().nullable(),
  /** The hashed text: SHA-256 over the 32 bytes of `before` and this text in UTF-8 is `hash`. */
  text: z.string(),
  before: z.string(),
  hash: z.string(),
})
export type ReceiptEntry = z.infer<typeof receiptEntry>

export const receipt = z.object({
  format: z.enum(RECEIPT_FORMATS),
  issuer: z.string(),
  issuedAt: moment,
  transfer: z.object({
    id,
    slug,
    /**
     * As the sender gave it, at `issuedAt`: no entry states it. Null: the sender gave none, and lists make one from the
     * files. Absent in format 3.
     */
    title: z.string().nullable().optional(),
    sendAs: z.enum(['email', 'link']),
    /** Null: the ledger does not record it. */
    sentAt: entryMoment.nullable(),
    /** It was sent before all of its files were there. Absent in former formats. */
    whileUploading: z.boolean().optional(),
    /**
     * When all files were there of a transfer that was sent while it uploaded, or its upload ended without some of them.
     * Null: not yet, or it was sent with all its files. Absent in former formats.
     */
    wholeAt: entryMoment.nullable().optional(),
    /** Null: never. */
    expiresAt: moment.nullable(),
  }),
  sender: z.object({ ...party, isProven: z.boolean() }),
  recipient: z.object({ ...party, id, addedAt: moment, isRemoved: z.boolean() }),
  /** How the people who downloaded the files were identified, the strongest first; null: nobody has come yet. */
  identity: z
    .object({ by: z.enum(['account', 'code', 'personal link', 'open link']), at: moment, entry: z.int() })
    .nullable(),
  files: z.array(receiptFile),
  /** Of the files that the transfer has now. */
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
    /** Of the whole ledger, including entries about others. */
    length: z.int(),
    head: z.string(),
    /** About this recipient or the transfer as a whole, in ledger order. */
    entries: z.array(receiptEntry),
    /** How many more there are: the receipt leaves out bots' entries first, then the latest. */
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
 * The answer is canonical JSON (RFC 8785), byte for byte; `signature` (Ed25519, base64) covers the bytes of the value
 * of `receipt` as they are in it.
 */
export const readReceipt = endpoint('readReceipt', {
  summary: 'What one recipient was delivered, signed',
  keyScope: 'read',
  ...ofRecipient,
  reply: signedReceipt,
})

/** A PDF in the account's language, with the signed JSON inside as `receipt.json`. */
export const printReceipt = endpoint('printReceipt', {
  summary: 'The same as a document to print',
  keyScope: 'read',
  ...ofRecipient,
})

/** Every key that ever signed, the newest first. No key is ever removed. */
export const listReceiptKeys = endpoint('listReceiptKeys', {
  summary: 'The public keys of receipts',
  worksWithoutFactor: 'as-visitor',
  reply: z.object({ keys: z.array(receiptKey) }),
})
