import { changeUser } from './change-user.ts'
import { type Command, choiceOf, readWords } from './command.ts'
import { typedAddress } from './typed-address.ts'

const states = ['active', 'trialing', 'past_due', 'unpaid'] as const

export const setSubscription: Command = {
  help: `Usage: npm run waybill -- user subscription <address> <state>

Sets the state of the subscription from the account's next call on. With past_due or unpaid, the account cannot send but
can still download and delete.

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
