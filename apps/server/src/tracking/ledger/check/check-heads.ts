import type { Context } from '../../../context.ts'
import { listForeignKeys, publicKeysById } from '../../../platform/signing/index.ts'
import type { Finding } from '../../../uploads/index.ts'
import { eachLedger } from '../ledger-store.ts'
import { isHeadSigned } from './judge-head.ts'

/**
 * Ledgers whose newest head has no valid signature by one of this server's keys, and keys that somebody else inserted;
 * for the consistency check.
 */
export async function checkHeads({ db, masterKey }: Pick<Context, 'db' | 'masterKey'>): Promise<Finding[]> {
  const findings: Finding[] = (await listForeignKeys({ db, masterKey })).map((id) => ({
    kind: 'key-not-own',
    id,
    facts: {},
  }))
  const keys = await publicKeysById({ db, masterKey })
  for await (const ledgers of eachLedger(db)) {
    for (const ledger of ledgers) {
      if (isHeadSigned(ledger, keys)) continue
      findings.push({ kind: 'head-not-signed', id: ledger.transferId, facts: { length: ledger.length } })
    }
  }
  return findings
}
