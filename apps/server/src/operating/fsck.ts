import { readFile } from 'node:fs/promises'
import { keptAnchors } from '@waybill/contract/tracking/anchor-endpoints'
import { checkDeliveries } from '../downloads/index.ts'
import { systemClock } from '../platform/clock.ts'
import { openMasterKey } from '../platform/database/starting/check-master-key.ts'
import { makeOrigins } from '../platform/http/origins.ts'
import { openStores } from '../platform/storage/index.ts'
import { checkRequests, checkSealed } from '../requests/index.ts'
import { checkAnchors, checkCounts, checkHeads, checkLedgers, type KeptAnchor } from '../tracking/ledger/index.ts'
import { checkSums, checkTransfers } from '../transfers/index.ts'
import { checkUploads, type Finding } from '../uploads/index.ts'
import { type Command, readWords, UsageError } from './command.ts'
import { type OpenedDatabase, withDatabase } from './with-database.ts'

export const fsck: Command = {
  help: `Usage: npm run waybill -- fsck [--hash] [--json] [--anchors <file>]

Compares rows with stored bytes, and counters with what they count.

  --anchors <file>
           Also compares the ledgers with an anchors.json that was kept outside, and so finds a rewritten database.
  --hash   Also reads every stored file and compares its checksums, and the beginning of sealed files.
  --json   Prints the findings as JSON.

Exits with 0 if nothing was found, 1 if something was found, 2 if it could not run.
`,
  async run(typed, print) {
    const options = { hash: { type: 'boolean' }, json: { type: 'boolean' }, anchors: { type: 'string' } } as const
    const { values } = readWords(typed, { options, words: [] })
    const kept = values.anchors === undefined ? null : await readKept(values.anchors)
    const findings = await withDatabase((opened) => checkConsistency(opened, { hash: values.hash ?? false, kept }))
    print(values.json ? `${JSON.stringify(findings, null, 2)}\n` : describe(findings))
    return findings.length > 0 ? 1 : 0
  },
}

async function readKept(file: string): Promise<KeptAnchor[]> {
  try {
    return keptAnchors.parse(JSON.parse(await readFile(file, 'utf8'))).anchors
  } catch (error) {
    throw new UsageError(`${file} cannot be read as an anchors.json (${(error as Error).name}).`)
  }
}

async function checkConsistency(
  { config, db, log }: OpenedDatabase,
  { hash, kept }: { hash: boolean; kept: KeptAnchor[] | null },
): Promise<Finding[]> {
  const { masterKey } = await openMasterKey(db, config.masterKeyFile)
  const { bucketOrigins: pageOrigins } = makeOrigins(config)
  const stores = await openStores({ config, masterKey, log, pageOrigins })
  try {
    const ctx = { db, stores, log, masterKey, clock: systemClock }
    return [
      ...(await checkUploads(ctx, { hash })),
      ...(await checkTransfers(ctx)),
      ...(await checkLedgers(ctx)),
      ...(await checkHeads(ctx)),
      ...(await checkAnchors(ctx, kept)),
      ...(await checkDeliveries(ctx)),
      ...(await checkSums(ctx)),
      ...(await checkCounts(ctx)),
      ...(await checkRequests(ctx)),
      ...(hash ? await checkSealed(ctx) : []),
    ]
  } finally {
    await stores.close()
  }
}

function describe(findings: readonly Finding[]): string {
  const lines = findings.map(({ kind, id, facts }) => {
    const words = Object.entries(facts).map(([name, value]) => `${name}=${value}`)
    return [kind, id, ...words].join(' ')
  })
  const total =
    findings.length === 0 ? 'No findings.' : `${findings.length} ${findings.length === 1 ? 'finding' : 'findings'}.`
  return `${[...lines, total].join('\n')}\n`
}
