import { blockTransfer as block, hashesOfTransfer } from '../transfers/index.ts'
import { blockHashes } from './block-hash.ts'
import { type Command, readWords } from './command.ts'
import { withDatabase } from './with-database.ts'

export const blockTransferCommand: Command = {
  help: `Usage: npm run waybill -- transfer block <number or link> [--files]

Closes a transfer. Immediately, its links say that there is no transfer and nobody can forward its files. Downloads in
progress stop within two seconds. The sender keeps the transfer.

  --files   Also blocks the content of its files (see 'block hash'): every file with the same content is withdrawn,
            no matter who sent it, and refused from then on.

'transfer unblock' opens the transfer again, 'block lift' allows a content again.
`,
  async run(typed, print) {
    const options = { files: { type: 'boolean' } } as const
    const { positionals, values } = readWords(typed, { options, words: ['number or link'] })
    const [named = ''] = positionals
    const done = { command: 'transfer block', isDone: (code: number) => code === 0 }
    return withDatabase(async (opened) => {
      if (!(await block(opened, named, true))) return missing(named, print)
      print(`${named} is blocked.\n`)
      if (!values.files) return 0
      const { hashes, unread } = await hashesOfTransfer(opened, named)
      const withdrawn = await blockHashes(opened, hashes, named)
      print(`Contents blocked: ${hashes.length}. Files withdrawn: ${withdrawn}.\n`)
      if (unread > 0)
        print(`Not blocked, because they have not been read yet: ${unread}. Run this command again in a minute.\n`)
      return unread > 0 ? 1 : 0
    }, done)
  },
}

export const unblockTransfer: Command = {
  help: `Usage: npm run waybill -- transfer unblock <number or link>

Opens a blocked transfer again, until it expires. Contents that were blocked with it stay blocked (see 'block lift').
`,
  async run(typed, print) {
    const { positionals } = readWords(typed, { options: {}, words: ['number or link'] })
    const [named = ''] = positionals
    const done = { command: 'transfer unblock', isDone: Boolean }
    if (!(await withDatabase(({ db }) => block({ db }, named, false), done))) return missing(named, print)
    print(`${named} is open again.\n`)
    return 0
  },
}

function missing(named: string, print: (text: string) => void): number {
  print(`There is no transfer ${named}.\n`)
  return 1
}
