import { accountRoles } from '@waybill/contract/operating/desk-account-endpoints'
import { type Command, choiceOf, readWords } from '../command.ts'
import { typedAddress } from '../typed-address.ts'
import { changeUser } from '../users/change-user.ts'

export const setRole: Command = {
  help: `Usage: npm run waybill -- user role <address> <role>

Sets the role of the account's workspace: in a team, that of everybody in it. It applies, with every limit that comes
with it, from the next call on. Stored files stay, even above new limits.

Roles: ${accountRoles.join(', ')}
`,
  async run(typed, print) {
    const { positionals } = readWords(typed, { options: {}, words: ['address', 'role'] })
    const address = typedAddress(positionals[0])
    const role = choiceOf('role', positionals[1], accountRoles)
    const said = `${address} now has the role ${role}.`
    return changeUser(address, { command: 'user role', change: { role }, said }, print)
  },
}

const states = ['active', 'trialing', 'past_due', 'unpaid'] as const

export const setSubscription: Command = {
  help: `Usage: npm run waybill -- user subscription <address> <state>

Sets the state of the workspace's subscription: in a team, that of everybody in it. It applies from the next call on.
With past_due or unpaid, its accounts cannot send but can still download and delete.

States: ${states.join(', ')}
`,
  async run(typed, print) {
    const { positionals } = readWords(typed, { options: {}, words: ['address', 'state'] })
    const address = typedAddress(positionals[0])
    const status = choiceOf('state', positionals[1], states)
    const said = `The subscription of ${address} is now ${status}.`
    return changeUser(address, { command: 'user subscription', change: { status }, said }, print)
  },
}
