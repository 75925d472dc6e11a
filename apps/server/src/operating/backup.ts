import { resolve } from 'node:path'
import { systemClock } from '../platform/clock.ts'
import { openMasterKey } from '../platform/database/starting/check-master-key.ts'
import { holdBackups } from '../platform/database/starting/hold-backups.ts'
import { makeOrigins } from '../platform/http/origins.ts'
import { openStores } from '../platform/storage/index.ts'
import { type BackupReport, makeBackup, prune } from './backup/make-backup.ts'
import { type Command, readWords, UsageError } from './command.ts'
import { withDatabase } from './with-database.ts'

/** A backup together with the key gives access to everything, so making one is on record. */
const RECORDED = { command: 'backup', isDone: () => true }

export const backup: Command = {
  help: `Usage: npm run waybill -- backup <folder> [--keep <snapshots>] [--json]

Writes a snapshot of everything into the folder while the server runs: the database at one instant, and an encrypted
copy of every stored file. Files that an earlier snapshot holds are not copied again. The folder never holds the master
key. Keep a copy of that key somewhere else.

  --keep   Then keeps this many of the newest snapshots and removes the others, with the copies that only they need.
  --json   Prints the result as JSON.

Exits with 0 if the backup holds everything, 1 if damaged stored files are missing from it, 2 if it could not run.
`,
  async run(typed, print) {
    const options = { keep: { type: 'string' }, json: { type: 'boolean' } } as const
    const { values, positionals } = readWords(typed, { options, words: ['folder'] })
    const keep = values.keep === undefined ? null : Number(values.keep)
    if (keep !== null && !(Number.isSafeInteger(keep) && keep > 0)) throw new UsageError('--keep must be 1 or more.')
    const folder = resolve(positionals[0] ?? '')
    const tell = (line: string) => (values.json ? undefined : print(`${line}\n`))
    const report = await withDatabase(async ({ config, db, log, connection }) => {
      const { masterKey } = await openMasterKey(db, config.masterKeyFile)
      const { bucketOrigins: pageOrigins } = makeOrigins(config)
      const stores = await openStores({ config, masterKey, log, pageOrigins })
      try {
        return await holdBackups(connection, async () => {
          const made = await makeBackup({ db, stores, masterKey, connection, clock: systemClock }, folder, tell)
          // An older snapshot may hold the last good copy of what is now damaged.
          const mayPrune = keep !== null && made.damaged.length === 0
          const pruned = mayPrune ? await prune(masterKey, folder, keep) : null
          return { ...made, pruned }
        })
      } finally {
        await stores.close()
      }
    }, RECORDED)
    print(values.json ? `${JSON.stringify(report, null, 2)}\n` : describe(report))
    return report.damaged.length > 0 ? 1 : 0
  },
}

function describe(report: BackupReport & { pruned: { snapshots: number; blobs: number } | null }): string {
  const { snapshot, blobs, bytes, copied, copiedBytes, pruned, damaged } = report
  const lines = [
    `blobs: ${blobs}, ${bytes} bytes; copied now: ${copied}, ${copiedBytes} bytes`,
    ...(pruned ? [`removed: ${pruned.snapshots} snapshots, ${pruned.blobs} copies`] : []),
    ...(damaged.length > 0
      ? [`NOT in the backup because they are damaged: ${damaged.length} blobs. Older snapshots are kept`]
      : []),
    `snapshot ${snapshot} is complete`,
  ]
  return `${lines.join('\n')}\n`
}
