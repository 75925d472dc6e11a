import { changeUser } from './change-user.ts'
import { type Command, readWords } from './command.ts'
import { addressOf } from './typed-address.ts'

export const suspendUser: Command = {
  help: `Usage: npm run waybill -- user suspend <address>

Keeps the account from sending, and stops what it sent: whoever has one of its links, or the link of one of its
requests, is told that there is none, uploads on their way end, downloads break off within two seconds, and mails that
are not written yet wait. Its owner can still sign in, see and download what is there. 'user restore' undoes it; uploads
that ended start from the beginning.
`,
  async run(typed, print) {
    const { positionals } = readWords(typed, { options: {}, words: ['address'] })
    const address = addressOf(positionals[0])
    const said = `${address} is suspended.`
    return changeUser(address, { command: 'user suspend', change: { isSuspended: true }, said }, print)
  },
}
