import { type ParseArgsConfig, parseArgs } from 'node:util'
import { withoutControls } from '../platform/plain-log.ts'

/** One of the operator's commands. */
export interface Command {
  /** What `--help` prints. */
  help: string
  /** `words` follow the command's name. @returns the exit code: 1 where nothing could be done */
  run(words: string[], print: (text: string) => void): Promise<number>
}

export interface NamedCommand {
  /** As typed: 'user add'. */
  name: string
  /** One line of the list of commands. */
  summary: string
  /** Whether it changes anything: the security log records such a command with its system account. */
  changes: boolean
  load(): Promise<Command>
}

/** Invalid arguments; `message` says why. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** Options, and exactly as many words as `words` has names. @throws UsageError */
export function readWords<const Options extends NonNullable<ParseArgsConfig['options']>>(
  typed: string[],
  { options, words }: { options: Options; words: readonly string[] },
) {
  const parsed = parse(typed, options)
  if (parsed.positionals.length !== words.length) {
    throw new UsageError(
      words.length === 0 ? 'Too many arguments.' : `Expected ${words.map((word) => `<${word}>`).join(' ')}.`,
    )
  }
  return parsed
}

function parse<const Options extends NonNullable<ParseArgsConfig['options']>>(typed: string[], options: Options) {
  try {
    const args = keepDashed(typed, options)
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true, strict: true })
    return { values, positionals: positionals.map((word) => word.replace(MARK, '')) }
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}

/** In front of an id that begins with a dash: no word of a command line holds this character. */
const MARK = '\0'

/**
 * An id may begin with a dash, which `parseArgs` takes for an option: as the value of the option before it, it is
 * joined to that one; as a word of its own, it is marked. A word that begins with two dashes is the next option.
 */
function keepDashed(typed: readonly string[], options: NonNullable<ParseArgsConfig['options']>): string[] {
  const words: string[] = []
  for (const word of typed) {
    const before = words.at(-1) ?? ''
    const takesIt = before.startsWith('--') && options[before.slice(2)]?.type === 'string'
    if (takesIt && /^-[^-]/.test(word)) words.splice(-1, 1, `${before}=${word}`)
    else words.push(/^-[^-][\w-]{18}$/.test(word) ? `${MARK}${word}` : word)
  }
  return words
}

/** @throws UsageError unless it is one of `choices` */
export function choiceOf<Choice extends string>(
  what: string,
  typed: string | undefined,
  choices: readonly Choice[],
): Choice {
  const choice = choices.find((one) => one === typed)
  if (choice === undefined) throw new UsageError(`The ${what} must be one of ${choices.join(', ')}.`)
  return choice
}

/** A text that strangers wrote, on one line, without tabs and without what a terminal obeys. */
export const onOneLine = (text: string): string => withoutControls(text).replace(/\s+/g, ' ').trim()
