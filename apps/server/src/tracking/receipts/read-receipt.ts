import type { Language } from '@waybill/contract/core/fields'
import { Problem } from '@waybill/contract/core/problems'
import { findPrintedBrand } from '../../branding/index.ts'
import type { Context } from '../../context.ts'
import type { Budget } from '../../platform/http/limits/rate-limits.ts'
import { noteSecurity } from '../../platform/security-log/security-scope.ts'
import { findSigningKey, type SigningKey } from '../../platform/signing/index.ts'
import { checkKeptEnds } from '../ledger/index.ts'
import { judgeSoundness, type Unsound } from './judge-soundness.ts'
import { countReceiptRows, type ReceiptRows, readReceiptRows } from './receipt-store.ts'
import { writeReceipt } from './write-receipt.ts'

const PROGRAM = new URL('./receipt-thread.ts', import.meta.url)
/** A transfer of 1,500 files downloaded twice stays below this. */
const MAX_ENTRIES = 10_000
/** Files and entries that are written in a few milliseconds; a thread takes longer to start. */
const SMALL_ROWS = 60
const receiptsPerAccount: Budget = { name: 'receipts', points: 600, seconds: 3_600 }

type Needs = Pick<Context, 'db' | 'readAs' | 'masterKey' | 'origins' | 'limits' | 'threads' | 'alarms'>

export interface ReceiptQuery {
  accountId: string
  transferId: string
  recipientId: string
  /** Aborts when the caller is gone. */
  signal?: AbortSignal | undefined
  /** Called where a thread does the rest, so that the call holds no place meanwhile. */
  onWaiting?: () => void
}

/** The receipt's bytes, and the number of the transfer they are about. */
export interface ReadReceipt {
  slug: string
  bytes: Uint8Array
}

/**
 * The signed receipt of one recipient of a transfer that the account may read, as of now, byte for byte as delivered.
 *
 * @throws Problem 'transfer-not-found', the same for unknown, erased and foreign ones; 'recipient-not-found';
 *   'receipt-not-sound' where the record contradicts itself; 'too-many-requests'; 'too-many-calls', 'busy'
 */
export async function readReceipt(ctx: Needs, query: ReceiptQuery): Promise<ReadReceipt> {
  await ctx.limits.spend(receiptsPerAccount, query.accountId)
  if ((await countReceiptRows(ctx.readAs(query.accountId), query)) > SMALL_ROWS) return inThread(ctx, query, null)
  const { rows, key } = await gather(ctx, query)
  const { file } = writeReceipt({ rows, issuer: ctx.origins.publicOrigin, key })
  return { slug: rows.transfer.slug, bytes: Buffer.from(file) }
}

/**
 * The same as a PDF in `language`, with the signed JSON inside.
 *
 * @throws as `readReceipt`
 */
export async function printReceipt(ctx: Needs, query: ReceiptQuery, language: Language): Promise<ReadReceipt> {
  await ctx.limits.spend(receiptsPerAccount, query.accountId)
  return inThread(ctx, query, language)
}

interface Gathered {
  rows: ReceiptRows
  key: SigningKey
}

async function gather(ctx: Needs, { accountId, transferId, recipientId }: ReceiptQuery): Promise<Gathered> {
  const of = { accountId, transferId, recipientId, maxEntries: MAX_ENTRIES }
  const rows = await readReceiptRows(ctx.readAs(accountId), of)
  if (rows === 'transfer') throw new Problem('transfer-not-found')
  if (rows === 'recipient') throw new Problem('recipient-not-found')
  const unsound = judgeSoundness(rows) ?? (await judgeEnds(ctx, rows))
  if (unsound !== null) refuse(ctx, rows, unsound)
  return { rows, key: await findSigningKey(ctx) }
}

/** What survives an edit of the ledger: the signature of its end, and its anchors. */
async function judgeEnds(ctx: Needs, { transfer, firstAt }: ReceiptRows): Promise<Unsound | null> {
  return checkKeptEnds(ctx, {
    transferId: transfer.id,
    length: transfer.ledgerLength,
    head: transfer.ledgerHead ?? Buffer.alloc(0),
    signature: transfer.headSignature,
    signedBy: transfer.headSignedBy,
    from: firstAt ?? transfer.sentAt,
  })
}

/** An inconsistent record is never signed; the operator has to look into it. */
function refuse({ alarms }: Pick<Needs, 'alarms'>, { transfer, recipient }: ReceiptRows, unsound: Unsound): never {
  const facts = { transfer: transfer.id, recipient: recipient.id, ...unsound }
  noteSecurity({ event: 'receipt-refused', outcome: 'refused', facts })
  alarms.note('receipts-unsound')
  throw new Problem('receipt-not-sound')
}

/** One after the other for an account; a caller that leaves also leaves the line. */
async function inThread(ctx: Needs, query: ReceiptQuery, language: Language | null): Promise<ReadReceipt> {
  query.onWaiting?.()
  let slug = ''
  const { bytes } = await ctx.threads.run<{ bytes: Uint8Array }>({
    program: PROGRAM,
    line: query.accountId,
    signal: query.signal,
    begin: async () => {
      const { rows, key } = await gather(ctx, query)
      const { files, entries, ...head } = rows
      slug = head.transfer.slug
      const brand = language === null ? null : await findPrintedBrand(ctx.db, query.accountId)
      return { data: { head, key, issuer: ctx.origins.publicOrigin, language, brand }, lists: { files, entries } }
    },
  })
  return { slug, bytes }
}
