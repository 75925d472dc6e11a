/** Parses the output of `strace -f -y -e trace=%file`: which paths a process named to the kernel, and for what. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

export interface TracedCall {
  pid: number
  name: string
  /** Absolute, as the kernel resolves them without following links; for a writing call every path it names. */
  paths: string[]
  /** It opens for writing, creates, renames, removes or changes something. */
  isWriting: boolean
}

const CALL = /^(\d+) +(\w+)\((.*)$/
/** A quoted path, with the folder of the descriptor that it is relative to, where there is one. */
const PATH = /(?:<((?:[^<>\\]|\\.)*)>, )?"((?:[^"\\]|\\.)*)"/g
const WRITING_CALLS =
  /^(?:creat|rename|unlink|mkdir|rmdir|link|symlink|mknod|truncate|chmod|fchmodat|l?chown|fchownat|utime|futimesat|l?setxattr|l?removexattr|mount|umount|swapon|acct)/
const WRITING_FLAGS = /\bO_(?:WRONLY|RDWR|CREAT|TRUNC|APPEND|TMPFILE)\b/

/** How strace quotes what is not plain ASCII. */
const LETTERS: Record<string, number> = { n: 10, t: 9, r: 13, v: 11, f: 12 }

function unquoted(text: string): string {
  const bytes: number[] = []
  for (const [sign, octal, letter] of text.matchAll(/\\([0-7]{1,3})|\\(.)|[^\\]/g)) {
    if (octal !== undefined) bytes.push(Number.parseInt(octal, 8))
    else if (letter !== undefined) bytes.push(LETTERS[letter] ?? letter.charCodeAt(0))
    else bytes.push(sign.charCodeAt(0))
  }
  return Buffer.from(bytes).toString()
}

/** One line of a trace; null where no call begins. `folder` is where the process was started. */
export function readTracedCall(line: string, folder: string): TracedCall | null {
  const [, pid, name = '', rest = ''] = CALL.exec(line) ?? []
  if (pid === undefined) return null
  // The kernel's answer follows the arguments.
  const given = rest.replace(/\) += -?\d.*$/, '')
  const named = [...given.matchAll(PATH)].map(([, base, path = '']) =>
    resolve(unquoted(base ?? folder), unquoted(path)),
  )
  // The program's arguments follow it.
  const paths = name.startsWith('exec') ? named.slice(0, 1) : named
  const isWriting = name.startsWith('open') ? WRITING_FLAGS.test(given) : WRITING_CALLS.test(name)
  return { pid: Number(pid), name, paths, isWriting }
}

export function readTrace(file: string, folder: string): TracedCall[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => readTracedCall(line, folder) ?? [])
}
