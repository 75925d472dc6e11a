import type { Kysely } from 'kysely'
import type { Context } from '../../../context.ts'
import type { Database } from '../../../platform/database/schema.ts'
import type { Finding } from '../../../uploads/index.ts'
import { chainStart } from '../chain.ts'
import { eachEntry, eachLedger, findLedger, type LedgerSays } from '../ledger-store.ts'
import { LedgerWalk } from './ledger-walk.ts'

/** `place`: the first entry that does not follow from the one before it; one beyond the last where the end is wrong. */
export type LedgerState = { isSound: true; length: number; head: Buffer } | { isSound: false; place: number }

/** Hashes a transfer's ledger again from its start. */
export async function checkLedger(db: Kysely<Database>, transferId: string): Promise<LedgerState> {
  const says = await findLedger(db, transferId)
  return walk(db, transferId, says ?? { length: 0, head: chainStart(transferId), entries: 0 })
}

/** The broken ledgers, each with the position of its first wrong entry; for the consistency check. */
export async function checkLedgers({ db }: Pick<Context, 'db'>): Promise<Finding[]> {
  const findings: Finding[] = []
  for await (const ledgers of eachLedger(db)) {
    for (const { transferId, ...says } of ledgers) {
      const state = await walk(db, transferId, says)
      if (!state.isSound) findings.push({ kind: 'ledger-broken', id: transferId, facts: { place: state.place } })
    }
  }
  return findings
}

async function walk(
  db: Kysely<Database>,
  transferId: string,
  end: Omit<LedgerSays, 'signature' | 'signedBy'>,
): Promise<LedgerState> {
  const ledger = new LedgerWalk(transferId)
  for await (const rows of eachEntry(db, transferId)) {
    // Entries added since the end was read are not judged; entries that existed before beyond that end are wrong.
    for (const row of rows.slice(0, end.length - ledger.place)) ledger.take(row)
  }
  const place = ledger.brokenAt(end) ?? (end.entries === end.length ? null : ledger.place + 1)
  return place === null ? { isSound: true, length: end.length, head: end.head } : { isSound: false, place }
}
