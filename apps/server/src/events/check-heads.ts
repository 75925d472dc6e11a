import type { Context } from '../context.ts'
import { publicKeysById } from '../signing/index.ts'
import type { Finding } from '../uploads/index.ts'
import { isHeadSigned } from './judge-head.ts'
import { eachLedger } from './ledger-store.ts'

/** Ledgers whose newest head carries no good signature of a key of this server's; for the consistency check. */
export async function checkHeads({ db }: Pick<Context, 'db'>): Promise<Finding[]> {
  const findings: Finding[] = []
  const keys = await publicKeysById(db)
  for await (const ledgers of eachLedger(db)) {
    for (const ledger of ledgers) {
      if (isHeadSigned(ledger, keys)) continue
      findings.push({ kind: 'head-not-signed', id: ledger.transferId, facts: { length: ledger.length } })
    }
  }
  return findings
}
