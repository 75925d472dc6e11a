import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { id, instant } from '../core/fields.ts'

/** Signed roots over the heads of all ledgers; docs/evidence-anchors.md describes the hashed texts. */
export const anchor = z.object({
  /** From 1, without a gap. */
  number: z.int(),
  at: instant,
  /** How many ledgers it covers: those that changed since the anchor before. */
  count: z.int(),
  /** Hexadecimal, as all hashes here: Merkle tree hash (RFC 6962). */
  root: z.string(),
  /** The `hash` of the anchor before; zeros for the first. */
  previous: z.string(),
  hash: z.string(),
  /** The id of the key that signed it. */
  key: z.string(),
  /** Ed25519, base64. */
  signature: z.string(),
  /** A trusted time stamp of `hash` (RFC 3161, a TimeStampToken in DER), base64; null where there is none. */
  timeStamp: z.string().nullable(),
})
export type Anchor = z.infer<typeof anchor>

const anchorKey = z.object({ id: z.string(), algorithm: z.literal('Ed25519'), publicKey: z.string() })

const mostAnchors = 100

/** The newest first; `next` is the `before` of the next page. `keys` are those that signed the returned anchors. */
export const listAnchors = endpoint('listAnchors', {
  summary: 'Signed roots over all ledgers',
  worksWithoutFactor: 'as-visitor',
  query: z.strictObject({
    before: z.coerce.number().int().min(1).max(2_147_483_647).optional(),
    take: z.coerce.number().int().min(1).max(mostAnchors).default(mostAnchors),
  }),
  reply: z.object({ anchors: z.array(anchor), next: z.int().nullable(), keys: z.array(anchorKey) }),
  problems: ['invalid-input'],
})

/** The fields of each anchor in a saved `anchors.json`. */
export const keptAnchors = z.object({
  anchors: z.array(z.object({ number: z.int(), root: z.string(), hash: z.string() })),
})

/** The newest anchors that contain the transfer's ledger, the newest first; at most ten. */
export const proveAnchored = endpoint('proveAnchored', {
  summary: 'That anchors are over the ledger of a transfer',
  keyScope: 'read',
  auth: 'session',
  params: z.strictObject({ transfer: id }),
  reply: z.object({
    anchors: z.array(
      z.object({
        /** Of the anchor. */
        number: z.int(),
        /** Of the ledger, as in the anchor. */
        length: z.int(),
        head: z.string(),
        /** The text of the leaf's hash: SHA-256 over a zero byte and this text. */
        text: z.string(),
        /** The leaf's index among `count`, from 0. */
        index: z.int(),
        count: z.int(),
        /** From the leaf upwards (RFC 9162, 2.1.3). */
        path: z.array(z.string()),
        root: z.string(),
      }),
    ),
  }),
  problems: ['unauthenticated', 'transfer-not-found', 'invalid-input'],
})
