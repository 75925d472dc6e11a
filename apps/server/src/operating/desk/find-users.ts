import { searchAccounts } from '../../desk/index.ts'
import { type Command, onOneLine, readWords } from '../command.ts'
import { withDatabase } from '../with-database.ts'

export const findUsers: Command = {
  help: `Usage: npm run waybill -- user find <text> [--json]

Lists accounts by a part of their address, name or company, or by their whole id, newest first: id, address, name,
company, role, bytes stored by the workspace, day of the last activity, whether it has a second factor, and whether it
is suspended. Columns are separated by tabs.

  --json   Prints one JSON object per line, with everything that is known.
`,
  async run(typed, print) {
    const options = { json: { type: 'boolean' } } as const
    const { positionals, values } = readWords(typed, { options, words: ['text'] })
    const [q = ''] = positionals
    return withDatabase(async (ctx) => {
      let found = 0
      for (let after: string | undefined; ; ) {
        const { accounts, next } = await searchAccounts(ctx, { q, after })
        found += accounts.length
        for (const account of accounts) print(values.json ? `${JSON.stringify(account)}\n` : lineOf(account))
        if (next === null) return found > 0 ? 0 : 1
        after = next
      }
    })
  },
}

type Found = Awaited<ReturnType<typeof searchAccounts>>['accounts'][number]

function lineOf({
  _id,
  email,
  fullName,
  company,
  role,
  usedBytes,
  lastActiveAt,
  hasFactor,
  suspendedAt,
}: Found): string {
  const columns = [
    _id,
    email,
    onOneLine(fullName),
    onOneLine(company),
    role,
    usedBytes,
    lastActiveAt?.slice(0, 10) ?? '',
  ]
  const state = [hasFactor ? 'second factor' : '', suspendedAt === null ? '' : 'suspended']
  return `${[...columns, ...state].join('\t').trimEnd()}\n`
}
