import { StartError } from '../platform/config/start-error.ts'
import { UsageError } from './command.ts'
import { commands } from './commands.ts'

/** The output of a command. */
export interface Terminal {
  print(text: string): unknown
  complain(text: string): unknown
}

const width = Math.max(...commands.map(({ name }) => name.length))

const HELP = `Usage: npm run waybill -- <command> [options]

Commands:
${commands.map(({ name, summary }) => `  ${name.padEnd(width)}   ${summary}`).join('\n')}

Run a command with --help to learn more. Commands read the same settings as the server. They exit with 0 if they did
what they were asked, 1 if they did not, 2 if they could not run.
`

const asksForHelp = (words: string[]) => words.some((word) => word === '--help' || word === '-h')

/** Runs the typed command. @returns the exit code */
export async function runCommand(words: string[], terminal: Terminal): Promise<number> {
  try {
    return await run(words, terminal)
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    terminal.complain(`${error.message}\n`)
    return 2
  }
}

async function run(words: string[], { print, complain }: Terminal): Promise<number> {
  const named = commands.find(({ name }) => `${words.join(' ')} `.startsWith(`${name} `))
  if (named === undefined) {
    if (!asksForHelp(words)) complain(HELP)
    else print(HELP)
    return asksForHelp(words) ? 0 : 2
  }
  const rest = words.slice(named.name.split(' ').length)
  const command = await named.load()
  if (asksForHelp(rest)) {
    print(command.help)
    return 0
  }
  try {
    return await command.run(rest, print)
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    complain(`${error.message}\n\n${command.help}`)
    return 2
  }
}
