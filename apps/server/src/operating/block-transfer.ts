import { blockTransfer as block } from '../transfers/index.ts'
import { type Command, readWords } from './command.ts'
import { withDatabase } from './with-database.ts'

export const blockTransfer: Command = {
  help: `Usage: npm run waybill -- transfer block <number or link>

Closes a transfer: whoever has its link is told that there is none, at once, also in the middle of a download that comes
in ranges. Its sender keeps it. 'transfer unblock' undoes it.
`,
  run: (typed, print) => change(typed, print, { command: 'transfer block', isBlocked: true, said: 'is blocked.' }),
}

export const unblockTransfer: Command = {
  help: `Usage: npm run waybill -- transfer unblock <number or link>

Opens a blocked transfer again, until it expires.
`,
  run: (typed, print) =>
    change(typed, print, { command: 'transfer unblock', isBlocked: false, said: 'is open again.' }),
}

async function change(
  typed: string[],
  print: (text: string) => void,
  { command, isBlocked, said }: { command: string; isBlocked: boolean; said: string },
): Promise<number> {
  const { positionals } = readWords(typed, { options: {}, words: ['number or link'] })
  const [named = ''] = positionals
  const isThere = await withDatabase(({ db }) => block({ db }, named, isBlocked), { command, isDone: Boolean })
  print(isThere ? `${named} ${said}\n` : `There is no transfer ${named}.\n`)
  return isThere ? 0 : 1
}
