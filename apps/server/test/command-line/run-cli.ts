import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { until } from '../app/until.ts'

export interface Ended {
  /** Null where a signal ended it. */
  code: number | null
  out: string
  err: string
}

interface Running {
  child: ChildProcess
  ended: Promise<Ended>
  /** Waits until the program has said so. */
  noted(words: string): Promise<void>
}

export interface RunOptions {
  node?: string
  input?: string
  env?: Record<string, string>
}

/** A busy machine is slow. */
export const PATIENCE_MS = 45_000

/** Starts `program` in `folder`, with settings of its own below it. */
export function startCli(
  { program, folder }: { program: string; folder: string },
  words: string[],
  { node = process.execPath, input = '', env = {} }: RunOptions = {},
): Running {
  const own = { PATH: process.env.PATH, WAYBILL_CONFIG_DIR: join(folder, 'settings'), ...env }
  const child = spawn(node, [program, ...words], { env: own, cwd: folder })
  child.stdin.end(input)
  let notes = ''
  child.stderr.setEncoding('utf8').on('data', (chunk) => {
    notes += chunk
  })
  const code = new Promise<number | null>((resolve) => child.once('close', resolve))
  const ended = Promise.all([code, text(child.stdout)]).then(([code, out]) => ({ code, out, err: notes }))
  return { child, ended, noted: (words) => until(() => notes.includes(words), PATIENCE_MS) }
}
