import { openMasterKey } from '../platform/database/starting/check-master-key.ts'
import { rotateReceiptKey } from '../platform/signing/index.ts'
import { listReceiptKeys } from '../tracking/receipts/index.ts'
import { type Command, readWords } from './command.ts'
import { withDatabase } from './with-database.ts'

export const rotateKey: Command = {
  help: `Usage: npm run waybill -- receipt-key rotate

Makes a new key, which signs all receipts from then on. Receipts signed by the previous key stay valid: its public half
is kept for ever, its private half is deleted. The server replaces a key by itself after a year. Use this command if
someone may have read the database and the master key.
`,
  async run(typed, print) {
    readWords(typed, { options: {}, words: [] })
    const done = { command: 'receipt-key rotate', isDone: () => true }
    const { id, retiredId } = await withDatabase(async ({ config, db }) => {
      const { masterKey } = await openMasterKey(db, config.masterKeyFile)
      return rotateReceiptKey({ db, masterKey })
    }, done)
    if (retiredId !== null) print(`${retiredId} no longer signs receipts.\n`)
    print(`${id} now signs receipts.\n`)
    return 0
  },
}

export const listKeysCommand: Command = {
  help: `Usage: npm run waybill -- receipt-key list [--json]

Lists every key that has ever signed receipts, newest first: id, time of creation, time of retirement. Columns are
separated by tabs.

  --json   Prints the answer of /-/receipt-keys.json, which includes the public keys.
`,
  async run(typed, print) {
    const { values } = readWords(typed, { options: { json: { type: 'boolean' } }, words: [] })
    const listed = await withDatabase(async ({ config, db }) => {
      const { masterKey } = await openMasterKey(db, config.masterKeyFile)
      return listReceiptKeys({ db, masterKey })
    })
    if (values.json) print(`${JSON.stringify(listed, null, 2)}\n`)
    else for (const key of listed.keys) print(`${[key.id, key.createdAt, key.retiredAt ?? 'in use'].join('\t')}\n`)
    return 0
  },
}
