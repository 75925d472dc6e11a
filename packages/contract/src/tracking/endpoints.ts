import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { bytes, id, instant, text } from '../core/fields.ts'
import { evidenceKinds } from './evidence.ts'

/** The events of a ledger, and who causes each: the recipient, the sender, or the server, which notices it. */
export const ledgerKinds = {
  scheduled: 'sender',
  sent: 'sender',
  unsent: 'server',
  broke_off: 'server',
  dropped: 'server',
  arrived: 'server',
  mailed: 'server',
  bounced: 'server',
  opened: 'recipient',
  proven: 'recipient',
  forwarded: 'recipient',
  begun: 'recipient',
  delivered: 'recipient',
  finished: 'recipient',
  previewed: 'recipient',
  visited: 'recipient',
  checked: 'server',
  stalled: 'server',
  edited: 'sender',
  extended: 'sender',
  paused: 'sender',
  resumed: 'sender',
  expired: 'server',
  deleted: 'sender',
  restored: 'sender',
  extension_requested: 'recipient',
  access_requested: 'recipient',
  resent: 'recipient',
} as const
export type LedgerKind = keyof typeof ledgerKinds
const kindNames = Object.keys(ledgerKinds) as [LedgerKind, ...LedgerKind[]]

export const actorKinds = ['human', 'bot', 'owner'] as const
/** How many files of one entry a list of entries names. */
export const ENTRY_FILES = 20

export const ledgerEntry = z.object({
  _id: id,
  /** Its number in the chain, from 1. */
  place: z.int(),
  kind: z.enum(kindNames),
  /** 'owner': the sender's side visited or downloaded through the transfer's own link. Only 'human' counts. */
  actorKind: z.enum(actorKinds),
  /**
   * Why the server classed it as a bot's; 'admin': the admin of the sender's team changed it; 'team': not the sender, but
   * somebody of the team who may read the record, visited. Null for other people.
   */
  reason: z.string().nullable(),
  /**
   * What changed; how many files are there of how many, as `2/5`; the time for which it is scheduled; why it was not
   * sent; the mail server's code; that a mail was a 'reminder'; how an address was proven; that something was delivered
   * 'again', as an archive with how many files; that a bot visited 'times' a number, or a number 'more' than
   * the entry before says. Null for most.
   */
  detail: z.string().nullable(),
  at: instant,
  /**
   * `email` null: erased, the open link itself, or a device that came by it. `label` names them: the address, else the
   * device and its first city; null where nothing is known.
   */
  recipient: z.object({ _id: id, email: z.string().nullable(), label: z.string().nullable() }).nullable(),
  /** `path`: as the transfer had it then; `fileName` is its last part. */
  file: z.object({ _id: id, fileName: z.string(), path: z.string() }).nullable(),
  /**
   * Several files at once, as an archive or because the server checked them: the first 20 of `filesTotal`. Both null in
   * all other cases.
   */
  files: z.array(z.object({ _id: id, path: z.string(), bytes })).nullable(),
  filesTotal: z.int().nullable(),
  bytes: bytes.nullable(),
  /** The evidence that bytes arrived; null where none did. */
  evidence: z.enum(evidenceKinds).nullable(),
  /** How many bytes of a finished file are in doubt. */
  doubtBytes: bytes.nullable(),
  /** How many milliseconds after `at` it was saved; null: at once. */
  lateMs: z.int().nullable(),
  country: z.string().nullable(),
  city: z.string().nullable(),
  /** IANA zone of the location; null where the location is unknown. */
  timeZone: z.string().nullable(),
  device: z.string().nullable(),
  /** SHA-256 over the entry before and this one, in hexadecimal. */
  hash: z.string(),
})
export type LedgerEntry = z.infer<typeof ledgerEntry>

/** The newest first; `next` is the `before` of the next page. */
export const readLedger = endpoint('readLedger', {
  summary: 'What happened with a transfer',
  keyScope: 'read',
  auth: 'session',
  params: z.strictObject({ transfer: id }),
  query: z.strictObject({
    before: z.coerce.number().int().min(1).max(2_147_483_647).optional(),
    take: z.coerce.number().int().min(1).max(200).default(50),
    actorKind: z.enum(actorKinds).optional(),
    kind: z.enum(kindNames).optional(),
    recipient: id.optional(),
  }),
  /** `length`: how many entries the chain has, of all actors and kinds. */
  reply: z.object({ entries: z.array(ledgerEntry), next: z.int().nullable(), length: z.int() }),
  problems: ['unauthenticated', 'transfer-not-found', 'invalid-input'],
})

/**
 * Unsubscribes from the mails with this token (RFC 8058): those about one transfer, an account's digest, or reminders
 * to a recipient. Mail programs post it as a form without a page of ours; so does the button of the page at the same
 * address.
 */
export const muteAlerts = endpoint('muteAlerts', {
  summary: 'Stop the mails that carried this link',
  params: z.strictObject({ token: text(64) }),
  body: z.strictObject({ 'List-Unsubscribe': z.literal('One-Click') }),
  auth: 'mail-post',
  problems: ['not-found', 'invalid-input'],
})
