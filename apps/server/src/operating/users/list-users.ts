import { readUsage } from '../../billing/index.ts'
import { eachAccount, type OperatedAccount } from '../../identity/accounts/index.ts'
import { type Command, readWords } from '../command.ts'
import { withDatabase } from '../with-database.ts'

export const listUsers: Command = {
  help: `Usage: npm run waybill -- user list [--json]

Lists every account by address: role, subscription, day of creation, bytes stored, and whether it is suspended. Columns
are separated by tabs.

  --json   Prints one JSON object per line, with everything that is known.
`,
  async run(typed, print) {
    const { values } = readWords(typed, { options: { json: { type: 'boolean' } }, words: [] })
    const write = values.json ? (user: ListedUser) => `${JSON.stringify(user)}\n` : lineOf
    await withDatabase(async ({ db }) => {
      for await (const account of eachAccount(db)) {
        const { usedBytes, monthTransfers } = await readUsage(db, account.id)
        print(write({ ...account, usedBytes, monthTransfers }))
      }
    })
    return 0
  },
}

interface ListedUser extends OperatedAccount {
  usedBytes: number
  monthTransfers: number
}

function lineOf({ email, role, subscription, createdAt, usedBytes, suspendedAt }: ListedUser): string {
  const day = createdAt.toISOString().slice(0, 10)
  return `${[email, role, subscription, day, usedBytes, suspendedAt === null ? '' : 'suspended'].join('\t').trimEnd()}\n`
}
