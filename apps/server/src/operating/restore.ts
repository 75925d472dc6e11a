import { resolve } from 'node:path'
import { readConfig } from '../platform/config/config.ts'
import { readEnv } from '../platform/config/env.ts'
import { makeLog } from '../platform/log.ts'
import { restoreBackup } from './backup/restore-backup.ts'
import { type Command, readWords } from './command.ts'

export const restore: Command = {
  help: `Usage: npm run waybill -- restore <folder> [--snapshot <name>] [--json]

Makes Waybill anew out of a backup: rows into the database of the settings, which must be empty, and files into their
store. Put the master key in its place first (MASTER_KEY_FILE, or DATA_DIR/master.key), and start no server meanwhile.
Every file is held against its hash. Mails that were waiting when the snapshot was made are sent by the next start.

  --snapshot   Another than the newest: a name under <folder>/snapshots.
  --json       Prints what was done as JSON.

Exits with 0 when it is done, 2 when it cannot be.
`,
  async run(typed, print) {
    const options = { snapshot: { type: 'string' }, json: { type: 'boolean' } } as const
    const { values, positionals } = readWords(typed, { options, words: ['folder'] })
    const config = readConfig(readEnv())
    const log = makeLog(config.logLevel === 'silent' ? 'silent' : 'warn')
    const wish = { folder: resolve(positionals[0] ?? ''), snapshot: values.snapshot }
    const tell = (line: string) => (values.json ? undefined : print(`${line}\n`))
    const report = await restoreBackup(config, log, wish, tell)
    const { snapshot, madeAt, rows, blobs, bytes, givenUp, damaged } = report
    const lines = [
      `restored: ${rows} rows and ${blobs} blobs, ${bytes} bytes`,
      ...(givenUp > 0 ? [`unfinished uploads that cannot go on: ${givenUp}`] : []),
      ...(damaged > 0
        ? [`NOT restored, for they were damaged when the backup was made: ${damaged} blobs; try an older snapshot`]
        : []),
      `this is Waybill as it was at ${madeAt} (snapshot ${snapshot}); now run: npm run waybill -- fsck --hash`,
    ]
    print(values.json ? `${JSON.stringify(report, null, 2)}\n` : `${lines.join('\n')}\n`)
    return 0
  },
}
