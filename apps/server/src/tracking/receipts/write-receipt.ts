import { createPrivateKey, sign } from 'node:crypto'
import { canonicalJson } from '@waybill/contract/core/canonical-json'
import type { SignedReceipt } from '@waybill/contract/tracking/receipt-endpoints'
import type { SigningKey } from '../../platform/signing/index.ts'
import { presentReceipt } from './present-receipt.ts'
import type { ReceiptRows } from './receipt-store.ts'

/** `file`: the signed receipt as it is delivered, byte for byte. */
export interface WrittenReceipt extends SignedReceipt {
  file: string
}

/** The input of a receipt. */
export interface ReceiptWork {
  rows: ReceiptRows
  issuer: string
  key: SigningKey
}

/** The signed receipt. Pure. */
export function writeReceipt({ rows, issuer, key }: ReceiptWork): WrittenReceipt {
  const receipt = presentReceipt(rows, issuer)
  const text = canonicalJson(receipt)
  const signature = sign(null, Buffer.from(text), secretOf(key)).toString('base64')
  // In the order of the names, as canonical JSON requires: the signed text is not written a second time.
  const file = `{"key":${canonicalJson(key.id)},"receipt":${text},"signature":${canonicalJson(signature)}}`
  return { key: key.id, receipt, signature, file }
}

const secretOf = ({ der }: SigningKey) => createPrivateKey({ key: Buffer.from(der), format: 'der', type: 'pkcs8' })
