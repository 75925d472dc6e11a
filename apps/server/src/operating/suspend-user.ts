import { changeUser } from './change-user.ts'
import { type Command, readWords } from './command.ts'
import { addressOf } from './typed-address.ts'

export const suspendUser: Command = {
  help: `Usage: npm run waybill -- user suspend <address>

Keeps the account from sending, from its next call on. Its owner still signs in, sees and downloads what is there; links
that were sent go on working (transfer block ends one). 'user restore' undoes it.
`,
  async run(typed, print) {
    const { positionals } = readWords(typed, { options: {}, words: ['address'] })
    const address = addressOf(positionals[0])
    const said = `${address} is suspended.`
    return changeUser(address, { command: 'user suspend', change: { isSuspended: true }, said }, print)
  },
}
