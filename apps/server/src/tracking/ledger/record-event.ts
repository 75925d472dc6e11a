import { randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import { eventKinds } from '@waybill/contract/notifications/endpoints'
import { type LedgerKind, ledgerKinds } from '@waybill/contract/tracking/endpoints'
import { type EvidenceKind, LATE_AFTER_MS } from '@waybill/contract/tracking/evidence'
import type { Kysely } from 'kysely'
import type { Context } from '../../context.ts'
import type { Database } from '../../platform/database/schema.ts'
import type { OwnActor } from '../../platform/http/actor.ts'
import { deviceName } from '../../platform/http/device-name.ts'
import { newId } from '../../platform/ids.ts'
import { addJob } from '../../platform/jobs/add-job.ts'
import type { Signed } from '../../platform/signing/index.ts'
import { chainHash, type EntryFile, headText, saltedDigest } from './chain.ts'
import { entryOf } from './entry-of.ts'
import { hasRecentEvent, looksForwarded } from './event-store.ts'
import { adminActor, humanActor, type JudgedActor } from './judge-actor.ts'
import {
  appendEntries,
  type Entry,
  keepIdentity,
  type LedgerEnd,
  lockLedger,
  notifyChanged,
  readMoment,
  type SharedFields,
  type Subject,
} from './ledger-store.ts'

/** Who did something, from where and with what; the same for all effects of one request. */
export interface EventContext {
  transferId: string
  recipientId: string | null
  judged: JudgedActor
  ip: string
  userAgent: string | undefined
}

export interface EventEntry {
  kind: LedgerKind
  /** Null or absent: the transfer as a whole. */
  fileId?: string | null
  /** Several files at once, as an archive, or because they were checked; without `fileId`. */
  files?: readonly string[]
  bytes?: number | null
  /** What changed, in a few words without names or addresses. */
  detail?: string | null
  /** The evidence that bytes arrived. */
  evidence?: EvidenceKind | null
  /** How many bytes of a finished download are in doubt. */
  doubtBytes?: number | null
  /** How long ago it happened. */
  ageMs?: number
  /** When it happened, by the database's clock, from `momentOf`; takes precedence over `ageMs`. */
  at?: Date
}

type Needs = Pick<Context, 'geo' | 'signer'>

const notable: readonly string[] = eventKinds
const SALT_BYTES = 16

/**
 * Adds to the transfer's ledger, in the caller's transaction where `db` is one. Country, city and zone are derived now;
 * the IP address is only stored for the retention. Locks the ledger until the transaction ends: call this after taking
 * every other lock.
 */
export async function recordEvents(
  db: Kysely<Database>,
  ctx: Needs,
  eventContext: EventContext,
  entries: readonly EventEntry[],
): Promise<void> {
  if (entries.length === 0) return
  await within(db, (tx) => append(tx, ctx, eventContext, entries))
}

/** The database's clock `ageMs` ago: for rows that must have exactly the time of an entry in the same transaction. */
export async function momentOf(tx: Kysely<Database>, ageMs: number): Promise<Date> {
  return readMoment(tx, Math.max(0, ageMs))
}

/** One entry of `recordEvents`. */
export async function recordEvent(db: Kysely<Database>, ctx: Needs, event: EventContext & EventEntry): Promise<void> {
  await recordEvents(db, ctx, event, [event])
}

/**
 * The same, unless the recipient has an event of this kind, actor kind, device and file within the last `seconds`. Two
 * concurrent calls both record, unless the caller holds a lock on the recipient. `ip`: another address makes it another
 * event. Returns whether it was recorded.
 */
export async function recordEventOnce(
  db: Kysely<Database>,
  ctx: Needs,
  event: EventContext & EventEntry,
  seconds: number,
  ip: string | null = null,
): Promise<boolean> {
  const { transferId, recipientId, kind, judged } = event
  const alike = {
    transfer_id: transferId,
    recipient_id: recipientId,
    kind,
    actor_kind: judged.actorKind,
    file_id: event.fileId ?? null,
  }
  if (await hasRecentEvent(db, { ...alike, device: deviceName(event.userAgent) }, seconds, ip)) return false
  await recordEvent(db, ctx, event)
  return true
}

/**
 * Records that a recipient's page was opened, once in `seconds`; before that, where the link has probably been
 * forwarded, records that too. On an open link each address counts as another person, unless the recipient is one
 * device of that link. The caller locks the recipient.
 */
export async function recordOpening(
  tx: Kysely<Database>,
  ctx: Needs,
  eventContext: EventContext & { recipientId: string },
  { isPersonal, isDevice = false, seconds }: { isPersonal: boolean; isDevice?: boolean; seconds: number },
): Promise<void> {
  const ip = storableAddress(eventContext.ip)
  const seen = { ...eventContext, device: deviceName(eventContext.userAgent), ip: ip ?? '' }
  if (isPersonal && ip !== null && eventContext.judged.actorKind === 'human' && (await looksForwarded(tx, seen))) {
    await recordEvents(tx, ctx, eventContext, [{ kind: 'forwarded' }, { kind: 'opened' }])
    return
  }
  await recordEventOnce(tx, ctx, { ...eventContext, kind: 'opened' }, seconds, isPersonal || isDevice ? null : ip)
}

/** The address and the program of a request, and the admin who makes it for a member. */
export type RequestMetadata = Pick<OwnActor, 'ip' | 'userAgent' | 'adminId'>
export const nowhere: RequestMetadata = { ip: '', userAgent: undefined }

/**
 * Records what the sender, or the admin for them, did with a transfer, in the transaction that does it; its last
 * statement before jobs. What the admin does never has the sender's digest.
 * `detail`: what changed, in a few words without names or addresses.
 */
export async function recordOwnEvent(
  tx: Kysely<Database>,
  ctx: Needs,
  { ip, userAgent, adminId }: RequestMetadata,
  { transferId, kind, detail = null }: { transferId: string; kind: LedgerKind; detail?: string | null },
): Promise<void> {
  const judged = adminId === undefined ? humanActor : adminActor
  await recordEvent(tx, ctx, { transferId, recipientId: null, judged, ip, userAgent, kind, detail })
}

/** Records what the server noticed by itself, or did on schedule; in the transaction that notices it. */
export async function recordNotice(
  tx: Kysely<Database>,
  ctx: Pick<Context, 'signer'>,
  { transferId, recipientId = null, ...entry }: { transferId: string; recipientId?: string | null } & EventEntry,
): Promise<void> {
  await append(
    tx,
    { ...ctx, geo: null },
    { transferId, recipientId, judged: humanActor, ip: '', userAgent: undefined },
    [entry],
  )
}

const within = <T>(db: Kysely<Database>, work: (tx: Kysely<Database>) => Promise<T>): Promise<T> =>
  db.isTransaction ? work(db) : db.transaction().execute(work)

async function append(
  tx: Kysely<Database>,
  ctx: Pick<Context, 'signer'> & { geo: Context['geo'] | null },
  eventContext: EventContext,
  entries: readonly EventEntry[],
): Promise<void> {
  const { transferId, recipientId, judged } = eventContext
  const isSenders = judged.reason !== 'admin' && entries.some(({ kind }) => ledgerKinds[kind] === 'sender')
  const subject = recipientId ?? (isSenders ? 'sender' : null)
  const fileIds = entries.flatMap(({ fileId, files = [] }) => (fileId ? [fileId, ...files] : files))
  const end = await lockLedger(tx, { transferId, subject, fileIds })
  const ip = storableAddress(eventContext.ip)
  const place = ip === null ? null : (ctx.geo?.locate(ip) ?? null)
  const kept = ip === null ? null : { ip, salt: randomBytes(SALT_BYTES) }
  const shared = {
    transfer_id: transferId,
    account_id: end.accountId,
    recipient_id: recipientId,
    actor_kind: judged.actorKind,
    reason: judged.reason,
    country: place?.country ?? null,
    city: place?.city ?? null,
    time_zone: place?.timeZone ?? null,
    device: eventContext.userAgent === undefined ? null : deviceName(eventContext.userAgent),
    ip_digest: kept && saltedDigest(kept.salt, kept.ip),
    person_digest: await personDigest(tx, transferId, subject, end),
  }
  const added = chained(shared, end, entries)
  await appendEntries(tx, shared, added, { kept, signed: await signEnd(tx, ctx.signer, { transferId, end, added }) })
  if (end.accountId === null) return
  await notifyChanged(tx, transferId)
  if (judged.actorKind !== 'human' || !entries.some(({ kind }) => notable.includes(kind))) return
  const [from, to] = [end.length + 1, end.length + added.length]
  await addJob(tx, 'notify', { transferId, from, to })
}

/**
 * Signs the new end, where the previous end was signed. A foreign end never gets a signature: the entries are saved,
 * and a check of the ledger finds it.
 */
async function signEnd(
  tx: Kysely<Database>,
  signer: Context['signer'],
  { transferId, end, added }: { transferId: string; end: LedgerEnd; added: readonly Entry[] },
): Promise<Signed | null> {
  const { length, head, signature, signedBy } = end
  const before = headText({ transferId, length, head })
  const isOurs = length === 0 || (signature && signedBy && (await signer.hasSigned(tx, signedBy, before, signature)))
  if (!isOurs) return null
  const after = { transferId, length: length + added.length, head: added.at(-1)?.hash ?? head }
  return signer.sign(tx, end.keyId, headText(after))
}

/**
 * The digest of the actor, whose salt is created with their first entry; null for the server, and for an unknown or
 * erased person.
 */
async function personDigest(
  tx: Kysely<Database>,
  transferId: string,
  subject: Subject | null,
  { personDigest, address }: LedgerEnd,
): Promise<Buffer | null> {
  if (subject === null || personDigest !== null || !address) return personDigest
  const salt = randomBytes(SALT_BYTES)
  return keepIdentity(tx, { transferId, subject, address, salt, digest: saltedDigest(salt, address) })
}

function chained(shared: SharedFields, end: LedgerEnd, given: readonly EventEntry[]): Entry[] {
  let hash: Buffer = end.head
  return given.map((one, i) => {
    const entry = { ...entryFrom(one, end), id: newId(), place: end.length + i + 1 }
    hash = chainHash(hash, shared.transfer_id, entryOf({ ...shared, ...entry }))
    return { ...entry, hash }
  })
}

function entryFrom(given: EventEntry, end: LedgerEnd): Omit<Entry, 'id' | 'place' | 'hash'> {
  const { kind, fileId = null, bytes = null, detail = null, evidence = null, doubtBytes = null } = given
  const at = given.at ?? new Date(end.now.getTime() - Math.max(0, Math.round(given.ageMs ?? 0)))
  const late = end.now.getTime() - at.getTime()
  const path = fileId === null ? null : (end.files[fileId]?.path ?? null)
  const named = { file_id: fileId, path, files: given.files ? listed(given, given.files, end) : null }
  return {
    ...named,
    kind,
    bytes,
    detail,
    evidence,
    doubt_bytes: doubtBytes,
    at,
    late_ms: late < LATE_AFTER_MS ? null : late,
  }
}

/** As the transfer has them now; with their checksums where the entry reports those. */
function listed({ kind }: EventEntry, fileIds: readonly string[], { files }: LedgerEnd): EntryFile[] {
  return fileIds.map((id) => {
    const file = files[id]
    if (!file) throw new Error(`The transfer has no file ${id}`)
    const { path, bytes, sha256 } = file
    return { id, path, bytes, ...(kind === 'checked' && sha256 !== null && { sha256 }) }
  })
}

/** In the form that PostgreSQL's inet accepts: no zone index, mapped IPv4 as IPv4. */
function storableAddress(ip: string): string | null {
  const address = ip.replace(/%.*$/, '').replace(/^::ffff:(?=\d+\.)/i, '')
  return isIP(address) === 0 ? null : address
}
