import { changeUser } from './change-user.ts'
import { type Command, readWords } from './command.ts'
import { typedAddress } from './typed-address.ts'

export const restoreUser: Command = {
  help: `Usage: npm run waybill -- user restore <address>

Lets a suspended account send again. Its links work again, and emails that were held back are sent.
`,
  async run(typed, print) {
    const { positionals } = readWords(typed, { options: {}, words: ['address'] })
    const address = typedAddress(positionals[0])
    const said = `${address} can send again.`
    return changeUser(address, { command: 'user restore', change: { suspension: null }, said }, print)
  },
}
