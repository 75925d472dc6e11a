import { openMasterKey } from '../platform/database/starting/check-master-key.ts'
import { makeSigner } from '../platform/signing/index.ts'
import { makeAnchor } from '../tracking/ledger/index.ts'
import { type Command, readWords } from './command.ts'
import { withDatabase } from './with-database.ts'

export const anchorNow: Command = {
  help: `Usage: npm run waybill -- anchor make

Makes one signed root over the newest entries of all ledgers that have changed since the previous root, as the server
does once a day. It is emailed to ANCHOR_MAIL and stamped by TSA_URL. Prints the root: keep it where nobody who can
write to the database can change it.
`,
  async run(typed, print) {
    readWords(typed, { options: {}, words: [] })
    const done = { command: 'anchor make', isDone: (made: Awaited<ReturnType<typeof makeAnchor>>) => made !== null }
    const anchor = await withDatabase(async ({ config, db }) => {
      const { masterKey } = await openMasterKey(db, config.masterKeyFile)
      return makeAnchor({ config, db, masterKey, signer: makeSigner(masterKey) }, { apartSeconds: 0 })
    }, done)
    if (anchor === null) print('No ledger has changed since the newest anchor.\n')
    else {
      const { number, at, count, root, hash } = anchor
      print(`${[number, at.toISOString(), count, root.toString('hex'), hash.toString('hex')].join('\t')}\n`)
    }
    return 0
  },
}
