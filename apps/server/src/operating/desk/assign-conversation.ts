import { assignConversation } from '../../conversations/index.ts'
import { listOperators } from '../../identity/accounts/index.ts'
import { type Command, readWords } from '../command.ts'
import { typedAddress } from '../typed-address.ts'
import { withDatabase } from '../with-database.ts'

export const assignByCommand: Command = {
  help: `Usage: npm run waybill -- conversation assign <id> <address>

Assigns a conversation to the operator whose account has the address: the desk shows who looks after it.
`,
  async run(typed, print) {
    const { positionals } = readWords(typed, { options: {}, words: ['id', 'address'] })
    const [id = ''] = positionals
    const address = typedAddress(positionals[1])
    const done = { command: 'conversation assign', isDone: (outcome: string) => outcome === 'assigned' }
    const outcome = await withDatabase(async (ctx) => {
      const operator = (await listOperators(ctx.db)).find(({ email }) => email === address)
      if (operator === undefined) return 'no operator'
      return (await assignConversation(ctx, id, operator.id)) ? 'assigned' : 'missing'
    }, done)
    if (outcome === 'no operator') print(`No operator has the address ${address}.\n`)
    else print(outcome === 'assigned' ? `Assigned to ${address}.\n` : `There is no conversation ${id}.\n`)
    return outcome === 'assigned' ? 0 : 1
  },
}

export const releaseByCommand: Command = {
  help: `Usage: npm run waybill -- conversation release <id>

Leaves a conversation to all operators.
`,
  async run(typed, print) {
    const { positionals } = readWords(typed, { options: {}, words: ['id'] })
    const [id = ''] = positionals
    const done = { command: 'conversation release', isDone: Boolean }
    const isReleased = await withDatabase((ctx) => assignConversation(ctx, id, null), done)
    print(isReleased ? 'Assigned to nobody.\n' : `There is no conversation ${id}.\n`)
    return isReleased ? 0 : 1
  },
}
