import { resolve } from 'node:path'
import { readConfig } from '../platform/config/config.ts'
import { readEnv } from '../platform/config/env.ts'
import { makeLog } from '../platform/log.ts'
import { restoreBackup } from './backup/restore-backup.ts'
import { type Command, readWords } from './command.ts'

export const restore: Command = {
  help: `Usage: npm run waybill -- restore <folder> [--snapshot <name>] [--json]

Restores Waybill from a backup: rows into the configured database, which must be empty, and files into their store.
First put the master key in place (MASTER_KEY_FILE, or DATA_DIR/master.key), and do not start a server meanwhile. Every
file is compared with its hash. Emails that were waiting when the snapshot was made are sent at the next start.

  --snapshot   A name under <folder>/snapshots. Default: the newest.
  --json       Prints the result as JSON.

Exits with 0 if everything was restored, 2 if it could not run.
`,
  async run(typed, print) {
    const options = { snapshot: { type: 'string' }, json: { type: 'boolean' } } as const
    const { values, positionals } = readWords(typed, { options, words: ['folder'] })
    const config = readConfig(readEnv())
    const log = makeLog(config.logLevel === 'silent' ? 'silent' : 'warn')
    const source = { folder: resolve(positionals[0] ?? ''), snapshot: values.snapshot }
    const tell = (line: string) => (values.json ? undefined : print(`${line}\n`))
    const report = await restoreBackup(config, log, source, tell)
    const { snapshot, madeAt, rows, blobs, bytes, givenUp, damaged } = report
    const lines = [
      `restored: ${rows} rows and ${blobs} blobs, ${bytes} bytes`,
      ...(givenUp > 0 ? [`unfinished uploads that cannot continue: ${givenUp}`] : []),
      ...(damaged > 0
        ? [`NOT restored because they were already damaged in the backup: ${damaged} blobs. Try an older snapshot`]
        : []),
      `this is Waybill as it was at ${madeAt} (snapshot ${snapshot}). Now run: npm run waybill -- fsck --hash`,
    ]
    print(values.json ? `${JSON.stringify(report, null, 2)}\n` : `${lines.join('\n')}\n`)
    return 0
  },
}
