import { foldCode } from '@waybill/contract/identity/codes'
import { listAllLifetimeCodes, macOfLifetimeCode } from '../../billing/index.ts'
import { endLifetimeCode, makeLifetimeCodes } from '../../desk/index.ts'
import { openMasterKey } from '../../platform/database/starting/check-master-key.ts'
import { type Command, readWords, UsageError } from '../command.ts'
import { withDatabase } from '../with-database.ts'

const MOST_AT_ONCE = 10_000
const MOST_NOTE_CHARS = 200

export const makeLifetime: Command = {
  help: `Usage: npm run waybill -- lifetime make [--count <number>] [--note <text>]

Makes codes of the lifetime deal and prints them, one a line. They are printed this once: the server keeps no more than
what tells a code when it is typed. Each code can be redeemed once, at /waybill-forever.

  --count   How many, up to ${MOST_AT_ONCE}. Default: 1.
  --note    For whom they are; it is shown by "lifetime list".
`,
  async run(typed, print) {
    const options = { count: { type: 'string' }, note: { type: 'string' } } as const
    const { count = '1', note = '' } = readWords(typed, { options, words: [] }).values
    const number = Number(count)
    if (!Number.isInteger(number) || number < 1 || number > MOST_AT_ONCE)
      throw new UsageError(`--count must be a whole number from 1 to ${MOST_AT_ONCE}.`)
    if (note.length > MOST_NOTE_CHARS) throw new UsageError(`--note has at most ${MOST_NOTE_CHARS} characters.`)
    const done = { command: 'lifetime make', isDone: () => true }
    const codes = await withDatabase(async ({ config, db }) => {
      const { masterKey } = await openMasterKey(db, config.masterKeyFile)
      return makeLifetimeCodes({ db, masterKey }, { count: number, note })
    }, done)
    for (const code of codes) print(`${code}\n`)
    return 0
  },
}

export const listLifetime: Command = {
  help: `Usage: npm run waybill -- lifetime list [--json]

Lists codes of the lifetime deal, newest first: id, last four symbols, day made, state (open, redeemed or revoked),
address of the account that redeemed it, note. Columns are separated by tabs.

  --json   Prints one JSON object a line.
`,
  async run(typed, print) {
    const { values } = readWords(typed, { options: { json: { type: 'boolean' } }, words: [] })
    for (const code of await withDatabase(({ db }) => listAllLifetimeCodes(db))) {
      const { id, ending, note, madeAt, redeemedAt, revokedAt, email } = code
      const state = revokedAt ? 'revoked' : redeemedAt ? 'redeemed' : 'open'
      const columns = [id, ending, madeAt.toISOString().slice(0, 10), state, email ?? '', note]
      print(values.json ? `${JSON.stringify({ ...code, state })}\n` : `${columns.join('\t').trimEnd()}\n`)
    }
    return 0
  },
}

export const revokeLifetime: Command = {
  help: `Usage: npm run waybill -- lifetime revoke <code or id>

Takes a code of the lifetime deal back. It cannot be redeemed any more; where it was, its account has one code less, and
its role follows from the account's next call on. Stored files stay.
`,
  async run(typed, print) {
    const { positionals } = readWords(typed, { options: {}, words: ['code or id'] })
    const [word = ''] = positionals
    const done = { command: 'lifetime revoke', isDone: Boolean }
    const isRevoked = await withDatabase(async ({ config, db }) => {
      const { masterKey } = await openMasterKey(db, config.masterKeyFile)
      const mac = macOfLifetimeCode(masterKey, foldCode(word))
      return endLifetimeCode({ db }, [{ mac }, { id: word }])
    }, done)
    print(isRevoked ? 'The code is revoked.\n' : 'There is no such code, or it was revoked before.\n')
    return isRevoked ? 0 : 1
  },
}
