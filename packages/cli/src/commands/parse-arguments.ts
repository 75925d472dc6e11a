import { parseArgs } from 'node:util'
import { usageFailure } from '../terminal/exit-codes.ts'
import { type CommandName, commandNames, specOf } from './command-table.ts'

/** The options and operands of one command, as the table allows them. */
export class Given {
  readonly operands: readonly string[]
  readonly #values: Readonly<Record<string, unknown>>

  constructor(operands: readonly string[], values: Readonly<Record<string, unknown>>) {
    this.operands = operands
    this.#values = values
  }

  operand(nth = 0): string {
    return this.operands[nth] ?? ''
  }

  has(option: string): boolean {
    return this.#values[option] === true
  }

  one(option: string): string | undefined {
    const value = this.#values[option]
    return typeof value === 'string' ? value : undefined
  }

  many(option: string): string[] {
    const value = this.#values[option]
    return Array.isArray(value) ? value.map(String) : []
  }

  /** A whole number from `least` to `most`. Throws a usage failure. */
  number(option: string, { least, most, usual }: { least: number; most: number; usual: number }): number {
    const text = this.one(option)
    if (text === undefined) return usual
    const number = Number(text)
    if (/^\d+$/.test(text) && number >= least && number <= most) return number
    throw usageFailure(`--${option} must be a whole number from ${least} to ${most}`)
  }
}

export type Parsed =
  | { is: 'help'; of: CommandName | null }
  | { is: 'version' }
  | { is: 'command'; name: CommandName; given: Given }

/** Reads the words after the program's name. Throws a usage failure. */
export function parseArguments(words: readonly string[]): Parsed {
  const [first, ...rest] = words
  if (first === undefined || first === '--help' || first === '-h' || first === 'help') {
    const [of] = rest
    return { is: 'help', of: of !== undefined && isCommand(of) ? of : null }
  }
  if (first === '--version') return { is: 'version' }
  if (!isCommand(first)) throw usageFailure(`There is no command "${first}". See: waybill --help`)
  const { values, positionals } = readWords(first, rest)
  if (values.help === true) return { is: 'help', of: first }
  const { count, options, operands } = specOf(first)
  if (positionals.length < count[0] || positionals.length > count[1]) {
    throw usageFailure(`Usage: waybill ${first} ${operands}`.trim())
  }
  for (const [name, { choices }] of Object.entries(options)) {
    const value = values[name]
    if (choices && typeof value === 'string' && !choices.includes(value)) {
      throw usageFailure(`--${name} must be one of: ${choices.join(', ')}`)
    }
  }
  return { is: 'command', name: first, given: new Given(positionals, values) }
}

const isCommand = (word: string): word is CommandName => (commandNames as string[]).includes(word)

function readWords(
  name: CommandName,
  words: string[],
): { values: Readonly<Record<string, unknown>>; positionals: string[] } {
  const specs = Object.entries(specOf(name).options).map(([option, { value, isMany = false }]) => [
    option,
    { type: value === undefined ? ('boolean' as const) : ('string' as const), multiple: isMany },
  ])
  const options = { ...Object.fromEntries(specs), help: { type: 'boolean' as const, short: 'h' } }
  try {
    return parseArgs({ args: words, options, allowPositionals: true, strict: true })
  } catch (error) {
    const [sentence = ''] = (error as Error).message.split(/\. |\n/, 1)
    throw usageFailure(`${sentence}. See: waybill ${name} --help`)
  }
}
