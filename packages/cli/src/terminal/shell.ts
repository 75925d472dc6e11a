/** What a command knows of the terminal that it runs in. */
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text as readAll } from 'node:stream/consumers'
import type { Environment } from '../server/settings.ts'

export interface Shell {
  env: Environment
  stdin: NodeJS.ReadStream
  stderr: NodeJS.WriteStream
  /** Aborts at the first Ctrl-C. */
  stopped: AbortSignal
  isJson: boolean
  /** One line of the result. */
  print(line: string): void
  /** One line about how it goes, beside the result. */
  note(line: string): void
}

/** The answer to a question; `isSecret`: typed characters are not shown. */
export async function ask(shell: Shell, question: string, isSecret = false): Promise<string> {
  shell.stderr.write(question)
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const reader = createInterface({ input: shell.stdin, output: isSecret ? silent : shell.stderr, terminal: true })
  reader.once('SIGINT', () => process.kill(process.pid, 'SIGINT'))
  try {
    return (await reader.question('', { signal: shell.stopped })).trim()
  } finally {
    reader.close()
    if (isSecret) shell.stderr.write('\n')
  }
}

/** The first line of a redirected input. */
export async function firstLine(shell: Shell): Promise<string> {
  return (await readAll(shell.stdin)).split('\n', 1)[0]?.trim() ?? ''
}

/** Text of strangers on a terminal: without characters that move its cursor or change its colours. */
export const plain = (text: string): string => text.replace(/[\p{Cc}\p{Bidi_Control}]/gu, '\ufffd')
