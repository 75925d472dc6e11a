import { systemClock } from '../clock.ts'
import { openMasterKey } from '../database/check-master-key.ts'
import { checkCounts, checkLedgers } from '../events/index.ts'
import { makeOrigins } from '../http/origins.ts'
import { checkSealed } from '../inbox/index.ts'
import { checkRequests } from '../requests/index.ts'
import { openStores } from '../storage/index.ts'
import { checkTransfers } from '../transfers/index.ts'
import { checkUploads, type Finding } from '../uploads/index.ts'
import { type Command, readWords } from './command.ts'
import { type Opened, withDatabase } from './with-database.ts'

export const fsck: Command = {
  help: `Usage: npm run waybill -- fsck [--hash] [--json]

Holds rows against stored bytes and counters against what they count.

  --hash   Also reads every stored file again and compares its sums, and how sealed ones begin.
  --json   Prints the findings as JSON.

Exits with 0 when nothing is off, 1 when something is, 2 when it cannot run.
`,
  async run(typed, print) {
    const options = { hash: { type: 'boolean' }, json: { type: 'boolean' } } as const
    const { values } = readWords(typed, { options, words: [] })
    const findings = await withDatabase((opened) => checkConsistency(opened, values.hash ?? false))
    print(values.json ? `${JSON.stringify(findings, null, 2)}\n` : describe(findings))
    return findings.length > 0 ? 1 : 0
  },
}

async function checkConsistency({ config, db, log }: Opened, hash: boolean): Promise<Finding[]> {
  const { masterKey } = await openMasterKey(db, config.masterKeyFile)
  const { pageOrigins } = makeOrigins(config)
  const stores = await openStores({ config, masterKey, log, pageOrigins })
  try {
    const ctx = { db, stores, log, masterKey, clock: systemClock }
    return [
      ...(await checkUploads(ctx, { hash })),
      ...(await checkTransfers(ctx)),
      ...(await checkLedgers(ctx)),
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
  const total = findings.length === 0 ? 'Nothing is off.' : `${findings.length} findings.`
  return `${[...lines, total].join('\n')}\n`
}
