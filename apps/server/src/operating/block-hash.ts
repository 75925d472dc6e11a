import { openMasterKey } from '../platform/database/starting/check-master-key.ts'
import { tellWithdrawn } from '../transfers/index.ts'
import { blockHash, liftHash, listBlocks } from '../uploads/index.ts'
import { type Command, readWords, UsageError } from './command.ts'
import { type OpenedDatabase, withDatabase } from './with-database.ts'

const EMPTY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

/** @throws UsageError */
function hashOf(typed = ''): Buffer {
  if (!/^[\da-f]{64}$/i.test(typed)) throw new UsageError('A SHA-256 has 64 characters of 0-9 and a-f.')
  if (typed.toLowerCase() === EMPTY) throw new UsageError('This is the SHA-256 of every empty file.')
  return Buffer.from(typed, 'hex')
}

/** Blocks contents and notifies their senders. @returns how many files this withdrew */
export async function blockHashes(opened: OpenedDatabase, hashes: readonly Buffer[], note: string): Promise<number> {
  const { db, config } = opened
  const { masterKey } = await openMasterKey(db, config.masterKeyFile)
  const ctx = { config, masterKey }
  let withdrawn = 0
  for (const sha256 of hashes)
    withdrawn += await blockHash(db, { sha256, note }, (tx, file) => tellWithdrawn(ctx, tx, file))
  return withdrawn
}

export const addBlock: Command = {
  help: `Usage: npm run waybill -- block hash <SHA-256> [--note <why>]

Blocks a content. Every file with this content is withdrawn immediately, wherever it was sent, and its senders are told
by email. The content can no longer be sent, forwarded or added. If this server has never stored it, the first such file
is withdrawn a few seconds after it was sent, once a job has read it. End-to-end encrypted files differ each time, so
they cannot be recognized by their content.
`,
  async run(typed, print) {
    const options = { note: { type: 'string' } } as const
    const { positionals, values } = readWords(typed, { options, words: ['SHA-256'] })
    const sha256 = hashOf(positionals[0])
    const done = { command: 'block hash', isDone: () => true }
    const withdrawn = await withDatabase((opened) => blockHashes(opened, [sha256], values.note ?? ''), done)
    print(`${sha256.toString('hex')} is blocked. Files withdrawn: ${withdrawn}.\n`)
    return 0
  },
}

export const liftBlock: Command = {
  help: `Usage: npm run waybill -- block lift <SHA-256>

Allows a blocked content again. Files that were withdrawn for it come back, unless they have been deleted since.
`,
  async run(typed, print) {
    const { positionals } = readWords(typed, { options: {}, words: ['SHA-256'] })
    const sha256 = hashOf(positionals[0])
    const done = { command: 'block lift', isDone: Boolean }
    const isLifted = await withDatabase(({ db }) => liftHash(db, sha256), done)
    print(isLifted ? `${sha256.toString('hex')} can be sent again.\n` : `${sha256.toString('hex')} is not blocked.\n`)
    return isLifted ? 0 : 1
  },
}

export const showBlocks: Command = {
  help: `Usage: npm run waybill -- block list

Lists blocked contents, newest first: SHA-256, day, size in bytes if one was stored here, files withdrawn for it, note.
Columns are separated by tabs.
`,
  async run(typed, print) {
    readWords(typed, { options: {}, words: [] })
    for (const { sha256, created_at, bytes, files, note } of await withDatabase(({ db }) => listBlocks(db))) {
      const day = created_at.toISOString().slice(0, 10)
      print(`${[sha256.toString('hex'), day, bytes ?? '', files, note].join('\t').trimEnd()}\n`)
    }
    return 0
  },
}
