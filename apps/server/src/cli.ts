/** The operator's commands: `npm run waybill -- fsck`. They work beside a running server and listen on nothing. */
import { StartError } from './config/start-error.ts'
import { commands, UsageError } from './operating/index.ts'

const width = Math.max(...commands.map(({ name }) => name.length))

const HELP = `Usage: npm run waybill -- <command> [options]

Commands:
${commands.map(({ name, summary }) => `  ${name.padEnd(width)}   ${summary}`).join('\n')}

Every command tells more with --help. They read the same settings as the server. They exit with 0 when it is done, 1 when
it could not be, 2 when they cannot run.
`

const print = (text: string) => process.stdout.write(text)
const asksForHelp = (words: string[]) => words.some((word) => word === '--help' || word === '-h')

async function main(words: string[]): Promise<number> {
  const named = commands.find(({ name }) => `${words.join(' ')} `.startsWith(`${name} `))
  if (named === undefined) {
    if (!asksForHelp(words)) process.stderr.write(HELP)
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
    process.stderr.write(`${error.message}\n\n${command.help}`)
    return 2
  }
}

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  if (!(error instanceof StartError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 2
}
