import { type ParseArgsConfig, parseArgs } from 'node:util'

/** One of the operator's commands. */
export interface Command {
  /** What `--help` prints. */
  help: string
  /** `words` follow the command's name. @returns the exit code: 1 where nothing could be done */
  run(words: string[], print: (text: string) => void): Promise<number>
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
    return parseArgs({ args: joinDashed(typed, options), options, allowPositionals: true, strict: true })
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}

/**
 * An id may begin with a dash, and `parseArgs` then refuses it as the value of the option before it: joins the two. A
 * word that begins with two dashes is the next option.
 */
function joinDashed(typed: readonly string[], options: NonNullable<ParseArgsConfig['options']>): string[] {
  const words: string[] = []
  for (const word of typed) {
    const before = words.at(-1) ?? ''
    const takesIt = before.startsWith('--') && options[before.slice(2)]?.type === 'string'
    if (takesIt && /^-[^-]/.test(word)) words.splice(-1, 1, `${before}=${word}`)
    else words.push(word)
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
