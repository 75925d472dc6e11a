import { changeUser } from './change-user.ts'
import { type Command, readWords } from './command.ts'
import { typedAddress } from './typed-address.ts'

export const suspendUser: Command = {
  help: `Usage: npm run waybill -- user suspend <address>

Stops the account from sending, and closes what it sent: links to its transfers and requests say that there is nothing,
uploads in progress end, downloads stop within two seconds, and emails that have not been written yet are held back. Its
owner can still sign in, look at and download the stored files. 'user restore' undoes this. Uploads that ended start
from the beginning.
`,
  async run(typed, print) {
    const { positionals } = readWords(typed, { options: {}, words: ['address'] })
    const address = typedAddress(positionals[0])
    const said = `${address} is suspended.`
    return changeUser(address, { command: 'user suspend', change: { isSuspended: true }, said }, print)
  },
}
