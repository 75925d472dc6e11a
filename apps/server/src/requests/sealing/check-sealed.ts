import { buffer } from 'node:stream/consumers'
import { readSealedHead, SEALED_HEAD_BYTES } from '@waybill/contract/requests/sealed-form'
import type { Context } from '../../context.ts'
import { type Finding, loadReadable, readFile } from '../../uploads/index.ts'
import { listSealed } from '../submission-store.ts'
import { keyIdOf } from './sealed-files.ts'

const PAGE = 200

/** Compares the start of each file that was accepted as sealed with the key of its request. Reads every one of them. */
export async function checkSealed(ctx: Pick<Context, 'db' | 'stores'>): Promise<Finding[]> {
  const findings: Finding[] = []
  for (let after = '', isLast = false; !isLast; ) {
    const page = await listSealed(ctx.db, after, PAGE)
    for (const { id, sealing, plain_bytes } of page) {
      const span = { offset: 0, bytes: SEALED_HEAD_BYTES }
      const [file] = await loadReadable(ctx.db, [id], span)
      if (file === undefined || file.bytes < SEALED_HEAD_BYTES) continue
      const head = readSealedHead(await buffer(readFile(ctx, file, span)))
      const isSound = head !== null && keyIdOf(sealing).equals(head.keyId) && head.plainBytes === plain_bytes
      if (!isSound) findings.push({ kind: 'file-not-sealed', id, facts: {} })
    }
    after = page.at(-1)?.id ?? ''
    isLast = page.length < PAGE
  }
  return findings
}
