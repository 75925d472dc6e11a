import { readFile, stat } from 'node:fs/promises'
import { checkReceipt, type ReceiptCheck } from '@waybill/contract/tracking/receipt-check'
import type { ReceiptKey } from '@waybill/contract/tracking/receipt-endpoints'
import { Client } from '../server/client.ts'
import { originOf } from '../server/settings.ts'
import { EXIT, Failure, usageFailure } from '../terminal/exit-codes.ts'
import { plain, type Shell } from '../terminal/shell.ts'
import { knownUrl } from './open-account.ts'
import type { Given } from './parse-arguments.ts'
import type { Run } from './run.ts'

const MAX_RECEIPT_BYTES = 64_000_000
/** As docs/receipts.md allows between the receipt and the end of its key. */
const RETIRED_SLACK_MS = 3_600_000

export const receipt: Run = async (shell, given) => {
  if (given.operand(0) !== 'verify') throw usageFailure('Usage: waybill receipt verify FILE')
  const text = await readReceipt(given.operand(1))
  const keys = await readKeys(shell, given)
  const check = await checkReceipt(text, keys)
  const fault = faultOf(check, keys)
  if (fault !== null || check.receipt === null) {
    throw new Failure(EXIT.notGenuine, 'receipt-not-genuine', fault ?? 'This is no receipt')
  }
  const { issuer, issuedAt, transfer, recipient, files, delivery } = check.receipt
  if (shell.isJson) {
    shell.print(
      JSON.stringify({
        genuine: true,
        issuer,
        issuedAt: issuedAt.utc,
        slug: transfer.slug,
        title: transfer.title ?? null,
        recipient,
        files,
        delivery,
      }),
    )
    return
  }
  shell.print(`Genuine: signed by ${plain(issuer)} at ${issuedAt.utc}, transfer ${plain(transfer.slug)}`)
  if (transfer.title) shell.print(`Title: ${plain(transfer.title)}`)
  shell.print(`Recipient: ${plain(recipient.email ?? recipient.name ?? 'an open link')}`)
  shell.print(delivery.finishedAt === null ? 'Not everything is delivered' : `Delivered at ${delivery.finishedAt.utc}`)
  for (const { name, bytes, sha256, finishedAt } of files) {
    shell.print(
      `  ${finishedAt === null ? 'not yet ' : 'finished'}  ${sha256 ?? '-'.repeat(64)}  ${bytes}  ${plain(name)}`,
    )
  }
}

async function readReceipt(location: string): Promise<string> {
  if ((await stat(location)).size > MAX_RECEIPT_BYTES) throw usageFailure('This file is too large for a receipt')
  const bytes = await readFile(location)
  if (bytes.subarray(0, 5).toString('latin1') === '%PDF-') {
    throw usageFailure('Take receipt.json out of the PDF first, with a PDF reader or with: pdfdetach -saveall')
  }
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new Failure(EXIT.notGenuine, 'receipt-not-genuine', 'This is no receipt')
  }
}

type Key = Pick<ReceiptKey, 'id' | 'publicKey' | 'retiredAt'>

async function readKeys(shell: Shell, given: Given): Promise<Key[]> {
  const file = given.one('keys')
  if (file !== undefined) {
    const kept = await readFile(file, 'utf8').then(JSON.parse)
    if (!Array.isArray(kept?.keys)) throw usageFailure(`${file} holds no list of keys`)
    return kept.keys
  }
  const typed = given.one('url')
  const url = typed === undefined ? await knownUrl(shell) : originOf(typed)
  if (url === null) throw usageFailure('Say whose keys count: --url URL or --keys FILE')
  return (await new Client({ url, key: null, signal: shell.stopped }).call('listReceiptKeys')).keys
}

/** What is wrong with it, in one sentence; null: nothing. */
function faultOf(check: ReceiptCheck, keys: readonly Key[]): string | null {
  if (check.receipt === null) return 'This is no receipt'
  const key = keys.find(({ id }) => id === check.key?.id)
  if (key === undefined) return 'NOT genuine: no key of this server signed it'
  if (!check.isGenuine) return 'NOT genuine: the file is not what was signed'
  const isLate =
    key.retiredAt !== null && Date.parse(check.receipt.issuedAt.utc) > Date.parse(key.retiredAt) + RETIRED_SLACK_MS
  if (isLate) return 'NOT genuine: its key had ended when it was signed'
  if (!check.isChainSound) return `NOT sound: entry ${check.brokenPlace} of its chain is wrong`
  return check.wrongFact === null ? null : `NOT sound: no entry supports "${check.wrongFact}"`
}
