/** The operator's commands: `npm run waybill -- fsck`. Works beside a running server; listens on nothing. */
import { parseArgs } from 'node:util'
import { systemClock } from './clock.ts'
import { readConfig } from './config/config.ts'
import { readEnv } from './config/env.ts'
import { openMasterKey } from './config/master-key.ts'
import { StartError } from './config/start-error.ts'
import { openDatabase } from './database/open.ts'
import { makeOrigins } from './http/origins.ts'
import { makeLog } from './log.ts'
import { openStores } from './storage/index.ts'
import { checkTransfers } from './transfers/index.ts'
import { checkUploads, type Finding } from './uploads/index.ts'

const HELP = `Usage: npm run waybill -- <command> [options]

Commands:
  fsck            Holds rows against stored bytes and counters against what they count.
    --hash        Also reads every stored file again and compares its sums.
    --json        Prints the findings as JSON.

Reads the same settings as the server. Exits with 0 when nothing is off, 1 when something is, 2 when it cannot run.
`

const print = (text: string) => process.stdout.write(text)

async function main(words: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: words,
    allowPositionals: true,
    options: { hash: { type: 'boolean' }, json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
  })
  if (values.help) {
    print(HELP)
    return 0
  }
  if (positionals.length !== 1 || positionals[0] !== 'fsck') {
    process.stderr.write(HELP)
    return 2
  }
  const findings = await checkConsistency(values.hash ?? false)
  print(values.json ? `${JSON.stringify(findings, null, 2)}\n` : describe(findings))
  return findings.length > 0 ? 1 : 0
}

/** Opens what the check reads, and only that. */
async function checkConsistency(hash: boolean): Promise<Finding[]> {
  const config = readConfig(readEnv())
  const log = makeLog(config.logLevel === 'silent' ? 'silent' : 'warn')
  const masterKey = await openMasterKey(config.masterKeyFile)
  const { db, close } = await openDatabase(config, log, { whenInUse: 'join' })
  try {
    const { pageOrigins } = makeOrigins(config)
    const stores = await openStores({ config, masterKey, log, pageOrigins })
    try {
      const ctx = { db, stores, log, masterKey, clock: systemClock }
      return [...(await checkUploads(ctx, { hash })), ...(await checkTransfers(ctx))]
    } finally {
      await stores.close()
    }
  } finally {
    await close()
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

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  const isUsage = (error as NodeJS.ErrnoException).code?.startsWith('ERR_PARSE_ARGS')
  if (!(error instanceof StartError) && !isUsage) throw error
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 2
}
