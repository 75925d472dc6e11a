import { listOperators, setOperator } from '../identity/accounts/index.ts'
import { listWithFactor } from '../identity/sessions/index.ts'
import { noteSecurityIn } from '../platform/security-log/security-scope.ts'
import { type Command, readWords } from './command.ts'
import { typedAddress } from './typed-address.ts'
import { withDatabase } from './with-database.ts'

const NO_FACTOR = `It has no second factor, so the desk stays closed to it. Its owner adds an authenticator app or a passkey under Account,
Security; the desk opens with the next call.
`

export const makeOperator: Command = {
  help: `Usage: npm run waybill -- operator make <address>

Lets the account of the address use the operator's desk at /operator, once it has a second factor. For all other
accounts, and for visitors, the desk is an unknown page. 'operator end' undoes this.
`,
  run: (typed, print) => change(typed, { isOperator: true }, print),
}

export const endOperator: Command = {
  help: `Usage: npm run waybill -- operator end <address>

Closes the operator's desk to the account of the address, with its next call.
`,
  run: (typed, print) => change(typed, { isOperator: false }, print),
}

export const showOperators: Command = {
  help: `Usage: npm run waybill -- operator list

Lists the accounts that may use the operator's desk: address, day since when, and what keeps one out, 'no second factor'
or 'suspended'. Columns are separated by tabs.
`,
  async run(typed, print) {
    readWords(typed, { options: {}, words: [] })
    await withDatabase(async ({ db }) => {
      const operators = await listOperators(db)
      const withFactor = await listWithFactor(
        db,
        operators.map(({ id }) => id),
      )
      for (const { id, email, since, isSuspended } of operators) {
        const barred = [...(withFactor.has(id) ? [] : ['no second factor']), ...(isSuspended ? ['suspended'] : [])]
        print(`${[email, since.toISOString().slice(0, 10), barred.join(', ')].join('\t').trimEnd()}\n`)
      }
    })
    return 0
  },
}

async function change(
  typed: string[],
  { isOperator }: { isOperator: boolean },
  print: (text: string) => void,
): Promise<number> {
  const { positionals } = readWords(typed, { options: {}, words: ['address'] })
  const address = typedAddress(positionals[0])
  const found = await withDatabase(
    ({ db }) =>
      db.transaction().execute(async (tx) => {
        const accountId = await setOperator(tx, address, isOperator)
        const event = isOperator ? 'operator-made' : 'operator-ended'
        if (accountId !== null) await noteSecurityIn(tx, { event, outcome: 'ok', accountId, address })
        return { accountId, hasFactor: accountId !== null && (await listWithFactor(tx, [accountId])).size > 0 }
      }),
    { command: isOperator ? 'operator make' : 'operator end', isDone: ({ accountId }) => accountId !== null },
  )
  if (found.accountId === null) {
    print(`No account has the address ${address}.\n`)
    return 1
  }
  print(`${address} ${isOperator ? 'is' : 'is no longer'} an operator.\n`)
  if (isOperator && !found.hasFactor) print(NO_FACTOR)
  return 0
}
