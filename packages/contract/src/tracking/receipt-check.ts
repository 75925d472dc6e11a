/**
 * Whether a server of ours signed a receipt, and whether its chain is valid. Pure, for the browser and for Node: it
 * needs only WebCrypto with Ed25519.
 */
import { canonicalJson } from '../core/canonical-json.ts'
import type { Receipt, ReceiptEntry, ReceiptKey, SignedReceipt } from './receipt-endpoints.ts'
import { checkFacts, type FactsCheck } from './receipt-facts.ts'

/** The format of new receipts. */
export const RECEIPT_FORMAT = 'waybill receipt 5'
/**
 * Those that are still verified. Format 4 is the same without `whileUploading` and `wholeAt` in `transfer`, and without
 * files that did not arrive; format 3 also has no `title` there.
 */
export const RECEIPT_FORMATS = ['waybill receipt 3', 'waybill receipt 4', RECEIPT_FORMAT] as const
const CHAIN_START = 'waybill ledger 2'

/** `wrongFact`: a statement that no entry supports, provided that the chain itself is sound. */
export interface ReceiptCheck extends FactsCheck {
  /** The file has its canonical bytes, and one of `keys` signed it. Nothing else is trustworthy without this. */
  isGenuine: boolean
  /** Every shown entry hashes to its text and matches it, and follows the shown entries before it. */
  isChainSound: boolean
  /** No entry is missing between the start and the head: every one was about this recipient or the whole transfer. */
  isChainWhole: boolean
  /** The first invalid entry; null where all are valid. */
  brokenPlace: number | null
  /** Null where it cannot be read. */
  receipt: Receipt | null
  key: Pick<ReceiptKey, 'id' | 'publicKey'> | null
}

const unreadable: ReceiptCheck = {
  isGenuine: false,
  isChainSound: false,
  isChainWhole: false,
  brokenPlace: null,
  wrongFact: null,
  unshownTimes: 0,
  receipt: null,
  key: null,
}

/** @param file the text of `receipt.json`  @param keys what `/-/receipt-keys.json` lists */
export async function checkReceipt(
  file: string,
  keys: ReadonlyArray<Pick<ReceiptKey, 'id' | 'publicKey'>>,
): Promise<ReceiptCheck> {
  const signed = readSigned(file)
  if (signed === null) return unreadable
  const { receipt, signature } = signed
  const key = keys.find(({ id }) => id === signed.key) ?? null
  // Another encoding of the file could say two things at once: it may contain a name twice.
  const isExact = file === canonicalJson(signed)
  const isGenuine = isExact && key !== null && (await isSignedBy(key.publicKey, signature, canonicalJson(receipt)))
  const chain = await checkChain(receipt).catch(() => ({ brokenPlace: 0, isWhole: false }))
  return {
    isGenuine,
    isChainSound: chain.brokenPlace === null,
    isChainWhole: chain.brokenPlace === null && chain.isWhole,
    brokenPlace: chain.brokenPlace,
    ...readFacts(receipt),
    receipt,
    key,
  }
}

/** A receipt of ours with missing parts is invalid all the same: no entry can support a missing part. */
function readFacts(receipt: Receipt): FactsCheck {
  try {
    const wrongFact = wrongInFormat(receipt)
    return wrongFact === null ? checkFacts(receipt) : { wrongFact, unshownTimes: 0 }
  } catch {
    return { wrongFact: 'receipt', unshownTimes: 0 }
  }
}

/**
 * The first part that the receipt's format does not have, or that is missing from it: `title` exists since format 4,
 * `whileUploading`, `wholeAt` and files that did not arrive since 5.
 */
function wrongInFormat({ format, transfer, files }: Receipt): string | null {
  const { title, whileUploading, wholeAt } = transfer
  const isTitled = title === null || typeof title === 'string'
  if (format === 'waybill receipt 3' ? title !== undefined : !isTitled) return 'transfer.title'
  const isNewest = format === RECEIPT_FORMAT
  if (isNewest ? typeof whileUploading !== 'boolean' : whileUploading !== undefined) return 'transfer.whileUploading'
  if (isNewest !== (wholeAt !== undefined)) return 'transfer.wholeAt'
  const early = isNewest ? -1 : files.findIndex(({ state }) => state === 'not arrived')
  return early === -1 ? null : `files[${early}].state`
}

export const isReceiptFormat = (format: unknown): boolean => RECEIPT_FORMATS.some((known) => known === format)

function readSigned(file: string): SignedReceipt | null {
  try {
    const signed = JSON.parse(file) as SignedReceipt
    const isSigned = typeof signed.key === 'string' && typeof signed.signature === 'string'
    return isSigned && isReceiptFormat(signed.receipt.format) ? signed : null
  } catch {
    return null
  }
}

async function isSignedBy(publicKey: string, signature: string, text: string): Promise<boolean> {
  try {
    const key = await crypto.subtle.importKey('raw', bytesOf(publicKey), { name: 'Ed25519' }, false, ['verify'])
    const given = bytesOf(signature)
    // Base64 has several encodings of the same bytes; only one is accepted.
    if (btoa(String.fromCharCode(...given)) !== signature) return false
    return await crypto.subtle.verify({ name: 'Ed25519' }, key, given, utf8(text))
  } catch {
    return false
  }
}

async function checkChain(receipt: Receipt): Promise<{ brokenPlace: number | null; isWhole: boolean }> {
  const { id } = receipt.transfer
  const { start, head, length, entries, leftOut } = receipt.chain
  let last = { place: 0, hash: hexOf(await sha256(utf8(`${CHAIN_START}\n${id}`))) }
  let isWhole = leftOut === 0
  if (start !== last.hash) return { brokenPlace: 0, isWhole: false }
  for (const entry of entries) {
    const { place, hash, before, text } = entry
    const isNext = place === last.place + 1
    if (!isNext) isWhole = false
    const isAfter = place > last.place && place <= length && (!isNext || before === last.hash)
    const hashed = hexOf(await sha256(joined(bytesOfHex(before), utf8(text))))
    const isAtEnd = place < length || hash === head
    const isSound = isAfter && isAtEnd && hashed === hash && (await saysTheSame(id, entry))
    if (!isSound || !(await isOfPerson(receipt, entry))) return { brokenPlace: place, isWhole: false }
    last = { place, hash }
  }
  if (length === 0 && head !== start) return { brokenPlace: 0, isWhole: false }
  return { brokenPlace: null, isWhole: isWhole && last.place === length }
}

/** The fields of an entry's text, in order; null for '-'. */
function fieldsOf(text: string): Array<string | null> {
  const lines = text.split('\n')
  const optional = lines.slice(6).map((line) => {
    if (line === '-') return null
    return line.slice(1).replaceAll(/\\(.)/g, (_all, letter: string) => (letter === 'n' ? '\n' : letter))
  })
  return [...lines.slice(0, 6), ...optional]
}

/** The positions in a text of what a receipt does not repeat: the entry's id, its recipient, and two digests. */
const NOT_SHOWN: readonly number[] = [3, 7, 15, 16]

/** '-', or '=' and a value in which a backslash occurs only before another or before an 'n'. */
const optionalLine = /^(?:-|=(?:[^\\]|\\[\\n])*)$/s

/** The readable part of an entry equals its hashed text. */
async function saysTheSame(transferId: string, entry: ReceiptEntry): Promise<boolean> {
  if (!entry.text.split('\n').every((line, i) => i < 6 || optionalLine.test(line))) return false
  const told = fieldsOf(entry.text).filter((_value, i) => !NOT_SHOWN.includes(i))
  const isSummed = entry.kind === 'checked'
  if (entry.files?.some(({ sha256: sum }) => (sum !== undefined) !== isSummed)) return false
  const files = entry.files && hexOf(await sha256(utf8(canonicalJson(entry.files))))
  const shown = [transferId, String(entry.place), entry.at.utc, entry.kind, entry.actorKind, entry.reason, entry.file]
  const where = [decimal(entry.bytes), entry.detail, entry.country, entry.city, entry.timeZone, entry.device]
  const how = [entry.path, files, entry.evidence, decimal(entry.doubtBytes), decimal(entry.lateMs)]
  const wanted = [...shown, ...where, ...how]
  return told.length === wanted.length && told.every((value, i) => value === wanted[i])
}

const decimal = (value: number | null): string | null => (value === null ? null : String(value))

/**
 * Whether the person in an entry is the recipient or the sender that the receipt names, as far as their salt still
 * exists.
 */
async function isOfPerson({ recipient, sender }: Receipt, { text }: ReceiptEntry): Promise<boolean> {
  const fields = fieldsOf(text)
  const [recipientId, digest] = [fields[7], fields[16]]
  if (recipientId !== null && recipientId !== recipient.id) return false
  const person = recipientId === null ? sender : recipient
  if (digest === null || digest === undefined || person.salt === null || person.email === null) return true
  return hexOf(await sha256(joined(bytesOfHex(person.salt), utf8(person.email)))) === digest
}

type Bytes = Uint8Array<ArrayBuffer>
const utf8 = (text: string): Bytes => new TextEncoder().encode(text)
const bytesOf = (base64: string): Bytes => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
const hexOf = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
const sha256 = async (bytes: Bytes): Promise<Bytes> => new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))

function bytesOfHex(hex: string): Bytes {
  if (!/^(?:[0-9a-f]{2})*$/.test(hex)) throw new TypeError('not hexadecimal')
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}

function joined(one: Bytes, other: Bytes): Bytes {
  const both = new Uint8Array(one.length + other.length)
  both.set(one)
  both.set(other, one.length)
  return both
}
