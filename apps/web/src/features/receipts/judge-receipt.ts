import { canonicalJson, type Json } from '@waybill/contract/core/canonical-json'
import { checkReceipt, isReceiptFormat } from '@waybill/contract/tracking/receipt-check'
import type { Receipt, ReceiptKey } from '@waybill/contract/tracking/receipt-endpoints'
import { attachedText, isPdf } from './pdf-attachment.ts'

/** A receipt of ten thousand entries and as many files stays below this. */
export const MAX_RECEIPT_BYTES = 64_000_000
/** Allowance for the clocks of several servers, and for a key that is retired while a receipt is being written. */
const RETIRED_SLACK_MS = 3_600_000

type Key = Omit<ReceiptKey, 'algorithm'>

/** Files that contain no receipt. */
export type Unreadable = 'empty' | 'too-large' | 'no-json' | 'no-receipt' | 'pdf-without' | 'not-read'
/** A receipt of which nothing is trustworthy. */
export type ReceiptDoubt = 'unknown-key' | 'changed' | 'rewritten' | 'late-key'

export type Verdict =
  | {
      is: 'genuine'
      receipt: Receipt
      key: Key
      brokenPlace: number | null
      isChainWhole: boolean
      wrongFact: string | null
      unshownTimes: number
    }
  | { is: 'doubted'; why: ReceiptDoubt; keyId: string; issuer: string | null }
  | { is: 'unreadable'; why: Unreadable }
  /** A list of keys, for the next receipt. */
  | { is: 'keys'; keys: Key[] }
  /** This browser cannot check signatures of this kind, or may not because the page is not served over https. */
  | { is: 'unable' }

/**
 * Classifies a dropped file. Nothing of it leaves the browser.
 *
 * @param readKeys called for a receipt; the caller gets its errors
 */
export async function judgeReceipt(file: Blob, readKeys: () => Promise<readonly Key[]>): Promise<Verdict> {
  if (file.size === 0) return { is: 'unreadable', why: 'empty' }
  if (file.size > MAX_RECEIPT_BYTES) return { is: 'unreadable', why: 'too-large' }
  const bytes = await file.arrayBuffer().then(
    (buffer) => new Uint8Array(buffer),
    () => null,
  )
  if (bytes === null) return { is: 'unreadable', why: 'not-read' }
  const isPrinted = isPdf(bytes)
  const text = isPrinted ? await attachedText(bytes, looksLikeReceipt, MAX_RECEIPT_BYTES) : exactText(bytes)
  if (text === null) return { is: 'unreadable', why: isPrinted ? 'pdf-without' : 'no-json' }
  const parsed = parse(text)
  if (parsed === undefined) return { is: 'unreadable', why: 'no-json' }
  if (isKeyList(parsed)) return { is: 'keys', keys: parsed.keys }
  if (!isSigned(parsed)) return { is: 'unreadable', why: 'no-receipt' }
  if (!(await canCheck())) return { is: 'unable' }
  const keys = await readKeys()
  // We write no JSON that is nested too deep to be written again.
  return judgeSigned(text, parsed, keys).catch(() => ({ is: 'unreadable', why: 'no-receipt' }))
}

async function judgeSigned(text: string, signed: Signed, keys: readonly Key[]): Promise<Verdict> {
  const check = await checkReceipt(text, keys)
  const key = keys.find(({ id }) => id === signed.key)
  const doubt = (why: ReceiptDoubt): Verdict => ({ is: 'doubted', why, keyId: signed.key, issuer: issuerOf(signed) })
  if (!key) return doubt('unknown-key')
  if (!check.isGenuine || check.receipt === null) {
    const again = await checkReceipt(canonicalJson(signed as unknown as Json), keys)
    return doubt(again.isGenuine ? 'rewritten' : 'changed')
  }
  const { receipt, brokenPlace, isChainWhole, wrongFact, unshownTimes } = check
  const issuedAt = Date.parse(receipt.issuedAt.utc)
  if (key.retiredAt !== null && issuedAt > Date.parse(key.retiredAt) + RETIRED_SLACK_MS) return doubt('late-key')
  return { is: 'genuine', receipt, key, brokenPlace, isChainWhole, wrongFact, unshownTimes }
}

interface Signed {
  key: string
  receipt: { format: string; issuer?: unknown }
}

const isSigned = (value: unknown): value is Signed => {
  const { key, receipt } = (value ?? {}) as Partial<Signed>
  return typeof key === 'string' && isReceiptFormat(receipt?.format)
}

const isKeyList = (value: unknown): value is { keys: Key[] } => {
  const { keys } = (value ?? {}) as { keys?: unknown }
  return (
    Array.isArray(keys) &&
    keys.length > 0 &&
    keys.every((key: Partial<Key> | null) => [key?.id, key?.publicKey].every((part) => typeof part === 'string'))
  )
}

const looksLikeReceipt = (text: string): boolean => isSigned(parse(text))

const issuerOf = ({ receipt: { issuer } }: Signed): string | null => (typeof issuer === 'string' ? issuer : null)

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** The signature covers bytes: a mark before the text, or bytes that are no text, make it another file. */
function exactText(bytes: Uint8Array<ArrayBuffer>): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}

/** RFC 8032, test 1: any browser that supports the kind of key accepts this one. */
const KNOWN_KEY = '11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo='

async function canCheck(): Promise<boolean> {
  try {
    const raw = Uint8Array.from(atob(KNOWN_KEY), (letter) => letter.charCodeAt(0))
    await crypto.subtle.importKey('raw', raw, { name: 'Ed25519' }, false, ['verify'])
    return true
  } catch {
    return false
  }
}
