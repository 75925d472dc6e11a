import { type Cleared, clearInfected, listInfected } from '../../abuse/index.ts'
import { openMasterKey } from '../../platform/database/starting/check-master-key.ts'
import { type Command, onOneLine, readWords, UsageError } from '../command.ts'
import { withDatabase } from '../with-database.ts'

const MAX_LISTED = 500
const MOST_REASON_CHARS = 500

export const showInfected: Command = {
  help: `Usage: npm run waybill -- infected list

Lists files in which the virus scanner found malware, the latest first, at most ${MAX_LISTED}: id, day, size in bytes, what
the scanner calls it, number of the transfer, sender, SHA-256. Columns are separated by tabs.
`,
  async run(typed, print) {
    readWords(typed, { options: {}, words: [] })
    const files = await withDatabase((ctx) => listInfected(ctx, { after: null, take: MAX_LISTED }))
    for (const { id, scannedAt, bytes, finding, sending, sha256 } of files) {
      const of = [sending?.slug ?? '', sending?.address ?? '', sha256?.toString('hex') ?? '']
      print(`${[id, scannedAt.toISOString().slice(0, 10), bytes, onOneLine(finding), ...of].join('\t').trimEnd()}\n`)
    }
    return 0
  },
}

export const clearByCommand: Command = {
  help: `Usage: npm run waybill -- infected clear <id> --reason <text>

Opens a file again about which the virus scanner was wrong, with every file of the same content that it found infected.
Their senders are told by email. These files are not scanned again; another upload of the content is. Where the content
is blocked, the block stays: the files open once you lift it (block lift).

  --reason   Why, for the security log. At most ${MOST_REASON_CHARS} characters.
`,
  async run(typed, print) {
    const options = { reason: { type: 'string' } } as const
    const { positionals, values } = readWords(typed, { options, words: ['id'] })
    const because = values.reason?.trim() ?? ''
    if (because === '' || because.length > MOST_REASON_CHARS)
      throw new UsageError(`--reason has 1 to ${MOST_REASON_CHARS} characters.`)
    const [id = ''] = positionals
    const done = { command: 'infected clear', isDone: (cleared: Cleared | null) => cleared !== null }
    const cleared = await withDatabase(async ({ db, config }) => {
      const { masterKey } = await openMasterKey(db, config.masterKeyFile)
      return clearInfected({ db, config, masterKey }, id, { because })
    }, done)
    if (cleared === null) {
      print(`There is no infected file ${id}.\n`)
      return 1
    }
    print(`Files that open again: ${cleared.opened}.\n`)
    if (cleared.blocked > 0) print(`Files that stay withdrawn, because their content is blocked: ${cleared.blocked}.\n`)
    return 0
  },
}
