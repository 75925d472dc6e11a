import { type CommandName, commandNames, specOf } from './command-table.ts'

const EXIT_CODES =
  '0 done, 1 failed, 2 wrong usage, 3 not signed in or not allowed, 4 no answer, 5 refused by a limit,\n' +
  '6 gone, 7 not genuine or damaged, 130 interrupted'

/** The help of one command, or of the program where `name` is null. Ends with a line feed. */
export function helpOf(name: CommandName | null): string {
  return name === null ? programHelp() : commandHelp(name)
}

function programHelp(): string {
  const lines = commandNames.map((name) => `  ${name.padEnd(12)}${specOf(name).summary}`)
  return `waybill: send large files, ask for files, and download them

Usage: waybill COMMAND ...

${lines.join('\n')}

waybill COMMAND --help tells more.
Exit codes: ${EXIT_CODES}
`
}

function commandHelp(name: CommandName): string {
  const { summary, operands, options, details } = specOf(name)
  const rows = Object.entries({ ...options, help: { help: 'show this' } }).map(([option, spec]) => {
    const { value, choices, help } = spec as { value?: string; choices?: readonly string[]; help: string }
    const shown = `--${option}${value === undefined ? '' : ` ${choices ? choices.join('|') : value}`}`
    return shown.length > 20 ? `  ${shown}\n${' '.repeat(24)}${help}` : `  ${shown.padEnd(22)}${help}`
  })
  const text = details === undefined ? '' : `\n${details}\n`
  return `${summary}\n\nUsage: waybill ${[name, '[options]', operands].filter(Boolean).join(' ')}\n\n${rows.join('\n')}\n${text}`
}
