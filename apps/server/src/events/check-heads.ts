import { verify } from 'node:crypto'
import type { Context } from '../context.ts'
import { publicKeysById } from '../signing/index.ts'
import type { Finding } from '../uploads/index.ts'
import { headText } from './chain.ts'
import { eachLedger } from './ledger-store.ts'

/** Ledgers whose newest head carries no good signature of a key of this server's; for the consistency check. */
export async function checkHeads({ db }: Pick<Context, 'db'>): Promise<Finding[]> {
  const findings: Finding[] = []
  const keys = await publicKeysById(db)
  for await (const ledgers of eachLedger(db)) {
    for (const { transferId, length, head, signature, signedBy } of ledgers) {
      if (length === 0) continue
      const key = signedBy === null ? undefined : keys.get(signedBy)
      const text = Buffer.from(headText({ transferId, length, head }))
      const isSigned = key !== undefined && signature !== null && verify(null, text, key, signature)
      if (!isSigned) findings.push({ kind: 'head-not-signed', id: transferId, facts: { length } })
    }
  }
  return findings
}
