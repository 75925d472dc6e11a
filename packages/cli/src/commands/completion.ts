/** Completion for shells, printed and then read by `eval`. Words of the table hold no characters that a shell reads. */
import { usageFailure } from '../terminal/exit-codes.ts'
import { type CommandName, commandNames, specOf } from './command-table.ts'

/** The script for `shell`: 'bash' or 'zsh'. Throws a usage failure. */
export function completionFor(shell: string): string {
  if (shell === 'bash') return bash()
  if (shell === 'zsh') return zsh()
  throw usageFailure('Completion is for bash or zsh')
}

const optionsOf = (name: CommandName) => [...Object.keys(specOf(name).options), 'help'].map((option) => `--${option}`)

/** Words instead of files after a command. */
const wordsAfter: Partial<Record<CommandName, string>> = { completion: 'bash zsh', receipt: 'verify' }

function choiceLines(indent: string): string {
  const choices = commandNames.flatMap((name) =>
    Object.entries(specOf(name).options).flatMap(([option, { choices }]) => (choices ? [{ option, choices }] : [])),
  )
  const unique = new Map(choices.map(({ option, choices }) => [option, choices]))
  return [...unique]
    .map(
      ([option, words]) =>
        `${indent}--${option}) COMPREPLY=( $(compgen -W "${words.join(' ')}" -- "$word") ); return ;;`,
    )
    .join('\n')
}

function bash(): string {
  const cases = commandNames.map(
    (name) => `    ${name}) options="${optionsOf(name).join(' ')}"; words="${wordsAfter[name] ?? ''}" ;;`,
  )
  return `_waybill() {
  local word="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" options="" words=""
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=( $(compgen -W "${commandNames.join(' ')} --help --version" -- "$word") ); return
  fi
  case "$before" in
${choiceLines('    ')}
  esac
  case "\${COMP_WORDS[1]}" in
${cases.join('\n')}
  esac
  case "$word" in
    -*) COMPREPLY=( $(compgen -W "$options" -- "$word") ) ;;
    *) [ -n "$words" ] && COMPREPLY=( $(compgen -W "$words" -- "$word") ) ;;
  esac
}
complete -o default -F _waybill waybill
`
}

/** zsh runs the bash function in its own emulation. */
function zsh(): string {
  return `autoload -Uz compinit bashcompinit
whence compdef >/dev/null || compinit
bashcompinit
${bash()}`
}
