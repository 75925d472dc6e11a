import { type Command, readWords, UsageError } from '../command.ts'
import { typedAddress } from '../typed-address.ts'
import { changeUser } from './change-user.ts'

export const suspendUser: Command = {
  help: `Usage: npm run waybill -- user suspend <address> [--reason <text>]

Stops the account from sending, and closes what it sent: links to its transfers and requests say that there is nothing,
uploads in progress end, downloads stop within two seconds, and emails that have not been written yet are held back. Its
owner can still sign in, look at and download the stored files. 'user restore' undoes this. Uploads that ended start
from the beginning.

  --reason   Why, for operators: the desk shows it, and its owner does not see it. At most 500 characters.
`,
  async run(typed, print) {
    const options = { reason: { type: 'string' } } as const
    const { positionals, values } = readWords(typed, { options, words: ['address'] })
    const because = values.reason ?? ''
    if (because.length > 500) throw new UsageError('--reason has at most 500 characters.')
    const address = typedAddress(positionals[0])
    const said = `${address} is suspended.`
    return changeUser(address, { command: 'user suspend', change: { suspension: { because } }, said }, print)
  },
}

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
